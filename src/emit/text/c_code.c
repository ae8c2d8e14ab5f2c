/* c_code: the statements of one sequence; see c_code.h. c_plan.h decides the form of each step beforehand; this
 * file writes it down. */
#include "emit/text/c_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "emit/text/c_parts.h"
#include "emit/text/c_plan.h"
#include "seq/life.h"
#include "seq/value.h"

#define LINE_WIDTH 100u

struct body {
	struct c_code *code;
	const struct model *model;
	const struct seq *seq;
	const struct c_note *notes;
	struct c_plan plan;
	struct c_callback *callbacks; /* per step; without a name: not written yet */
	const c_macros *macros;
	const char *indent;
	bool alone;
	struct arena *arena;
	struct sb *out;
};

/* ---- lines ---- */

/* Returns where a line too long for the page breaks: behind the last ", " that fits and is not inside quotes;
 * 0: nowhere. */
static size_t break_at(const char *line, size_t width)
{
	size_t found = 0;
	char quote = 0;
	for (size_t i = 0; line[i] && i < width; i++) {
		if (quote && line[i] == '\\' && line[i + 1])
			i++;
		else if (quote)
			quote = line[i] == quote ? 0 : quote;
		else if (line[i] == '"' || line[i] == '\'')
			quote = line[i];
		else if (line[i] == ',' && line[i + 1] == ' ')
			found = i + 2;
	}
	return found;
}

/* Returns the length of one character of a text or character literal. */
static size_t one_character(const char *text)
{
	if (*text != '\\')
		return 1;
	if (text[1] == 'x')
		return 2 + strspn(text + 2, "0123456789abcdefABCDEF");
	size_t digits = strspn(text + 1, "01234567");
	return digits ? 1 + (digits < 3 ? digits : 3) : 2;
}

/* Returns where a line too long for the page breaks inside a text: behind an end of a line in the text, else
 * behind the last character that leaves room for a quote; 0: nowhere. */
static size_t break_text_at(const char *line, size_t width)
{
	size_t found = 0, end_of_line = 0, n;
	char quote = 0;
	for (size_t i = 0; line[i] && i + 1 < width; i += n) {
		n = quote ? one_character(line + i) : 1;
		if (!quote) {
			quote = line[i] == '"' || line[i] == '\'' ? line[i] : 0;
		} else if (line[i] == quote) {
			quote = 0;
		} else if (quote == '"' && i + n < width && line[i + n] != quote) {
			found = i + n;
			end_of_line = n == 2 && line[i + 1] == 'n' ? found : end_of_line;
		}
	}
	return end_of_line > width / 2 ? end_of_line : found;
}

/* Adds one line, broken where it is too long. */
static void add_broken(const struct body *b, const char *text)
{
	size_t indent = strlen(b->indent), more = strspn(text, " ") + 4;
	sb_add(b->out, b->indent);
	while (indent + strlen(text) > LINE_WIDTH) {
		size_t at = break_at(text, LINE_WIDTH - indent);
		bool inside = !at;
		if (inside)
			at = break_text_at(text, LINE_WIDTH - indent);
		if (!at)
			break;
		sb_add_bytes(b->out, text, inside ? at : at - 1);
		sb_addf(b->out, "%s\n%s%*s", inside ? "\"" : "", b->indent, (int)more, "");
		text = inside ? arena_printf(b->arena, "\"%s", text + at) : text + at;
		indent = strlen(b->indent) + more;
	}
	sb_addf(b->out, "%s\n", text);
}

/* Adds one statement, which may have lines of its own. */
static void add_line(const struct body *b, const char *text)
{
	for (;;) {
		size_t n = strcspn(text, "\n");
		add_broken(b, arena_strndup(b->arena, text, n));
		if (!text[n])
			return;
		text += n + 1;
	}
}

PRINTF_LIKE(2, 3)
static void line(const struct body *b, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = xvprintf(format, args);
	va_end(args);
	add_line(b, text);
	free(text);
}

/* ---- expressions ---- */

/* Returns the type of the memory behind a pointer expression that names variable v, as the written code has it.
 * The memory of blocks is not const there. */
static type_id pointee_of(const struct body *b, uint32_t v, bool address)
{
	const struct step *step = b->seq->steps[v];
	return address ? step->type : model_type(b->model, step->type)->target;
}

static bool is_memory(enum c_form form)
{
	return form == FORM_ARRAY || form == FORM_OBJECT;
}

/* Returns the spelling of elements in memory that has no type. */
static const char *untyped_element(const struct step *block)
{
	return block->is_string ? "char" : "unsigned char";
}

/* True if a pointer to `from` needs a cast to pass as `to`. `untyped` is the spelling of its elements if the
 * memory has no type, or NULL. */
static bool needs_cast(const struct body *b, type_id to, type_id from, bool from_const, const char *untyped)
{
	const struct type *wanted = model_type(b->model, to);
	if (wanted->kind != TYPE_POINTER)
		return false;
	const struct type *x = model_canonical(b->model, wanted->target), *y = model_canonical(b->model, from);
	if (untyped && x->kind != TYPE_VOID)
		return !str_equal(x->spelling, untyped);
	if (from_const && !model_type(b->model, wanted->target)->is_const && x->kind != TYPE_FUNCTION)
		return true;
	if (x->kind == TYPE_VOID || y->kind == TYPE_VOID || x->kind == TYPE_FUNCTION)
		return false;
	return x != y || c_differs_inside(b->model, wanted->target, from);
}

