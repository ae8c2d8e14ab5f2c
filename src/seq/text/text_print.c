/* text_print: a sequence as text; see text.h for the form.
 *
 * The text must read back as the same steps. While a value is printed, the bytes that the text
 * would give are kept in `shadow`. If they differ from the step's in the end (padding that is not
 * zero, a NaN with a payload, ...), the value is printed as raw bytes instead. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/act.h"
#include "seq/names.h"
#include "seq/text/text.h"
#include "seq/text/text_types.h"
#include "seq/value.h"

struct printer {
	const struct model *model;
	const struct seq *seq;
	const char **names;
	bool *inlined;
	struct sb *out;
};

/* A value while it is printed, with the bytes that its text gives. */
struct printed {
	const struct printer *p;
	uint32_t i;                /* index of the step */
	const struct step *step;
	struct sb text;
	unsigned char *shadow;     /* step->size bytes */
	uint32_t fills_shown;
};

static void add_reference(const struct printer *p, uint32_t i, struct arg arg, struct sb *out)
{
	sb_addf(out, "%s%s", arg.address ? "&" : "", p->names[seq_index(i, arg)]);
}

static const char *enumerator_of(const struct type *type, int64_t number)
{
	for (uint32_t e = 0; e < type->n_enumerators; e++)
		if (type->enumerators[e].value == number)
			return type->enumerators[e].name;
	return NULL;
}

static bool is_plain_char(const struct type *type)
{
	return type_is_char(type) && str_equal(type->spelling, "char");
}

static void add_char(char c, struct sb *out)
{
	sb_addf(out, c == '\'' || c == '\\' ? "'\\%c'" : "'%c'", c);
}

static void add_number(const struct type *type, int64_t number, struct sb *out)
{
	const char *name = type->kind == TYPE_ENUM ? enumerator_of(type, number) : NULL;
	if (name)
		sb_add(out, name);
	else if (type->kind == TYPE_POINTER)
		sb_addf(out, number ? "0x%llx" : "null", (unsigned long long)number);
	else if (is_plain_char(type) && number > 0 && isprint((int)number))
		add_char((char)number, out);
	else if (type->is_signed)
		sb_addf(out, "%lld", (long long)number);
	else
		sb_addf(out, "%llu", (unsigned long long)number);
}

/* Prints a scalar, and stores the bytes that the text gives in `shadow`. */
static void add_scalar(const struct type *type, const void *bytes, void *shadow, struct sb *out)
{
	if (type->kind == TYPE_FLOAT) {
		long double number = value_real(type, bytes);
		text_add_real(type, number, out);
		value_set_real(type, shadow, number != number ? (long double)__builtin_nan("") : number);
		return;
	}
	int64_t number = value_int(type, bytes);
	add_number(type, number, out);
	value_set_int(type, shadow, value_int_fits(type, number) ? number : 0);
}

static const struct fill *fill_at(const struct printed *v, type_id type, uint64_t offset)
{
	for (uint32_t f = 0; f < v->step->n_fills; f++) {
		const struct fill *fill = &v->step->fills[f];
		type_id given = v->p->seq->steps[seq_index(v->i, fill->arg)]->type;
		if (fill->offset == offset && seq_fits(v->p->model, type, given, fill->arg.address))
			return fill;
	}
	return NULL;
}

static void add_part(struct printed *v, type_id type, uint64_t offset);

static void add_fields(struct printed *v, const struct type *type, uint64_t offset)
{
	uint32_t n = type->kind == TYPE_UNION && type->n_fields ? 1 : type->n_fields;
	bool first = true;
	for (uint32_t f = 0; f < n; f++) {
		const struct field *field = &type->fields[f];
		if (field->bit_width && !field->name[0])
			continue;
		if (!field->bit_width && !model_canonical(v->p->model, field->type)->size)
			continue;
		sb_add(&v->text, first ? " " : ", ");
		first = false;
		if (!field->bit_width) {
			add_part(v, field->type, offset + field->bit_offset / 8);
			continue;
		}
		int64_t number = value_bits(v->p->model, field, (const char *)v->step->bytes + offset);
		add_number(model_canonical(v->p->model, field->type), number, &v->text);
		value_set_bits(field, v->shadow + offset, number);
	}
}

static void add_elements(struct printed *v, type_id element, uint64_t offset, uint64_t count)
{
	uint64_t size = model_canonical(v->p->model, element)->size;
	for (uint64_t k = 0; k < count; k++) {
		sb_add(&v->text, k ? ", " : " ");
		add_part(v, element, offset + k * size);
	}
}

