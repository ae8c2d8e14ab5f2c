/* c_value: values as C: numbers, strings, initialisers. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "emit/text/c_parts.h"
#include "seq/value.h"

/* ---- strings ---- */

/* Writes $ in a way that expectations do not take it for the variable. */
void c_string(const void *bytes, size_t size, struct sb *out)
{
	sb_add_literal(out, bytes, size, "");
}

bool c_are_letters(const unsigned char *bytes, uint64_t n)
{
	uint64_t letters = 0, others = 0;
	for (uint64_t k = 0; k < n; k++) {
		bool is_letter = (bytes[k] >= 0x20 && bytes[k] < 0x7f) || (bytes[k] && strchr("\n\t\r", bytes[k]));
		letters += is_letter;
		others += !is_letter && bytes[k];
	}
	return letters && !others;
}

/* ---- numbers ---- */

struct limit {
	const char *type;
	int64_t value;
	const char *name;
	unsigned need;
};

/* Limits that people write by name; the first that fits the type is used. */
static const struct limit limits[] = {
	{ "int", INT32_MAX, "INT_MAX", C_NEEDS_LIMITS },
	{ "int", INT32_MIN, "INT_MIN", C_NEEDS_LIMITS },
	{ "unsigned int", UINT32_MAX, "UINT_MAX", C_NEEDS_LIMITS },
	{ "long", INT64_MAX, "LONG_MAX", C_NEEDS_LIMITS },
	{ "long", INT64_MIN, "LONG_MIN", C_NEEDS_LIMITS },
	{ "size_t", -1, "SIZE_MAX", C_NEEDS_STDINT },
	{ "unsigned long", -1, "ULONG_MAX", C_NEEDS_LIMITS },
	{ "long long", INT64_MAX, "LLONG_MAX", C_NEEDS_LIMITS },
	{ "long long", INT64_MIN, "LLONG_MIN", C_NEEDS_LIMITS },
	{ "unsigned long long", -1, "ULLONG_MAX", C_NEEDS_LIMITS },
};

static const struct limit *limit_for(const char *spelling, const char *canonical, int64_t number)
{
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (limits[i].value == number &&
		    (str_equal(limits[i].type, spelling) || str_equal(limits[i].type, canonical)))
			return &limits[i];
	return NULL;
}

static const char *enumerator_of(const struct type *type, int64_t number)
{
	for (uint32_t e = 0; e < type->n_enumerators; e++)
		if (type->enumerators[e].value == number)
			return type->enumerators[e].name;
	return NULL;
}

static void add_char_literal(char c, struct sb *out)
{
	if (c == '\'')
		sb_add(out, "'\\''");
	else if (c_escape_letter((unsigned char)c) && c != '"')
		sb_addf(out, "'\\%c'", c_escape_letter((unsigned char)c));
	else
		sb_addf(out, "'%c'", c);
}

static bool reads_as_char(const struct type *type, int64_t number)
{
	return type_is_char(type) && str_equal(type->spelling, "char") &&
	       (number == '\n' || number == '\t' || number == '\r' ||
	        (number > 0 && number < 0x80 && isprint((int)number)));
}

/* True if the unit's own code has this number, and always in hexadecimal. */
static bool is_hex_in_code(const struct model *model, const struct type *type, int64_t number)
{
	bool is_hex = false;
	if (number < 10 || type->kind != TYPE_INT)
		return false;
	for (size_t i = 0; i < model->literals.n; i++) {
		const struct literal *literal = &model->literals.at[i];
		if (literal->is_string || literal->is_real || literal->number != number)
			continue;
		if (!literal->is_hex)
			return false;
		is_hex = true;
	}
	return is_hex;
}