static const char *cast_to(const struct body *b, type_id to, const char *expression)
{
	bool spellable = model_type(b->model, to)->spellable;
	return arena_printf(b->arena, "(%s)%s", spellable ? type_declare(b->model, to, "", b->arena) : "void *",
	                    expression);
}

/* The parameter for which an expression stands. */
struct for_param {
	uint32_t function, param;
};

static const char *inline_value(struct body *b, uint32_t v, type_id wanted, const struct for_param *place);

/* Returns the variable, or its address, as it stands in an expression. */
static const char *mentioned(const struct body *b, uint32_t v, bool address)
{
	const char *name = b->plan.names[v];
	bool is_address = b->plan.form[v] == FORM_OBJECT || address;
	return is_address ? arena_printf(b->arena, "&%s", name) : name;
}

/* Returns an argument for a place of type `wanted`. `place` is its parameter, or NULL. */
static const char *expression(struct body *b, uint32_t i, struct arg arg, type_id wanted, const struct for_param *place)
{
	uint32_t v = seq_index(i, arg);
	enum c_form form = b->plan.form[v];
	if (form == FORM_INLINE)
		return inline_value(b, v, wanted, place);
	const struct step *step = b->seq->steps[v];
	const struct type *own = model_canonical(b->model, step->type);
	if (own->kind != TYPE_POINTER && !arg.address)
		return b->plan.names[v];
	type_id from = is_memory(form) && step->kind == STEP_BLOCK ? b->plan.element[v] : pointee_of(b, v, arg.address);
	bool from_const = form == FORM_LITERAL ||
	                  (!is_memory(form) && !arg.address && model_type(b->model, from)->is_const);
	bool is_untyped = is_memory(form) && step->kind == STEP_BLOCK &&
	                  model_canonical(b->model, from)->kind == TYPE_VOID;
	const char *untyped = is_untyped ? untyped_element(step) : NULL;
	const char *text = mentioned(b, v, arg.address);
	/* An array's name is the pointer to its first element. */
	if (arg.address && own->kind == TYPE_ARRAY && wanted &&
	    model_same_type(b->model, model_type(b->model, wanted)->target, own->target))
		return b->plan.names[v];
	return wanted && needs_cast(b, wanted, from, from_const, untyped) ? cast_to(b, wanted, text) : text;
}

static const char *inline_number(struct body *b, const struct step *step, const struct for_param *place)
{
	const struct type *type = model_canonical(b->model, step->type);
	const char *constant = NULL;
	if (place && type->kind == TYPE_INT)
		constant = c_constant_for(b->model, place->function, place->param, value_int(type, step->bytes));
	if (constant)
		return constant;
	struct sb text = { 0 };
	c_code_scalar(b->code, step->type, step->bytes, &text);
	const char *result = arena_strdup(b->arena, sb_text(&text));
	sb_release(&text);
	return result;
}

static const char *inline_string(struct body *b, const struct step *step)
{
	struct sb text = { 0 };
	c_string(step->bytes, step->size - 1, &text);
	const char *result = arena_strdup(b->arena, sb_text(&text));
	sb_release(&text);
	return result;
}

/* Returns the name of the innermost field at this offset; NULL: it has no name. */
static const char *field_name(const struct model *model, const struct type *type, uint64_t offset)
{
	const char *name = NULL;
	if (type->kind == TYPE_ARRAY)
		return field_name(model, model_canonical(model, type->target), offset);
	offset = type->size ? offset % type->size : offset;
	for (uint32_t i = 0; i < type->n_fields && !name; i++) {
		const struct type *inner = model_canonical(model, type->fields[i].type);
		uint64_t start = type->fields[i].bit_offset / 8;
		if (offset < start || offset - start >= inner->size)
			continue;
		name = field_name(model, inner, offset - start);
		name = name || !type->fields[i].name[0] ? name : type->fields[i].name;
	}
	return name;
}

static const char *filled_field(const struct model *model, const struct step *step, uint32_t offset)
{
	const struct type *type = model_canonical(model, step->type);
	return field_name(model, step->kind == STEP_BLOCK ? model_canonical(model, type->target) : type, offset);
}

const char *c_callback_use(const struct model *model, const struct seq *seq, uint32_t v)
{
	const struct param *param = c_first_param(model, seq, v);
	const char *name = param ? param->name : NULL;
	for (uint32_t i = v + 1; i < seq->n && !name; i++)
		for (uint32_t f = 0; f < seq->steps[i]->n_fills && !name; f++)
			if (seq_index(i, seq->steps[i]->fills[f].arg) == v)
				name = filled_field(model, seq->steps[i], seq->steps[i]->fills[f].offset);
	return name && name[0] ? name : "callback";
}

/* The parameters of a callback that expectations of the test are about, a bit each. */
static uint32_t noted_of(const struct body *b, uint32_t v)
{
	uint32_t noted = 0;
	for (uint32_t i = 0; b->notes && i < b->seq->n; i++)
		for (uint32_t c = 0; c < b->notes[i].n_checks; c++)
			noted |= b->notes[i].checks[c].variable == v ? b->notes[i].checks[c].noted : 0;
	return noted;
}

/* Returns the function of a callback. It is written once, however often it is mentioned, because it may count
 * its calls. */
static const struct c_callback *callback_of(struct body *b, uint32_t v)
{
	if (!b->callbacks[v].name)
		b->callbacks[v] = c_callback(b->code, b->seq->steps[v], c_callback_use(b->model, b->seq, v),
		                             b->plan.checked[v], noted_of(b, v));
	return &b->callbacks[v];
}