static void add_part(struct printed *v, type_id id, uint64_t offset)
{
	const struct type *type = model_canonical(v->p->model, id);
	const struct fill *fill = fill_at(v, id, offset);
	if (fill) {
		add_reference(v->p, v->i, fill->arg, &v->text);
		v->fills_shown++;
	} else if (type_is_scalar(type)) {
		add_scalar(type, (const char *)v->step->bytes + offset, v->shadow + offset, &v->text);
	} else {
		sb_add(&v->text, "{");
		if (type->kind == TYPE_ARRAY)
			add_elements(v, type->target, offset, type->count);
		else
			add_fields(v, type, offset);
		sb_add(&v->text, " }");
	}
}

static void begin(struct printed *v, const struct printer *p, uint32_t i)
{
	*v = (struct printed){ .p = p, .i = i, .step = p->seq->steps[i] };
	v->shadow = xcalloc(1, v->step->size);
}

static bool says_it_all(const struct printed *v)
{
	return v->fills_shown == v->step->n_fills && memcmp(v->shadow, v->step->bytes, v->step->size) == 0;
}

static void add_raw(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	sb_add(p->out, "raw ");
	text_add_string(step->bytes, step->size, p->out);
	for (uint32_t f = 0; f < step->n_fills; f++) {
		sb_add(p->out, f ? ", " : " with ");
		add_reference(p, i, step->fills[f].arg, p->out);
		sb_addf(p->out, " at %u", step->fills[f].offset);
	}
}

static void end(struct printed *v)
{
	sb_release(&v->text);
	free(v->shadow);
}

static void print_value(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	const struct type *type = model_canonical(p->model, step->type);
	if (type->kind == TYPE_POINTER && !step->n_fills && bytes_are_zero(step->bytes, step->size)) {
		sb_add(p->out, "null ");
		text_add_type(p->model, step->type, p->out);
		return;
	}
	text_add_type(p->model, step->type, p->out);
	sb_add_char(p->out, ' ');
	struct printed v;
	begin(&v, p, i);
	add_part(&v, step->type, 0);
	if (says_it_all(&v))
		sb_add(p->out, sb_text(&v.text));
	else
		add_raw(p, i);
	end(&v);
}

/* Prints "int[]", "&struct pair", or "block T" if neither of the others would read as this type. A
 * `count` > 0 is printed between the brackets. */
static void add_block_type(const struct printer *p, const struct step *step, bool single, uint64_t count)
{
	type_id target = model_type(p->model, step->type)->target;
	if (text_find_pointer(p->model, target) != step->type) {
		sb_add(p->out, "block ");
		text_add_type(p->model, step->type, p->out);
		if (count)
			sb_addf(p->out, "[%llu]", (unsigned long long)count);
		sb_add_char(p->out, ' ');
		return;
	}
	if (single)
		sb_add_char(p->out, '&');
	text_add_type(p->model, target, p->out);
	if (!single && count)
		sb_addf(p->out, "[%llu]", (unsigned long long)count);
	else if (!single)
		sb_add(p->out, "[]");
	sb_add_char(p->out, ' ');
}

/* The number of elements without the zeroes at the end, if these are so many that they are left
 * out. */
static uint64_t without_zeroes(const struct step *step, uint64_t element)
{
	uint64_t count = step->size / element, kept = count;
	const char *bytes = step->bytes;
	uint64_t fills_end = step->n_fills ? step->fills[step->n_fills - 1].offset / element + 1 : 0;
	while (kept > fills_end && bytes_are_zero(bytes + (kept - 1) * element, element))
		kept--;
	return count - kept > 4 ? kept : count;
}

static void print_string(const struct printer *p, const struct step *step)
{
	uint64_t length = without_zeroes(step, 1), size = step->size;
	add_block_type(p, step, false, length < size ? size : 0);
	text_add_string(step->bytes, length < size ? length : size - 1, p->out);
}

static void print_raw_block(const struct printer *p, uint32_t i)
{
	add_block_type(p, p->seq->steps[i], false, 0);
	add_raw(p, i);
}

static void print_elements(const struct printer *p, uint32_t i, type_id element)
{
	const struct step *step = p->seq->steps[i];
	const struct type *type = model_canonical(p->model, element);
	uint64_t count = step->size / type->size, kept = without_zeroes(step, type->size);
	bool single = count == 1 && !type_is_scalar(type) && text_find_pointer(p->model, element) == step->type;
	struct printed v;
	begin(&v, p, i);
	if (single) {
		add_part(&v, element, 0);
	} else {
		sb_add(&v.text, "{");
		add_elements(&v, element, 0, kept);
		sb_add(&v.text, " }");
	}
	if (says_it_all(&v)) {
		add_block_type(p, step, single, kept < count ? count : 0);
		sb_add(p->out, sb_text(&v.text));
	} else {
		print_raw_block(p, i);
	}
	end(&v);
}