void c_integer(struct c_code *code, const struct type *type, const char *spelling, int64_t number, struct sb *out)
{
	const char *name = enumerator_of(type, number);
	const struct limit *limit = limit_for(spelling, type->spelling, number);
	if (name) {
		sb_add(out, name);
	} else if (limit) {
		sb_add(out, limit->name);
		code->needs |= limit->need;
	} else if (type->kind == TYPE_BOOL && strstr(spelling, "bool")) {
		sb_add(out, number ? "true" : "false");
		code->needs |= C_NEEDS_STDBOOL;
	} else if (reads_as_char(type, number)) {
		add_char_literal((char)number, out);
	} else if (type_is_char(type) && str_equal(type->spelling, "char") && number < -1) {
		sb_addf(out, "'\\x%02x'", (unsigned)number & 0xff); /* a byte of a longer character, not a number */
	} else if (is_hex_in_code(code->model, type, number)) {
		sb_addf(out, "0x%llx", (unsigned long long)number);
	} else if (number == INT64_MIN && type->is_signed) {
		sb_add(out, "(-9223372036854775807 - 1)");
	} else if (type->is_signed || number >= 0) {
		sb_addf(out, "%lld", (long long)number);
	} else {
		sb_addf(out, "%lluu", (unsigned long long)number);
	}
}

static void add_pointer(struct c_code *code, type_id id, const void *bytes, struct sb *out)
{
	const struct type *type = model_canonical(code->model, id);
	uint64_t address = (uint64_t)value_int(type, bytes);
	if (!address) {
		sb_add(out, "NULL");
		code->needs |= C_NEEDS_STDDEF;
		return;
	}
	bool function = model_canonical(code->model, type->target)->kind == TYPE_FUNCTION;
	sb_addf(out, "(%s)0x%llx", function ? type_declare(code->model, id, "", code->arena) : "void *",
	        (unsigned long long)address);
}

static void add_finite(const struct type *type, long double number, struct sb *out)
{
	char text[VALUE_REAL_TEXT];
	value_real_text(type, number, text);
	sb_add(out, text);
	if (!strpbrk(text, ".e"))
		sb_add(out, ".0");
	sb_add(out, type->size == 4 ? "f" : type->size == 16 ? "L" : "");
}

static void add_real(struct c_code *code, const struct type *type, const void *bytes, struct sb *out)
{
	long double number = value_real(type, bytes);
	if (!isnan(number) && !isinf(number)) {
		add_finite(type, number, out);
		return;
	}
	sb_add(out, signbit(number) ? "-" : ""); /* of a NaN, too: code that takes floats apart sees the sign */
	sb_add(out, isnan(number) ? "NAN" : "INFINITY");
	code->needs |= C_NEEDS_MATH;
}

void c_code_scalar(struct c_code *code, type_id id, const void *bytes, struct sb *out)
{
	const struct type *type = model_canonical(code->model, id);
	if (type->kind == TYPE_FLOAT)
		add_real(code, type, bytes, out);
	else if (type->kind == TYPE_POINTER)
		add_pointer(code, id, bytes, out);
	else
		c_integer(code, type, c_unqualified(code->model, id, code->arena), value_int(type, bytes), out);
}

/* ---- expectations ---- */

enum c_relation c_code_relation(const struct c_code *code, type_id id)
{
	const struct type *type = model_canonical(code->model, id);
	if (type->size > 8)
		return EXPECT_TRUE;
	return type->kind == TYPE_INT && !type->is_signed ? EXPECT_UINT : EXPECT_INT;
}

bool c_code_has(const struct c_code *code, enum c_relation relation)
{
	return code->relations >> relation & 1;
}

#define PLAIN_DIGITS 7       /* a number with so few digits is exact, because somebody chose it */

/* Gives the first digits of the number, so few that no error of arithmetic reaches them, and a tolerance of one
 * in the last digit. False: the number is exact, or too large or small. */
static bool is_inexact(const struct type *type, long double number, char *digits, char *tolerance, size_t size)
{
	int n = type->size == 4 ? 5 : 10;
	double given = (double)number, magnitude = fabs(given);
	snprintf(digits, size, "%.*g", PLAIN_DIGITS, given);
	unsigned char meant[16], exact[16];
	memset(meant, 0, sizeof meant);
	memset(exact, 0, sizeof exact);
	value_set_real(type, meant, strtold(digits, NULL));
	value_set_real(type, exact, number);
	bool is_whole = given == floor(given) && magnitude < (type->size == 4 ? 0x1p24 : 0x1p53);
	double least = type->size == 4 ? 1e-30 : 1e-290, most = type->size == 4 ? 1e30 : 1e290;
	if (is_whole || memcmp(meant, exact, type->size) == 0 || !(magnitude > least && magnitude < most))
		return false;
	snprintf(digits, size, "%.*g", n, given);
	snprintf(tolerance, size, "1e%d", (int)floor(log10(magnitude)) - n + 1);
	return true;
}