/* True for a block whose pointer needs memory declared as an array of elements. */
static bool has_memory(const struct body *b, uint32_t v)
{
	const struct step *step = b->seq->steps[v];
	uint64_t size = model_canonical(b->model, model_type(b->model, step->type)->target)->size;
	return b->plan.form[v] == FORM_POINTED && step->kind == STEP_BLOCK && !(size && step->size % size);
}

/* Returns "data + 5"; if the written type does not count in such steps, "(char *)data + 20" with a cast. */
static const char *inline_place(struct body *b, uint32_t v, type_id wanted)
{
	const struct step *step = b->seq->steps[v];
	uint32_t base = seq_index(v, step->args[0]);
	bool is_pointed = has_memory(b, base);
	if (!step->index && !is_pointed)
		return expression(b, v, step->args[0], wanted, NULL);
	/* The pointer may have been moved, but its memory has a name of its own. */
	const char *text = is_pointed ? arena_printf(b->arena, "%s_memory", b->plan.names[base])
	                              : mentioned(b, base, false);
	bool is_declared = is_pointed || is_memory(b->plan.form[base]);
	type_id element = is_declared ? b->plan.element[base] : pointee_of(b, base, false);
	bool is_written = is_declared || model_canonical(b->model, element)->kind != TYPE_VOID;
	uint64_t size = model_canonical(b->model, element)->size;
	const char *untyped = size ? NULL : untyped_element(b->seq->steps[base]);
	size = size ? size : 1;
	if (!is_written || step->index % size)
		return cast_to(b, wanted, arena_printf(b->arena, "((char *)%s + %u)", text, step->index));
	if (step->index)
		text = arena_printf(b->arena, "%s + %u", text, step->index / (uint32_t)size);
	bool from_const = !is_declared && model_type(b->model, element)->is_const;
	return needs_cast(b, wanted, element, from_const, untyped)
	               ? cast_to(b, wanted, arena_printf(b->arena, "(%s)", text))
	               : text;
}

static const char *inline_value(struct body *b, uint32_t v, type_id wanted, const struct for_param *place)
{
	const struct step *step = b->seq->steps[v];
	if (step->kind == STEP_PLACE)
		return inline_place(b, v, wanted ? wanted : step->type);
	if (step->kind == STEP_BLOCK)
		return inline_string(b, step);
	if (step->kind == STEP_CALLBACK)
		return callback_of(b, v)->name;
	if (step->n_fills)
		return expression(b, v, step->fills[0].arg, wanted ? wanted : step->type, NULL);
	return inline_number(b, step, place);
}

/* ---- expectations ---- */

/* Appends the expectation with `subject` for each $. For a block that is written as an object its name is used:
 * $->a becomes name.a, *$ becomes name. */
static void add_expectation(const char *expect, const char *subject, bool is_object, struct sb *out)
{
	for (const char *p = expect; *p; p++) {
		if (is_object && p[0] == '*' && p[1] == '$') {
			sb_add(out, subject);
			p++;
		} else if (p[0] != '$') {
			sb_add_char(out, *p);
		} else if (!is_object) {
			sb_add(out, subject);
		} else if (p[1] == '-' && p[2] == '>') {
			sb_addf(out, "%s.", subject);
			p += 2;
		} else {
			sb_addf(out, p[1] == '[' ? "(&%s)" : "&%s", subject);
		}
	}
}

/* Returns the expectation with the names of other steps in place of ${n}. */
static const char *name_others(struct body *b, const char *expect)
{
	for (const char *at; (at = strstr(expect, "${")) != NULL;) {
		char *end;
		uint32_t v = (uint32_t)strtoul(at + 2, &end, 10);
		expect = arena_printf(b->arena, "%.*s%s%s%s", (int)(at - expect), expect,
		                      b->plan.form[v] == FORM_OBJECT ? "&" : "", b->plan.names[v], end + 1);
	}
	return expect;
}

static const c_macros plain_macros = {
	[EXPECT_TRUE] = "CHECK(<)",         [EXPECT_FALSE] = "CHECK(!<)",
	[EXPECT_NULL] = "CHECK(< == NULL)", [EXPECT_NOT_NULL] = "CHECK(< != NULL)",
	[EXPECT_INT] = "CHECK_INT(<, >)",   [EXPECT_UINT] = "CHECK_UINT(<, >)",
	[EXPECT_REAL] = "CHECK_REAL(<, >)", [EXPECT_NEAR] = "CHECK_NEAR(<, >, ~)",
	[EXPECT_TEXT] = "CHECK_TEXT(<, >)", [EXPECT_BYTES] = "CHECK_BYTES(<, >, ~)",
};

/* Writes the macro of an expectation. `actual` already has the names of variables. */
static void write_macro(struct body *b, const struct c_check *check, const char *actual)
{
	struct sb text = { 0 };
	b->code->relations |= 1u << check->relation;
	for (const char *p = (*b->macros)[check->relation]; *p; p++) {
		if (*p == '<')
			sb_add(&text, actual);
		else if (*p == '>' && p[-1] != '-')
			sb_add(&text, check->value);
		else if (*p == '~')
			sb_add(&text, check->extra);
		else
			sb_add_char(&text, *p);
	}
	sb_add_char(&text, ';');
	add_line(b, sb_text(&text));
	sb_release(&text);
}

static void write_check(struct body *b, const struct c_check *check, const char *subject, bool is_object)
{
	struct sb actual = { 0 };
	add_expectation(name_others(b, check->expect), subject, is_object, &actual);
	write_macro(b, check, sb_text(&actual));
	sb_release(&actual);
}

static const struct c_check *checks_of(const struct body *b, uint32_t i, uint32_t *n)
{
	*n = b->notes ? b->notes[i].n_checks : 0;
	return *n ? b->notes[i].checks : NULL;
}