static void print_block(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	type_id element = model_type(p->model, step->type)->target;
	const struct type *type = model_canonical(p->model, element);
	if (step->is_string)
		print_string(p, step);
	else if (type->kind == TYPE_VOID || type_is_char(type) || step->size % type->size)
		print_raw_block(p, i);
	else
		print_elements(p, i, element);
}

static void add_behaviour(const struct printer *p, const struct behaviour *b, type_id function)
{
	if (!b)
		return;
	if (b->acts) {
		sb_addf(p->out, " acts %s", act_name(b->acts));
		return;
	}
	const struct type *result = model_canonical(p->model, model_canonical(p->model, function)->target);
	const void *values[] = { b->result, b->later };
	for (int k = 0; k < 2; k++) {
		if (!values[k])
			continue;
		unsigned char shadow[16] = { 0 };
		struct sb text = { 0 };
		if (type_is_scalar(result))
			add_scalar(result, values[k], shadow, &text);
		sb_add(p->out, k ? " then " : " returns ");
		if (type_is_scalar(result) && memcmp(shadow, values[k], result->size) == 0) {
			sb_add(p->out, sb_text(&text));
		} else {
			sb_add(p->out, "raw ");
			text_add_string(values[k], b->result_size, p->out);
		}
		if (k)
			sb_addf(p->out, " after %u", b->change_after);
		sb_release(&text);
	}
	if (b->write_size) {
		sb_addf(p->out, " writes %u ", b->write_arg + 1);
		text_add_string(b->write, b->write_size, p->out);
	}
}

/* Prints a literal in the form for a call: a number, a string, null. */
static void add_literal(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	if (step->kind == STEP_BLOCK) {
		text_add_string(step->bytes, step->size - 1, p->out);
		return;
	}
	unsigned char shadow[16];
	add_scalar(model_canonical(p->model, step->type), step->bytes, shadow, p->out);
}

static void print_call(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	const char *name = p->model->functions.at[step->index].name;
	sb_add(p->out, name);
	if (model_find_function(p->model, name) != step->index)
		sb_addf(p->out, "@%u", step->index);
	sb_add_char(p->out, '(');
	for (uint32_t a = 0; a < step->n_args; a++) {
		if (a)
			sb_add(p->out, ", ");
		uint32_t v = seq_index(i, step->args[a]);
		if (p->inlined[v])
			add_literal(p, v);
		else
			add_reference(p, i, step->args[a], p->out);
	}
	sb_add(p->out, ")");
}

static void print_contents(const struct printer *p, const struct step *step, const char *word, type_id usual)
{
	sb_addf(p->out, "%s ", word);
	if (step->absent)
		sb_add(p->out, "absent");
	else
		text_add_string(step->bytes, step->size, p->out);
	if (step->type != usual) {
		sb_add(p->out, " as ");
		text_add_type(p->model, step->type, p->out);
	}
}

static void print_peek(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	sb_add(p->out, "peek ");
	add_reference(p, i, step->args[0], p->out);
	if (step->peek == PEEK_STRING)
		sb_add(p->out, " string");
	else if (step->peek == PEEK_CALLS)
		sb_add(p->out, " calls");
	else
		sb_addf(p->out, " %u", step->size);
}

static void print_place(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	sb_add(p->out, "place ");
	add_reference(p, i, step->args[0], p->out);
	sb_addf(p->out, " %u", step->index);
	if (step->type != p->seq->steps[seq_index(i, step->args[0])]->type) {
		sb_add(p->out, " as ");
		text_add_type(p->model, step->type, p->out);
	}
}

static void print_put(const struct printer *p, uint32_t i)
{
	static const char *const words[N_PUTS] = { "stdin", "file", "variable" };
	const struct step *step = p->seq->steps[i];
	sb_addf(p->out, "put %s ", words[step->index]);
	if (step->n_args) {
		add_reference(p, i, step->args[0], p->out);
		sb_add_char(p->out, ' ');
	}
	text_add_string(step->bytes, step->size, p->out);
}

static void print_run(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	const char *name = p->model->functions.at[step->index].name;
	sb_addf(p->out, "run %s ", name);
	text_add_string(step->bytes, step->size, p->out);
	sb_add(p->out, " (");
	for (uint32_t a = 0; a < step->n_args; a++) {
		sb_add(p->out, a ? ", " : "");
		add_reference(p, i, step->args[a], p->out);
	}
	sb_add(p->out, ")");
}