static struct c_check expect_real(struct c_code *code, const struct type *type, const void *bytes)
{
	long double number = value_real(type, bytes);
	char digits[64], tolerance[64];
	struct c_check check = { .expect = "$", .relation = EXPECT_REAL };
	if (isnan(number)) {
		code->needs |= C_NEEDS_MATH;
		return (struct c_check){ .expect = "isnan($)" };
	}
	if (!isinf(number) && is_inexact(type, number, digits, tolerance, sizeof digits)) {
		check.relation = EXPECT_NEAR;
		check.value = arena_printf(code->arena, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
		check.extra = arena_strdup(code->arena, tolerance);
		return check;
	}
	struct sb text = { 0 };
	if (number == 0)
		sb_add(&text, "0.0");
	else
		add_real(code, type, bytes, &text);
	check.value = arena_strdup(code->arena, sb_text(&text));
	sb_release(&text);
	return check;
}

struct c_check c_code_expect(struct c_code *code, type_id id, const void *bytes)
{
	const struct type *type = model_canonical(code->model, id);
	bool is_zero = bytes_are_zero(bytes, type->size);
	INVARIANT(type_is_scalar(type));
	if (type->kind == TYPE_FLOAT)
		return expect_real(code, type, bytes);
	struct c_check check = { .expect = "$", .relation = c_code_relation(code, id) };
	if (type->kind == TYPE_POINTER) {
		check.relation = is_zero ? EXPECT_NULL : EXPECT_NOT_NULL;
		code->needs |= C_NEEDS_STDDEF;
	} else if (type->kind == TYPE_BOOL) {
		check.relation = is_zero ? EXPECT_FALSE : EXPECT_TRUE;
	} else {
		struct sb value = { 0 };
		c_code_scalar(code, id, bytes, &value);
		check.value = arena_strdup(code->arena, sb_text(&value));
		if (check.relation == EXPECT_TRUE)
			check.expect = arena_printf(code->arena, "$ == %s", check.value);
		sb_release(&value);
	}
	return check;
}

/* Returns the name of the number in the unit's own code at this place. A macro without a connection to this
 * place is taken only where a person would: if the number is telling, and the name starts as the function's
 * does (RING_MAX in ring_new(RING_MAX)). */
const char *c_constant_for(const struct model *model, uint32_t index, uint32_t param, int64_t number)
{
	const char *function = model->functions.at[index].name;
	const char *found = model_number_name(model, index, param, number);
	size_t prefix = strcspn(function, "_");
	if (found || (number < 256 && number > -256) || prefix < 2 || !function[prefix])
		return found;
	for (size_t i = 0; i < model->constants.n; i++) {
		const struct constant *constant = &model->constants.at[i];
		if (!constant->is_macro || constant->in_source || constant->unknown_to_tests ||
		    constant->value != number || strncasecmp(constant->name, function, prefix + 1) != 0)
			continue;
		if (found) /* two names fit: neither is taken */
			return NULL;
		found = constant->name;
	}
	return found;
}

const char *c_unqualified(const struct model *model, type_id id, struct arena *arena)
{
	const struct type *type = model_type(model, id);
	const char *spelling = type->spelling;
	/* In front of a pointer, const belongs to its target. */
	bool derived = strpbrk(spelling, "*[(") != NULL;
	while (!derived && (str_starts(spelling, "const ") || str_starts(spelling, "volatile ")))
		spelling = strchr(spelling, ' ') + 1;
	const char *end = str_ends(spelling, " const") ? " const" : str_ends(spelling, "*const") ? "const" : "";
	return arena_strndup(arena, spelling, strlen(spelling) - strlen(end));
}

bool c_differs_inside(const struct model *model, type_id a, type_id b)
{
	const struct type *x = model_type(model, a), *y = model_type(model, b);
	if (x->kind != TYPE_POINTER || y->kind != TYPE_POINTER)
		return false;
	return model_type(model, x->target)->is_const != model_type(model, y->target)->is_const ||
	       c_differs_inside(model, x->target, y->target);
}

/* ---- initialisers ---- */

static void must_say(struct c_init *init, uint64_t offset, uint64_t size)
{
	memset(init->matters + offset, 0xff, size);
}

static void say_scalar(struct c_init *init, type_id id, uint64_t offset)
{
	const struct type *type = model_canonical(init->code->model, id);
	const unsigned char *bytes = init->bytes + offset;
	must_say(init, offset, type->size);
	c_code_scalar(init->code, id, bytes, &init->text);
	if (type->kind == TYPE_FLOAT && type->size == 16)
		memset(init->matters + offset + 10, 0, 6);
	/* A reader cannot tell one NaN from another. */
	if (type->kind != TYPE_FLOAT || isnan(value_real(type, bytes)))
		memcpy(init->said + offset, bytes, type->size);
	else
		value_set_real(type, init->said + offset, value_real(type, bytes));
	if (type->kind == TYPE_BOOL)
		init->said[offset] &= 1;
}

static bool say_fill(struct c_init *init, type_id type, uint64_t offset)
{
	const char *expression = init->fill ? init->fill(init->context, type, (uint32_t)offset) : NULL;
	if (expression)
		sb_add(&init->text, expression);
	for (uint32_t f = 0; f < init->n_fills && expression; f++)
		init->fills_said[f] |= init->fills[f].offset == offset;
	return expression != NULL;
}

/* True if pointers of the test are stored in this range and the text does not have them, because the type of a
 * member does not fit. */
static bool leaves_fill(const struct c_init *init, uint64_t offset, uint64_t size)
{
	for (uint32_t f = 0; f < init->n_fills; f++)
		if (init->fills[f].offset >= offset && init->fills[f].offset < offset + size && !init->fills_said[f])
			return true;
	return false;
}

static void forget_fills(struct c_init *init, uint64_t offset, uint64_t size)
{
	for (uint32_t f = 0; f < init->n_fills; f++)
		if (init->fills[f].offset >= offset && init->fills[f].offset < offset + size)
			init->fills_said[f] = false;
}

/* True if nothing is stored in this part and all of it is zero. */
static bool is_zero_part(struct c_init *init, type_id id, uint64_t offset)
{
	const struct type *type = model_canonical(init->code->model, id);
	if (init->fill && init->fill(init->context, id, (uint32_t)offset))
		return false;
	if (type->kind == TYPE_ARRAY) {
		uint64_t size = model_canonical(init->code->model, type->target)->size;
		for (uint64_t k = 0; k < type->count; k++)
			if (!is_zero_part(init, type->target, offset + k * size))
				return false;
		return true;
	}
	for (uint32_t f = 0; f < type->n_fields; f++) {
		const struct field *field = &type->fields[f];
		if (!field->bit_width && !is_zero_part(init, field->type, offset + field->bit_offset / 8))
			return false;
		if (field->bit_width && field->name[0] && value_bits(init->code->model, field, init->bytes + offset))
			return false;
	}
	return type->n_fields || bytes_are_zero(init->bytes + offset, type->size);
}

static bool say_part(struct c_init *init, type_id id, uint64_t offset);
static bool say_fields(struct c_init *init, const struct type *type, uint64_t offset, bool *first);

static void say_designator(struct c_init *init, const struct field *field, bool *first)
{
	sb_addf(&init->text, "%s.%s = ", *first ? "" : ", ", field->name);
	*first = false;
}

static bool say_bits(struct c_init *init, const struct field *field, uint64_t offset, bool *first)
{
	int64_t number = value_bits(init->code->model, field, init->bytes + offset);
	if (!field->name[0] || !number)
		return true;
	say_designator(init, field, first);
	const struct type *type = model_canonical(init->code->model, field->type);
	c_integer(init->code, type, type->spelling, number, &init->text);
	value_set_bits(field, init->said + offset, number);
	return true;
}

/* Writes the name of the number of a field, if the unit's own code has one. */
static bool say_name(struct c_init *init, const struct type *record, const struct field *field, uint64_t at)
{
	const struct model *model = init->code->model;
	const struct type *type = model_canonical(model, field->type);
	if (type->kind != TYPE_INT || (init->fill && init->fill(init->context, field->type, (uint32_t)at)))
		return false;
	const char *name = model_field_number_name(model, record->canonical, (uint32_t)(field - record->fields),
	                                           value_int(type, init->bytes + at));
	if (!name)
		return false;
	must_say(init, at, type->size);
	memcpy(init->said + at, init->bytes + at, type->size);
	sb_add(&init->text, name);
	return true;
}

/* Notes which member is meant by the tag of a union at this offset. */
static void note_meant(struct c_init *init, const struct type *record, const struct field *field, uint64_t offset)
{
	const struct model *model = init->code->model;
	for (size_t i = 0; i < model->tag_cases.n; i++) {
		const struct tag_case *tag = &model->tag_cases.at[i];
		if (tag->record != record->canonical ||
		    &record->fields[model_field_role(model, tag->record, tag->tag)->partner] != field)
			continue;
		const struct field *from = &record->fields[tag->tag];
		if (value_int(model_canonical(model, from->type), init->bytes + offset + from->bit_offset / 8) !=
		    tag->value)
			continue;
		init->has_meant = true;
		init->meant = tag->member;
		init->meant_at = offset + field->bit_offset / 8;
	}
}

static bool say_field(struct c_init *init, const struct type *record, const struct field *field, uint64_t offset,
                      bool *first)
{
	const struct type *type = model_canonical(init->code->model, field->type);
	uint64_t at = offset + field->bit_offset / 8;
	if (field->bit_width) {
		value_set_bits(field, init->matters + offset, field->name[0] ? -1 : 0);
		return say_bits(init, field, offset, first);
	}
	if (!type->size || is_zero_part(init, field->type, at))
		return true;
	if (type->kind == TYPE_UNION)
		note_meant(init, record, field, offset);
	if (!field->name[0]) /* members of an unnamed member are the struct's own */
		return say_fields(init, type, at, first);
	say_designator(init, field, first);
	return say_name(init, record, field, at) || say_part(init, field->type, at);
}

/* True for a float that was surely not meant as a float: integers look like such floats. */
static bool is_odd_float(const struct c_init *init, const struct field *field, uint64_t offset)
{
	const struct type *type = model_canonical(init->code->model, field->type);
	if (type->kind != TYPE_FLOAT)
		return false;
	int class = fpclassify(value_real(type, init->bytes + offset));
	double d = (double)value_real(type, init->bytes + offset);
	return class == FP_NAN || (class != FP_ZERO && fabs(d) < 1e-200);
}

static bool say_member(struct c_init *init, const struct type *type, uint32_t f, uint64_t offset, bool *first)
{
	size_t length = init->text.n;
	bool first_before = *first;
	uint64_t size = model_canonical(init->code->model, type->fields[f].type)->size;
	memset(init->said + offset, 0, type->size);
	forget_fills(init, offset, type->size);
	if (say_field(init, type, &type->fields[f], offset, first) && !leaves_fill(init, offset, type->size) &&
	    bytes_are_zero(init->bytes + offset + size, type->size - size)) {
		must_say(init, offset, type->size);
		return true;
	}
	init->text.n = length;
	if (init->text.text)
		init->text.text[length] = 0;
	*first = first_before;
	return false;
}

/* True if this member of a union shows zeroes and another member does not: to a member without pointers, memory
 * that holds only pointers of the test looks empty. */
static bool says_nothing(struct c_init *init, const struct type *type, uint32_t f, uint64_t offset)
{
	if (!is_zero_part(init, type->fields[f].type, offset))
		return false;
	for (uint32_t other = 0; other < type->n_fields; other++)
		if (!is_zero_part(init, type->fields[other].type, offset))
			return true;
	return false;
}

/* Writes all bytes of the union by one member: the member that its tag selects, or the first that can, plain
 * members first. */
static bool say_union(struct c_init *init, const struct type *type, uint64_t offset, bool *first)
{
	if (init->has_meant && init->meant_at == offset && init->meant < type->n_fields &&
	    !says_nothing(init, type, init->meant, offset) && say_member(init, type, init->meant, offset, first))
		return true;
	for (int odd = 0; odd < 2; odd++)
		for (uint32_t f = 0; f < type->n_fields; f++)
			if (is_odd_float(init, &type->fields[f], offset) == odd &&
			    !says_nothing(init, type, f, offset) && say_member(init, type, f, offset, first))
				return true;
	return false;
}

static bool say_fields(struct c_init *init, const struct type *type, uint64_t offset, bool *first)
{
	if (type->kind == TYPE_UNION)
		return say_union(init, type, offset, first);
	for (uint32_t f = 0; f < type->n_fields; f++)
		if (!say_field(init, type, &type->fields[f], offset, first))
			return false;
	return true;
}

/* Writes a char array that holds a string and zeroes. */
static bool say_text(struct c_init *init, const struct type *type, uint64_t offset)
{
	const struct type *element = model_canonical(init->code->model, type->target);
	const char *bytes = (const char *)init->bytes + offset;
	if (!type_is_char(element) || !str_equal(element->spelling, "char"))
		return false;
	size_t length = strnlen(bytes, type->count);
	if (length == type->count || !bytes_are_zero(bytes + length, type->count - length))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!isprint((unsigned char)bytes[i]) && !isspace((unsigned char)bytes[i]))
			return false;
	must_say(init, offset, type->size);
	memcpy(init->said + offset, bytes, type->size);
	c_string(bytes, length, &init->text);
	return true;
}