/* Writes the expectations that follow a step, except a first one that stands around the call. */
static void write_checks(struct body *b, uint32_t i)
{
	uint32_t n;
	const struct c_check *checks = checks_of(b, i, &n);
	for (uint32_t c = 0; c < n; c++) {
		uint32_t v = checks[c].variable;
		if (v == i && b->plan.form[i] == FORM_STATEMENT)
			continue;
		const char *subject = b->plan.names[v];
		if (b->seq->steps[v]->kind == STEP_CALLBACK)
			subject = checks[c].noted ? callback_of(b, v)->got : callback_of(b, v)->counter;
		write_check(b, &checks[c], subject, b->plan.form[v] == FORM_OBJECT);
	}
}

/* ---- declarations ---- */

/* Returns "int (*name)[3]", without const at the outside, because the test may assign to it. */
static const char *declaration(struct body *b, type_id type, const char *name)
{
	const struct type *t = model_type(b->model, type);
	if (!t->is_const || strpbrk(t->spelling, "(["))
		return type_declare(b->model, type, name, b->arena);
	const char *spelling = c_unqualified(b->model, type, b->arena);
	return arena_printf(b->arena, "%s%s%s", spelling, str_ends(spelling, "*") ? "" : " ", name);
}

struct filling {
	struct body *b;
	uint32_t i;
};

static const char *fill_expression(void *context, type_id type, uint32_t offset)
{
	struct filling *filling = context;
	struct body *b = filling->b;
	const struct step *step = b->seq->steps[filling->i];
	for (uint32_t f = 0; f < step->n_fills; f++) {
		struct arg arg = step->fills[f].arg;
		uint32_t v = seq_index(filling->i, arg);
		if (step->fills[f].offset == offset && seq_fits(b->model, type, b->seq->steps[v]->type, arg.address))
			return expression(b, filling->i, arg, type, NULL);
	}
	return NULL;
}

/* Copies the bytes of a step into place, if C has no plainer way. */
static void copy_bytes(struct body *b, uint32_t i, const char *place)
{
	const struct step *step = b->seq->steps[i];
	struct sb bytes = { 0 };
	c_string(step->bytes, step->size, &bytes);
	line(b, "memcpy(%s, %s, %u);", place, sb_text(&bytes), step->size);
	sb_release(&bytes);
	b->code->needs |= C_NEEDS_STRING;
	for (uint32_t f = 0; f < step->n_fills; f++) {
		struct arg arg = step->fills[f].arg;
		uint32_t v = seq_index(i, arg);
		const char *type = arg.address || is_memory(b->plan.form[v]) || b->plan.form[v] == FORM_INLINE
		                           ? "const void *"
		                           : type_declare(b->model, b->seq->steps[v]->type, "", b->arena);
		line(b, "memcpy((char *)%s + %u, &(%s){%s}, %u);", place, step->fills[f].offset, type,
		     expression(b, i, arg, 0, NULL), arg.address ? 8u : step_variable_size(b->seq->steps[v], b->model));
	}
}

/* The initialiser of the variable that is filled, which borrows `filling`. */
static struct c_init init_of(struct filling *filling)
{
	const struct step *step = filling->b->seq->steps[filling->i];
	return (struct c_init){ .code = filling->b->code,
		                .bytes = step->bytes,
		                .size = step->size,
		                .fill = fill_expression,
		                .context = filling,
		                .fills = step->fills,
		                .n_fills = step->n_fills };
}

static void declare_value(struct body *b, uint32_t i, type_id type, const char *name)
{
	struct filling filling = { b, i };
	struct c_init init = init_of(&filling);
	if (c_init_value(&init, type)) {
		line(b, "%s = %s;", declaration(b, type, name), sb_text(&init.text));
	} else {
		line(b, "%s;", declaration(b, type, name));
		copy_bytes(b, i, arena_printf(b->arena, "&%s", name));
	}
	c_init_release(&init);
}

/* Returns the number of elements without zeroes at the end, which the compiler adds. */
static uint64_t without_zeroes(const struct step *step, uint64_t element)
{
	uint64_t kept = step->size / element;
	uint64_t filled = step->n_fills ? step->fills[step->n_fills - 1].offset / element + 1 : 0;
	while (kept > filled && bytes_are_zero((const char *)step->bytes + (kept - 1) * element, element))
		kept--;
	return kept;
}

static void declare_string(struct body *b, uint32_t i, const char *element, const char *name)
{
	const struct step *step = b->seq->steps[i];
	uint64_t length = without_zeroes(step, 1);
	bool padded = step->size - length > 4;
	struct sb text = { 0 };
	c_string(step->bytes, padded ? length : step->size - 1, &text);
	if (b->plan.form[i] == FORM_LITERAL)
		line(b, "const char *%s = %s;", name, sb_text(&text));
	else if (padded)
		line(b, "%s %s[%u] = %s;", element, name, step->size, sb_text(&text));
	else
		line(b, "%s %s[] = %s;", element, name, sb_text(&text));
	sb_release(&text);
}