static void print_step(const struct printer *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	sb_add(p->out, "  ");
	if (p->names[i])
		sb_addf(p->out, "%s = ", p->names[i]);
	switch (step->kind) {
	case STEP_CALL:
		print_call(p, i);
		break;
	case STEP_VALUE:
		print_value(p, i);
		break;
	case STEP_BLOCK:
		print_block(p, i);
		break;
	case STEP_CALLBACK:
		sb_add(p->out, "callback ");
		text_add_type(p->model, step->type, p->out);
		add_behaviour(p, step->behaviour, model_canonical(p->model, step->type)->target);
		break;
	case STEP_STUB:
		sb_addf(p->out, "stub %s", p->model->missing.at[step->index].name);
		if (step->n_fills) {
			sb_add(p->out, " gives ");
			add_reference(p, i, step->fills[0].arg, p->out);
		}
		add_behaviour(p, step->behaviour, p->model->missing.at[step->index].type);
		break;
	case STEP_FILE:
		print_contents(p, step, "file", text_file_type(p->model));
		break;
	case STEP_PATH:
		print_contents(p, step, "path", text_path_type(p->model));
		break;
	case STEP_FREE:
		sb_add(p->out, "free ");
		add_reference(p, i, step->args[0], p->out);
		break;
	case STEP_PLACE:
		print_place(p, i);
		break;
	case STEP_PUT:
		print_put(p, i);
		break;
	case STEP_RUN:
		print_run(p, i);
		break;
	default:
		print_peek(p, i);
	}
	sb_add_char(p->out, '\n');
}

/* ---- which variables need a name, which literals can stand in a call ---- */

static void count_uses(const struct seq *seq, uint32_t *uses)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		for (uint32_t a = 0; a < seq->steps[i]->n_args; a++)
			uses[seq_index(i, seq->steps[i]->args[a])]++;
		for (uint32_t f = 0; f < seq->steps[i]->n_fills; f++)
			uses[seq_index(i, seq->steps[i]->fills[f].arg)]++;
	}
}

/* The literal in a call reads as a step of the parameter's type; true if that is the step's type. */
static bool reads_as(const struct model *model, const struct step *step, type_id param)
{
	if (step->type != param || step->n_fills)
		return false;
	const struct type *type = model_canonical(model, step->type);
	if (step->kind == STEP_BLOCK)
		return step->is_string && without_zeroes(step, 1) == step->size;
	if (step->kind != STEP_VALUE || !type_is_scalar(type))
		return false;
	unsigned char shadow[16];
	struct sb text = { 0 };
	add_scalar(type, step->bytes, shadow, &text);
	sb_release(&text);
	return memcmp(shadow, step->bytes, step->size) == 0;
}

/* Literals in a call become the steps just before the call, in the order of the arguments; so a
 * literal can stand in the call only if it is such a step already. */
static void inline_literals(struct printer *p, uint32_t i, const uint32_t *uses)
{
	const struct step *call = p->seq->steps[i];
	const struct function *function = &p->model->functions.at[call->index];
	uint32_t expected = i;
	for (uint32_t a = call->n_args; a-- > 0;) {
		uint32_t v = seq_index(i, call->args[a]);
		if (v + 1 != expected || call->args[a].address || uses[v] != 1 ||
		    !reads_as(p->model, p->seq->steps[v], function->params[a].type))
			continue;
		p->inlined[v] = true;
		expected = v;
	}
}

void seq_print(const struct seq *seq, const struct model *model, const char *name, struct sb *out)
{
	struct arena *arena = arena_new();
	struct printer p = { .model = model, .seq = seq, .out = out };
	p.names = ARENA_ARRAY(arena, const char *, seq->n + 1);
	p.inlined = ARENA_ARRAY(arena, bool, seq->n + 1);
	uint32_t *uses = ARENA_ARRAY(arena, uint32_t, seq->n + 1);
	bool *wanted = ARENA_ARRAY(arena, bool, seq->n + 1);
	count_uses(seq, uses);
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL)
			inline_literals(&p, i, uses);
	for (uint32_t i = 0; i < seq->n; i++)
		wanted[i] = !p.inlined[i] && step_variable_size(seq->steps[i], model) > 0 &&
		            (uses[i] || seq->steps[i]->kind != STEP_CALL);
	struct strmap taken = { 0 };
	names_reserve(model, &taken);
	names_choose(arena, model, seq, wanted, &taken, p.names);
	strmap_release(&taken);
	sb_addf(out, "test %s\n", name);
	for (uint32_t i = 0; i < seq->n; i++)
		if (!p.inlined[i])
			print_step(&p, i);
	sb_add(out, "end\n");
	arena_free(arena);
}
