/* c_plan: see c_plan.h.
 *
 * Steps are planned from the end to the start: a step appears if it has an effect, or if a step that appears
 * mentions it. Once all mentions are known, each step gets its form. */
#include "emit/text/c_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "seq/names.h"
#include "seq/value.h"

struct planning {
	const struct model *model;
	const struct seq *seq;
	const struct c_note *notes;
	struct c_plan plan;
};

/* How often the expectation names what it is about; ${3} is another variable. */
static uint32_t count_dollars(const char *text)
{
	uint32_t n = 0;
	for (; *text; text++)
		n += text[0] == '$' && text[1] != '{';
	return n;
}

static bool reads_only(const struct model *model, type_id wanted)
{
	const struct type *pointer = model_type(model, wanted);
	if (pointer->kind != TYPE_POINTER || !model_type(model, pointer->target)->is_const)
		return false;
	const struct type *pointee = model_canonical(model, pointer->target);
	return pointee->kind == TYPE_VOID || (type_is_char(pointee) && str_equal(pointee->spelling, "char"));
}

/* Notes that variable v is mentioned where the type `wanted` is expected (0: any type). */
static void mention(struct planning *p, uint32_t v, bool address, type_id wanted)
{
	p->plan.uses[v]++;
	p->plan.addressed[v] |= address;
	p->plan.only_read[v] &= !address && wanted && reads_only(p->model, wanted);
	if (wanted) /* steps are visited from the end, so the last assignment is the first use */
		p->plan.seen_as[v] = wanted;
}

/* Returns the type of the part of a step's value at an offset which takes such a variable. */
static type_id part_at(const struct model *model, type_id id, uint64_t offset, type_id given, bool address)
{
	const struct type *type = model_canonical(model, id);
	if (offset == 0 && seq_fits(model, id, given, address))
		return id;
	if (type->kind == TYPE_ARRAY) {
		uint64_t size = model_canonical(model, type->target)->size;
		return size ? part_at(model, type->target, offset % size, given, address) : 0;
	}
	for (uint32_t f = 0; f < type->n_fields; f++) {
		const struct field *field = &type->fields[f];
		uint64_t start = field->bit_offset / 8, size = model_canonical(model, field->type)->size;
		if (field->bit_width || offset < start || offset - start >= size)
			continue;
		type_id found = part_at(model, field->type, offset - start, given, address);
		if (found)
			return found;
	}
	return 0;
}

/* Returns the element type of a block, as its first use spells it: the use knows about const, and gives a type
 * to memory that has none. */
static type_id element_of(const struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	type_id own = model_type(p->model, step->type)->target;
	const struct type *type = model_canonical(p->model, own), *used = model_type(p->model, p->plan.seen_as[i]);
	if (used->kind != TYPE_POINTER)
		return own;
	const struct type *wanted = model_canonical(p->model, used->target);
	if (wanted == type || (type_is_char(wanted) && (type_is_char(type) || type->kind == TYPE_VOID)))
		return used->target;
	bool suits = type->kind == TYPE_VOID && !step->is_string && !step->n_fills && type_is_scalar(wanted) &&
	             step->size % wanted->size == 0;
	return suits ? used->target : own;
}

static void mention_fills(struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	type_id made = step->type;
	if (step->kind == STEP_BLOCK)
		made = p->plan.element[i] = element_of(p, i);
	uint64_t size = model_canonical(p->model, made)->size;
	for (uint32_t f = 0; f < step->n_fills; f++) {
		struct arg arg = step->fills[f].arg;
		uint32_t v = seq_index(i, arg);
		uint64_t offset = size ? step->fills[f].offset % size : 0;
		type_id wanted = size ? part_at(p->model, made, offset, p->seq->steps[v]->type, arg.address) : 0;
		if (step->kind == STEP_STUB)
			wanted = model_type(p->model, p->model->missing.at[step->index].type)->target;
		mention(p, v, arg.address, wanted);
	}
}

static void mention_checks(struct planning *p, uint32_t i)
{
	if (!p->notes)
		return;
	for (uint32_t c = 0; c < p->notes[i].n_checks; c++) {
		const struct c_check *check = &p->notes[i].checks[c];
		INVARIANT(check->variable <= i && step_variable_size(p->seq->steps[check->variable], p->model));
		for (const char *at = check->expect; (at = strstr(at, "${")) != NULL; at++) {
			uint32_t other = (uint32_t)strtoul(at + 2, NULL, 10);
			mention(p, other, false, 0);
			p->plan.checked[other] = true;
		}
		/* One expectation of the call itself is written around the call. */
		bool around = check->variable == i && step_is_call(p->seq->steps[i]) && c == 0 &&
		              count_dollars(check->expect) == 1;
		if (around)
			continue;
		mention(p, check->variable, false, 0);
		p->plan.checked[check->variable] = true;
	}
}

static void mention_args(struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	for (uint32_t a = 0; a < step->n_args; a++)
		mention(p, seq_index(i, step->args[a]), step->args[a].address,
		        step_is_call(step)         ? step_function(p->model, step)->params[a].type
		        : step->kind == STEP_PLACE ? step->type
		                                   : 0);
}

/* Mentions the arguments for functions that must return true before and after the call. */
static void mention_asked(struct planning *p, uint32_t i)
{
	if (!p->notes)
		return;
	if (p->notes[i].before || p->notes[i].kept_size)
		mention_args(p, i);
	if (!p->notes[i].after)
		return;
	mention_args(p, i);
	if (step_variable_size(p->seq->steps[i], p->model))
		mention(p, i, false, 0);
}