/* Declares plain memory, byte by byte. */
static void declare_bytes(struct body *b, uint32_t i, const struct type *element, const char *spelling,
                          const char *name)
{
	const struct step *step = b->seq->steps[i];
	static const struct type letter = { .kind = TYPE_INT, .spelling = "char", .size = 1, .is_signed = true };
	struct sb text = { 0 };
	uint64_t kept = without_zeroes(step, 1);
	bool padded = step->size - kept > 4 || kept == 0, letters = c_are_letters(step->bytes, step->size);
	if (letters && kept >= (str_equal(spelling, "char") ? 2 : 3) &&
	    !memchr(step->bytes, 0, kept)) { /* the compiler adds a zero only if there is room */
		c_string(step->bytes, kept, &text);
		line(b, "%s %s[%u] = %s;", spelling, name, step->size, sb_text(&text));
		sb_release(&text);
		return;
	}
	for (uint64_t k = 0, end = padded ? kept : step->size; k < end; k++) {
		uint64_t zeroes = c_zeroes_at((const unsigned char *)step->bytes + k, end - k);
		sb_add(&text, text.n ? ", " : "");
		if (zeroes && k + zeroes < end) {
			k += zeroes;
			sb_addf(&text, "[%llu] = ", (unsigned long long)k);
		}
		if (letters && str_equal(spelling, "char"))
			c_integer(b->code, &letter, spelling, value_int(element, (const char *)step->bytes + k), &text);
		else if (!element->is_signed && ((const unsigned char *)step->bytes)[k] > 9)
			sb_addf(&text, "0x%02x", ((const unsigned char *)step->bytes)[k]); /* a byte, not a number */
		else
			c_integer(b->code, element, spelling, value_int(element, (const char *)step->bytes + k), &text);
	}
	if (padded)
		line(b, "%s %s[%u] = {%s};", spelling, name, step->size ? step->size : 1, kept ? sb_text(&text) : "0");
	else
		line(b, "%s %s[] = {%s};", spelling, name, sb_text(&text));
	sb_release(&text);
}

/* Declares memory in which one byte fills most. The bytes around that run may be text. */
static void declare_run(struct body *b, uint32_t i, const char *spelling, const char *name, struct c_run run)
{
	const struct step *step = b->seq->steps[i];
	static const struct type letter = { .kind = TYPE_INT, .spelling = "char", .size = 1, .is_signed = true };
	static const struct type number = { .kind = TYPE_INT, .spelling = "unsigned char", .size = 1 };
	uint32_t behind = run.at + run.size, end = (uint32_t)without_zeroes(step, 1);
	struct sb before = { 0 }, byte = { 0 }, after = { 0 };
	c_string(step->bytes, run.at, &before);
	c_integer(b->code, c_are_letters(&run.byte, 1) ? &letter : &number, "unsigned char", run.byte, &byte);
	line(b, "%s %s[%u] = %s;", spelling, name, step->size, sb_text(&before));
	const char *place = run.at ? arena_printf(b->arena, "%s + %u", name, run.at) : name;
	line(b, "memset(%s, %s, %u);", place, sb_text(&byte), run.size);
	if (end > behind) {
		c_string((const char *)step->bytes + behind, end - behind, &after);
		line(b, "memcpy(%s + %u, %s, %u);", name, behind, sb_text(&after), end - behind);
	}
	b->code->needs |= C_NEEDS_STRING;
	sb_release(&before);
	sb_release(&byte);
	sb_release(&after);
}

static void declare_elements(struct body *b, uint32_t i, type_id element, const char *name)
{
	const struct step *step = b->seq->steps[i];
	uint64_t size = model_canonical(b->model, element)->size, count = step->size / size;
	uint64_t kept = without_zeroes(step, size);
	bool padded = count - kept > 4 || kept == 0;
	struct filling filling = { b, i };
	struct c_init init = init_of(&filling);
	const char *sized = arena_printf(b->arena, "%s[%llu]", name, (unsigned long long)(count ? count : 1));
	if (kept == 0)
		line(b, "%s = {0};", declaration(b, element, sized));
	else if (c_init_elements(&init, element, padded ? kept : count))
		line(b, "%s = %s;", declaration(b, element, padded ? sized : arena_printf(b->arena, "%s[]", name)),
		     sb_text(&init.text));
	else {
		line(b, "%s;", declaration(b, element, sized));
		copy_bytes(b, i, name);
	}
	c_init_release(&init);
}

/* Declares the memory of a block under this name. */
static void declare_memory(struct body *b, uint32_t i, const char *name)
{
	static const struct type byte = { .kind = TYPE_INT, .spelling = "unsigned char", .size = 1 };
	const struct step *step = b->seq->steps[i];
	type_id element = b->plan.element[i];
	const struct type *type = model_canonical(b->model, element);
	bool untyped = type->kind == TYPE_VOID;
	const char *spelling = untyped ? untyped_element(step) : c_unqualified(b->model, element, b->arena);
	struct c_run run;
	if ((untyped || type_is_char(type)) && c_find_run(step, &run)) {
		declare_run(b, i, spelling, name, run);
	} else if (step->is_string) {
		declare_string(b, i, spelling, name);
	} else if ((untyped || type_is_char(type)) && step->n_fills) {
		line(b, "_Alignas(16) unsigned char %s[%u];", name, step->size);
		copy_bytes(b, i, name);
	} else if (untyped || type_is_char(type)) {
		declare_bytes(b, i, untyped ? &byte : type, spelling, name);
	} else {
		declare_elements(b, i, element, name);
	}
}

/* Declares a struct with more memory than its type has: a flexible array at its end. */
static void declare_oversized(struct body *b, uint32_t i, const char *name, const char *memory)
{
	const struct step *step = b->seq->steps[i];
	type_id element = model_type(b->model, step->type)->target;
	line(b, "union {%s; char bytes[%u];} %s;", declaration(b, element, "head"), step->size, memory);
	copy_bytes(b, i, arena_printf(b->arena, "&%s", memory));
	line(b, "%s = &%s.head;", declaration(b, step->type, name), memory);
}