static bool say_list(struct c_init *init, type_id element, uint64_t offset, uint64_t count, const char *between)
{
	uint64_t size = model_canonical(init->code->model, element)->size;
	for (uint64_t k = 0; k < count; k++) {
		sb_add(&init->text, k ? between : "");
		if (!say_part(init, element, offset + k * size))
			return false;
	}
	return true;
}

static bool say_array(struct c_init *init, const struct type *type, uint64_t offset)
{
	uint64_t size = model_canonical(init->code->model, type->target)->size, count = type->count;
	if (say_text(init, type, offset))
		return true;
	while (count > 1 && is_zero_part(init, type->target, offset + (count - 1) * size))
		count--;
	sb_add_char(&init->text, '{');
	bool done = say_list(init, type->target, offset, count, ", ");
	sb_add_char(&init->text, '}');
	return done;
}

static bool say_part(struct c_init *init, type_id id, uint64_t offset)
{
	const struct type *type = model_canonical(init->code->model, id);
	if (say_fill(init, id, offset))
		return true;
	if (type_is_scalar(type)) {
		say_scalar(init, id, offset);
		return true;
	}
	if (type->kind == TYPE_ARRAY)
		return say_array(init, type, offset);
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
		return false;
	if (is_zero_part(init, id, offset)) {
		sb_add(&init->text, "{0}");
		if (type->kind == TYPE_UNION)
			must_say(init, offset, type->size);
		return true;
	}
	bool first = true;
	sb_add(&init->text, "{");
	bool done = say_fields(init, type, offset, &first);
	sb_add(&init->text, "}");
	return done;
}

static void begin(struct c_init *init)
{
	init->said = xcalloc(1, init->size);
	init->matters = xcalloc(1, init->size);
	init->fills_said = xcalloc(init->n_fills + 1, sizeof *init->fills_said);
}

static bool said_all(const struct c_init *init)
{
	for (uint32_t i = 0; i < init->size; i++)
		if ((init->said[i] ^ init->bytes[i]) & init->matters[i])
			return false;
	return !leaves_fill(init, 0, init->size);
}

bool c_init_value(struct c_init *init, type_id type)
{
	begin(init);
	return say_part(init, type, 0) && said_all(init);
}

bool c_init_elements(struct c_init *init, type_id element, uint64_t count)
{
	bool lines = count > 1 && !type_is_scalar(model_canonical(init->code->model, element));
	begin(init);
	sb_add(&init->text, lines ? "{\n    " : "{");
	bool done = say_list(init, element, 0, count, lines ? ",\n    " : ", ");
	sb_add(&init->text, lines ? ",\n}" : "}");
	return done && said_all(init);
}

void c_init_release(struct c_init *init)
{
	sb_release(&init->text);
	free(init->said);
	free(init->matters);
	free(init->fills_said);
}