static void find_mentions(struct planning *p)
{
	for (uint32_t i = p->seq->n; i-- > 0;) {
		const struct step *step = p->seq->steps[i];
		mention_checks(p, i);
		mention_asked(p, i);
		if (!step_acts(step) && (step->kind == STEP_PEEK || !p->plan.uses[i]))
			continue;
		mention_args(p, i);
		mention_fills(p, i);
	}
}

const struct param *c_first_param(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step_is_call(step) && a < step->n_args; a++)
			if (seq_index(i, step->args[a]) == v)
				return &step_function(model, step)->params[a];
	}
	return NULL;
}

/* True for a string in more memory than it needs: the room matters, so the string is an array. */
static bool has_room(const struct step *step)
{
	return step->size > 4 && bytes_are_zero((const char *)step->bytes + step->size - 5, 5);
}

#define SHORT_TEXT 17u       /* bytes with the zero: written again where it is used again */

/* True if the text is only passed to one call. */
static bool is_only_given(const struct planning *p, uint32_t v)
{
	for (uint32_t i = v + 1; i < p->seq->n; i++) {
		const struct step *step = p->seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			if (seq_index(i, step->args[a]) == v && !step_is_call(step))
				return false;
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (seq_index(i, step->fills[f].arg) == v)
				return false;
	}
	return !p->plan.checked[v];
}

static enum c_form block_form(const struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	const struct type *element = model_canonical(p->model, model_type(p->model, step->type)->target);
	if (p->plan.addressed[i] || (element->size && step->size % element->size))
		return FORM_POINTED;
	if (step->is_string && p->plan.only_read[i] && !has_room(step) && !c_find_run(step, &(struct c_run){ 0 }))
		return p->plan.uses[i] == 1 || (step->size <= SHORT_TEXT && is_only_given(p, i)) ? FORM_INLINE
		                                                                                 : FORM_LITERAL;
	bool one = step->size && step->size == element->size && !type_is_char(element) && element->kind != TYPE_VOID;
	const struct param *param = c_first_param(p->model, p->seq, i);
	bool is_array = param && (param->role == ROLE_BUFFER || param->role == ROLE_ARGV || param->role == ROLE_ARRAY);
	if (one && !is_array)
		return FORM_OBJECT;
	return FORM_ARRAY;
}

/* True for a pointer made of an address that never changes; it can stand where it is used. */
static bool is_steady(const struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	if (!step->n_fills)
		return true;
	uint32_t v = seq_index(i, step->fills[0].arg);
	return step->fills[0].arg.address || p->seq->steps[v]->kind == STEP_BLOCK || !p->plan.addressed[v];
}

/* True for a text short enough to be written again where it is used again. */
static bool is_short(const struct step *step, const struct type *type)
{
	if (type->kind == TYPE_FLOAT || step->n_fills)
		return false;
	int64_t number = value_int(type, step->bytes);
	return type->kind == TYPE_POINTER ? number == 0 : number > -1000 && number < 10000;
}

static enum c_form value_form(const struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	const struct type *type = model_canonical(p->model, step->type);
	if (type->kind == TYPE_VA_LIST)
		return FORM_NOTHING; /* the helper that makes the call has one */
	if (!type_is_scalar(type) || p->plan.addressed[i] || p->plan.checked[i] || !is_steady(p, i))
		return FORM_VARIABLE;
	return p->plan.uses[i] == 1 || is_short(step, type) ? FORM_INLINE : FORM_VARIABLE;
}

static enum c_form form_of(const struct planning *p, uint32_t i)
{
	const struct step *step = p->seq->steps[i];
	if (step_is_call(step))
		return p->plan.uses[i] ? FORM_VARIABLE : FORM_STATEMENT;
	if (step->kind == STEP_STUB || step->kind == STEP_FREE)
		return FORM_STATEMENT;
	if (step->kind == STEP_PEEK || !p->plan.uses[i])
		return FORM_NOTHING;
	if (step->kind == STEP_VALUE)
		return value_form(p, i);
	if (step->kind == STEP_BLOCK)
		return block_form(p, i);
	if (step->kind == STEP_CALLBACK)
		return p->plan.addressed[i] ? FORM_VARIABLE : FORM_INLINE;
	if (step->kind == STEP_PLACE)
		return p->plan.addressed[i] || p->plan.checked[i] ? FORM_VARIABLE : FORM_INLINE;
	if (step->kind == STEP_PATH)
		return p->plan.addressed[i] ? FORM_POINTED : FORM_ARRAY;
	return FORM_VARIABLE;
}

struct c_plan c_plan_make(struct c_code *code, const struct seq *seq, const struct c_note *notes, struct arena *arena)
{
	struct planning p = { .model = code->model, .seq = seq, .notes = notes };
	bool *wanted = ARENA_ARRAY(arena, bool, seq->n + 1);
	p.plan = (struct c_plan){
		.form = ARENA_ARRAY(arena, enum c_form, seq->n + 1),
		.uses = ARENA_ARRAY(arena, uint32_t, seq->n + 1),
		.addressed = ARENA_ARRAY(arena, bool, seq->n + 1),
		.seen_as = ARENA_ARRAY(arena, type_id, seq->n + 1),
		.checked = ARENA_ARRAY(arena, bool, seq->n + 1),
		.element = ARENA_ARRAY(arena, type_id, seq->n + 1),
		.only_read = ARENA_ARRAY(arena, bool, seq->n + 1),
		.names = ARENA_ARRAY(arena, const char *, seq->n + 1),
	};
	memset(p.plan.only_read, true, seq->n);
	find_mentions(&p);
	for (uint32_t i = 0; i < seq->n; i++) {
		p.plan.form[i] = form_of(&p, i);
		wanted[i] = p.plan.form[i] >= FORM_VARIABLE;
	}
	names_choose(arena, code->model, seq, wanted, &code->taken, p.plan.names);
	return p.plan;
}