static void declare_pointed(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const char *name = b->plan.names[i], *memory = arena_printf(b->arena, "%s_memory", name);
	const struct type *element = model_canonical(b->model, model_type(b->model, step->type)->target);
	if (element->size && step->size % element->size) {
		declare_oversized(b, i, name, memory);
		return;
	}
	declare_memory(b, i, memory);
	type_id from = b->plan.element[i];
	line(b, "%s = %s;", declaration(b, step->type, name),
	     needs_cast(b, step->type, from, false, NULL) ? cast_to(b, step->type, memory) : memory);
}

/* ---- files ---- */

static void make_plain_file(struct body *b, const struct step *step, const char *variable, const char *bytes)
{
	bool is_descriptor = step_is_descriptor(b->model, step);
	const char *name = is_descriptor ? arena_printf(b->arena, "%s_file", variable) : variable;
	b->code->needs |= C_NEEDS_STDIO;
	line(b, "%s = tmpfile();",
	     is_descriptor ? arena_printf(b->arena, "FILE *%s", name) : declaration(b, step->type, name));
	if (step->size && memchr(step->bytes, 0, step->size))
		line(b, "fwrite(%s, 1, %u, %s);", bytes, step->size, name);
	else if (step->size)
		line(b, "fputs(%s, %s);", bytes, name);
	if (step->size)
		line(b, "rewind(%s);", name);
	if (is_descriptor)
		line(b, "%s = fileno(%s);", declaration(b, step->type, variable), name);
}

static void make_file(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const char *name = b->plan.names[i];
	struct sb bytes = { 0 };
	c_string(step->bytes, step->size, &bytes);
	if (b->alone) {
		make_plain_file(b, step, name, sb_text(&bytes));
	} else if (step_is_descriptor(b->model, step)) {
		b->code->opens_descriptors = true;
		b->code->needs |= C_NEEDS_STDIO | C_NEEDS_STDLIB | C_NEEDS_UNISTD;
		line(b, "%s = descriptor_holding(%s, %u);", declaration(b, step->type, name), sb_text(&bytes),
		     step->size);
	} else {
		b->code->opens_files = true;
		b->code->needs |= C_NEEDS_STDIO | C_NEEDS_STDLIB;
		line(b, "%s = file_holding(%s, %u);", declaration(b, step->type, name), sb_text(&bytes), step->size);
	}
	sb_release(&bytes);
}

static const char *path_array(const struct body *b, uint32_t i)
{
	const char *name = b->plan.names[i];
	return b->plan.form[i] == FORM_POINTED ? arena_printf(b->arena, "%s_memory", name) : name;
}

static void make_path(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const char *array = path_array(b, i);
	b->code->makes_files = true;
	b->code->needs |= C_NEEDS_STDIO | C_NEEDS_STDLIB;
	line(b, "char %s[] = \"test-XXXXXX\";", array);
	struct sb bytes = { 0 };
	c_string(step->bytes, step->size, &bytes);
	if (step->absent)
		line(b, "temp_file(%s, NULL, 0);", array);
	else
		line(b, "temp_file(%s, %s, %u);", array, sb_text(&bytes), step->size);
	sb_release(&bytes);
	if (b->plan.form[i] == FORM_POINTED)
		line(b, "%s = %s;", declaration(b, step->type, b->plan.names[i]), array);
}

/* Closes a file. A call that took the file over closes it, too, but not the stream of a descriptor. */
static void close_file(struct body *b, uint32_t i)
{
	bool is_descriptor = step_is_descriptor(b->model, b->seq->steps[i]);
	if (is_descriptor && b->alone)
		line(b, "fclose(%s_file);", b->plan.names[i]);
	else if (!seq_is_taken(b->model, b->seq, i))
		line(b, is_descriptor ? "close(%s);" : "fclose(%s);", b->plan.names[i]);
}

/* Undoes things that would disturb the next test. */
static void clean_up(struct body *b)
{
	bool *reset = ARENA_ARRAY(b->arena, bool, b->model->missing.n + 1);
	for (uint32_t i = 0; i < b->seq->n; i++) {
		const struct step *step = b->seq->steps[i];
		if (step->kind == STEP_STUB && !reset[step->index]) {
			reset[step->index] = true;
			c_reset_stand_in(b->code, step->index, b->indent, b->out);
		}
		if (!b->plan.names[i])
			continue;
		if (step->kind == STEP_FILE)
			close_file(b, i);
		if (step->kind == STEP_PATH)
			line(b, "remove(%s);", path_array(b, i));
	}
}

/* ---- steps ---- */

static void write_stub(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const struct type *function = model_type(b->model, b->model->missing.at[step->index].type);
	const char *pointer = step->n_fills ? expression(b, i, step->fills[0].arg, function->target, NULL) : NULL;
	c_tell_stand_in(b->code, step, pointer, b->indent, b->out);
}

/* Returns the function's name, in parentheses if a macro has the same name. */
static const char *callee_text(const struct body *b, const struct function *function)
{
	const char *helper = c_call_of_zeroes(b->code, (uint32_t)(function - b->model->functions.at));
	if (helper)
		return helper;
	return function->is_macro ? arena_printf(b->arena, "(%s)", function->name) : function->name;
}

/* Returns the cast of an argument behind "...", where nothing makes a long of a number that is written as an int. */
static const char *cast_behind_dots(const struct body *b, const struct function *function, uint32_t a)
{
	const struct type *type = model_canonical(b->model, function->params[a].type);
	bool is_number = type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
	if (!function->n_named || a < function->n_named || !is_number || str_equal(type->spelling, "int"))
		return "";
	return arena_printf(b->arena, "(%s)", type->spelling);
}

/* Returns "reader->open" for a method of the object that is the first argument. */
static const char *method_text(struct body *b, uint32_t i, const struct function *function)
{
	const struct step *step = b->seq->steps[i];
	const char *object = expression(b, i, step->args[0], function->params[0].type,
	                                &(struct for_param){ step->index, 0 });
	bool is_name = !object[strspn(object, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")];
	return arena_printf(b->arena, is_name ? "%s->%s" : "(%s)->%s", object, function->method);
}

/* Returns the call, or a call of another function with its arguments; `first` stands before them. */
static const char *call_text(struct body *b, uint32_t i, const char *name, const char *first)
{
	const struct step *step = b->seq->steps[i];
	const struct function *function = step_function(b->model, step);
	struct sb text = { 0 };
	bool own = str_equal(name, callee_text(b, function));
	if (own && function->method)
		sb_addf(&text, "%s(", method_text(b, i, function));
	else
		sb_addf(&text, "%s(%s%s", name, first, first[0] && step->n_args ? ", " : "");
	const char *between = "";
	for (uint32_t a = 0; a < step->n_args; a++) {
		if (model_canonical(b->model, function->params[a].type)->kind == TYPE_VA_LIST)
			continue;
		sb_addf(&text, "%s%s%s", between, cast_behind_dots(b, function, a),
		        expression(b, i, step->args[a], function->params[a].type,
		                   &(struct for_param){ step->index, a }));
		between = ", ";
	}
	for (uint32_t a = 0; own && a < model_unnamed_arguments(function); a++) {
		sb_add(&text, ", NULL");
		b->code->needs |= C_NEEDS_STDDEF;
	}
	sb_add(&text, ")");
	const char *result = arena_strdup(b->arena, sb_text(&text));
	sb_release(&text);
	return result;
}

/* True if the function's result must be used and nobody does. A cast to void is not enough for gcc. */
static bool needs_a_look(const struct body *b, const struct function *function)
{
	return function->must_use && type_is_scalar(model_canonical(b->model, function->result));
}

/* True if the call has an empty format, which compilers take for a mistake. */
static bool has_empty_format(const struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const struct function *function = step_function(b->model, step);
	for (uint32_t a = 0; a < step->n_args; a++) {
		const struct step *from = b->seq->steps[seq_index(i, step->args[a])];
		if (function->params[a].role == ROLE_FORMAT && from->is_string && ((const char *)from->bytes)[0] == 0)
			return true;
	}
	return false;
}

/* Assigns the elements of an array one by one. */
static void write_elements(struct body *b, const struct function *setter, const char *from)
{
	const char *counter = str_equal(setter->sets, "k") || str_equal(from, "k") ? "n" : "k";
	line(b, "for (unsigned %s = 0; %s < %u; %s++)\n    %s[%s] = %s[%s];", counter, counter, setter->params[0].count,
	     counter, setter->sets, counter, from, counter);
}

static bool is_name(const char *text)
{
	return text[0] &&
	       strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
}

/* Assigns a new value to a field of an object. */
static void write_field(struct body *b, uint32_t i, const struct function *setter)
{
	const struct step *step = b->seq->steps[i];
	const char *object = expression(b, i, step->args[0], setter->params[0].type, NULL);
	const char *value = expression(b, i, step->args[1], setter->params[1].type,
	                               &(struct for_param){ step->index, 1 });
	if (object[0] == '&' && is_name(object + 1))
		line(b, "%s.%s = %s;", object + 1, setter->sets, value);
	else
		line(b, is_name(object) ? "%s->%s = %s;" : "(%s)->%s = %s;", object, setter->sets, value);
}

/* Assigns a new value to a variable of the unit. */
static void write_setting(struct body *b, uint32_t i, const struct function *setter)
{
	const struct step *step = b->seq->steps[i];
	const char *value = expression(b, i, step->args[0], setter->params[0].type,
	                               &(struct for_param){ step->index, 0 });
	if (setter->fails)
		line(b, "%s(%s);", setter->name, value);
	else if (setter->sets_bytes)
		write_elements(b, setter, value);
	else
		line(b, "%s = %s;", setter->sets, value);
}

/* Writes a call that must end the program. */
static void write_end(struct body *b, const char *call, int code)
{
	b->code->ends_programs = true;
	b->code->needs |= C_NEEDS_STDIO | C_NEEDS_STDLIB | C_NEEDS_UNISTD | C_NEEDS_WAIT;
	const struct c_check check = { .relation = EXPECT_INT, .value = arena_printf(b->arena, "%d", code) };
	write_macro(b, &check, arena_printf(b->arena, "exit_status(%s)", call));
}

static void write_call(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const struct function *function = step_function(b->model, step);
	if (function->holder) {
		write_field(b, i, function);
		return;
	}
	if (function->sets) {
		write_setting(b, i, function);
		return;
	}
	const char *call = call_text(b, i, callee_text(b, function), "");
	if (has_empty_format(b, i))
		b->code->needs |= C_NEEDS_EMPTY_FORMAT;
	uint32_t n;
	const struct c_check *checks = checks_of(b, i, &n);
	if (b->notes && b->notes[i].ends)
		write_end(b, call, b->notes[i].status);
	else if (b->plan.form[i] == FORM_VARIABLE && model_type(b->model, step->type)->spellable)
		line(b, "%s = %s;", declaration(b, step->type, b->plan.names[i]), call);
	else if (b->plan.form[i] == FORM_VARIABLE)
		line(b, "__auto_type %s = %s;", b->plan.names[i], call);
	else if (n && checks[0].variable == i)
		write_check(b, &checks[0], call, false);
	else
		line(b, needs_a_look(b, function) ? "(void)!%s;" : "%s;", call);
}

/* Writes the functions that must return true around a call. */
static void ask(struct body *b, uint32_t i, const char *function, const char *result)
{
	if (function)
		write_macro(b, &(struct c_check){ 0 }, call_text(b, i, function, result));
}

/* Writes the copy of the bytes that a call must leave unchanged, or (`after`) the comparison. */
static void keep(struct body *b, uint32_t i, bool after)
{
	const struct c_note *note = b->notes ? &b->notes[i] : NULL;
	if (!note || !note->kept_size)
		return;
	const char *place = expression(b, i, b->seq->steps[i]->args[note->kept_arg], 0, NULL);
	b->code->needs |= C_NEEDS_STRING;
	if (after) {
		write_macro(b, &(struct c_check){ 0 },
		            arena_printf(b->arena, "memcmp(%s, before, sizeof before) == 0", place));
		return;
	}
	line(b, "char before[%u];", note->kept_size);
	line(b, "memcpy(before, %s, sizeof before);", place);
}

static const char *result_name(const struct body *b, uint32_t i)
{
	return b->plan.form[i] == FORM_VARIABLE ? b->plan.names[i] : "";
}

static void write_callback_variable(struct body *b, uint32_t i)
{
	const char *name = inline_value(b, i, 0, NULL);
	line(b, "%s = %s;", declaration(b, b->seq->steps[i]->type, b->plan.names[i]), name);
}

/* Writes a call of free(), which takes no pointer to const. */
static void write_free(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	uint32_t v = seq_index(i, step->args[0]);
	bool is_const = model_type(b->model, pointee_of(b, v, false))->is_const && !is_memory(b->plan.form[v]);
	b->code->needs |= C_NEEDS_STDLIB;
	line(b, "free(%s%s);", is_const ? "(void *)" : "", expression(b, i, step->args[0], 0, NULL));
}

/* Resets the count of a callback's calls, which are counted for this step from here on. */
static void count_anew(struct body *b, uint32_t i)
{
	const struct c_callback *callback = callback_of(b, i);
	if (callback->counter)
		line(b, "%s = 0;", callback->counter);
}

static void write_step(struct body *b, uint32_t i)
{
	const struct step *step = b->seq->steps[i];
	const char *name = b->plan.names[i];
	if (step->kind == STEP_CALLBACK && b->plan.checked[i])
		count_anew(b, i);
	switch (b->plan.form[i]) {
	case FORM_NOTHING:
	case FORM_INLINE:
		return;
	case FORM_ARRAY:
	case FORM_LITERAL:
		if (step->kind == STEP_PATH)
			make_path(b, i);
		else
			declare_memory(b, i, name);
		return;
	case FORM_OBJECT:
		declare_value(b, i, b->plan.element[i], name);
		return;
	case FORM_POINTED:
		if (step->kind == STEP_PATH)
			make_path(b, i);
		else
			declare_pointed(b, i);
		return;
	default:
		break;
	}
	if (step_is_call(step))
		write_call(b, i);
	else if (step->kind == STEP_VALUE)
		declare_value(b, i, step->type, name);
	else if (step->kind == STEP_CALLBACK)
		write_callback_variable(b, i);
	else if (step->kind == STEP_PLACE)
		line(b, "%s = %s;", type_declare(b->model, step->type, name, b->arena), inline_place(b, i, step->type));
	else if (step->kind == STEP_FILE)
		make_file(b, i);
	else if (step->kind == STEP_FREE)
		write_free(b, i);
	else
		write_stub(b, i);
}

/* Adds a comment behind the last line written since `start`, or on a line of its own. */
static void add_comment(struct body *b, const char *comment, size_t start)
{
	if (b->out->n == start) {
		sb_addf(b->out, "%s/* %s */\n", b->indent, comment);
		return;
	}
	b->out->text[--b->out->n] = 0;
	sb_addf(b->out, "     /* %s */\n", comment);
}

void c_code_body(struct c_code *code, const struct seq *seq, const struct c_note *notes, const struct c_style *style,
                 struct sb *out)
{
	struct body b = {
		.code = code, .model = code->model, .seq = seq, .notes = notes, .arena = arena_new(), .out = out
	};
	b.macros = style && style->macros ? style->macros : &plain_macros;
	b.indent = style && style->indent ? style->indent : "    ";
	b.alone = style && style->alone;
	b.plan = c_plan_make(code, seq, notes, b.arena);
	b.callbacks = ARENA_ARRAY(b.arena, struct c_callback, seq->n + 1);
	strmap_release(&code->in_body); /* each test has a process of its own, and so its own counts */
	c_chunks chunks = { 0 };
	c_breaks breaks = { 0 };
	size_t body = out->n;
	bool apart = false;
	for (uint32_t i = 0; i < seq->n; i++) {
		size_t start = out->n;
		ask(&b, i, notes ? notes[i].before : NULL, "");
		keep(&b, i, false);
		write_step(&b, i);
		keep(&b, i, true);
		ask(&b, i, notes ? notes[i].after : NULL, result_name(&b, i));
		write_checks(&b, i);
		if (notes && notes[i].comment)
			add_comment(&b, notes[i].comment, start);
		apart = apart || (notes && notes[i].apart);
		if (out->n > start) {
			vec_push(&chunks, (struct c_chunk){ start, apart });
			apart = false;
		}
	}
	c_fold_repeats(&chunks, b.indent, out, &breaks);
	vec_release(&chunks);
	c_set_apart(&breaks, body, out);
	vec_release(&breaks);
	clean_up(&b);
	arena_free(b.arena);
}
