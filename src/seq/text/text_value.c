/* text_value: reads types, values and references of the text form. */
#include <stdlib.h>
#include <string.h>

#include "seq/text/text_parse.h"
#include "seq/text/text_types.h"
#include "seq/value.h"

status parse_error(const struct parser *parser, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = xvprintf(format, args);
	va_end(args);
	status st = fail(TROUBLE_INPUT, "%s:%u: %s", parser->lex.file, parser->lex.line, text);
	free(text);
	return st;
}

status parse_add(struct parser *parser, const struct step *step, uint32_t *index)
{
	if (parser->builder.steps.n >= SEQ_MAX_STEPS)
		return parse_error(parser, "the test has more than %u steps", SEQ_MAX_STEPS);
	*index = seq_add(&parser->builder, step);
	return NULL;
}

static int by_offset(const void *a, const void *b)
{
	const struct read_fill *x = a, *y = b;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

status parse_add_value(struct parser *parser, struct step *step, struct read_value *value, uint32_t *index)
{
	uint32_t n = (uint32_t)value->fills.n;
	if (n)
		qsort(value->fills.at, n, sizeof *value->fills.at, by_offset);
	struct fill *fills = ARENA_ARRAY(parser->arena, struct fill, n);
	for (uint32_t f = 0; f < n; f++) {
		const struct read_fill *fill = &value->fills.at[f];
		fills[f] = (struct fill){ fill->offset, seq_arg(&parser->builder, fill->variable, fill->address) };
	}
	vec_release(&value->fills);
	step->bytes = value->bytes;
	step->size = value->size;
	step->fills = fills;
	step->n_fills = n;
	return parse_add(parser, step, index);
}

bool parse_at_reference(const struct parser *parser)
{
	const struct lexer *lex = &parser->lex;
	return lex_is_mark(lex, '&') ||
	       (lex->token.kind == TOKEN_NAME && strmap_get(&parser->variables, lex->token.text));
}

status parse_reference(struct parser *parser, uint32_t *variable, bool *address)
{
	struct lexer *lex = &parser->lex;
	*address = lex_is_mark(lex, '&');
	if (*address)
		TRY(lex_next(lex));
	if (lex->token.kind != TOKEN_NAME)
		return lex_expected(lex, "the name of a variable");
	uint64_t *found = strmap_get(&parser->variables, lex->token.text);
	if (!found)
		return parse_error(parser, "no variable '%s' before this line", lex->token.text);
	*variable = (uint32_t)*found;
	return lex_next(lex);
}

/* ---- types ---- */

static status numbered_type(struct parser *parser, type_id *type)
{
	TRY(lex_next(&parser->lex));
	const struct token *token = &parser->lex.token;
	if (token->kind != TOKEN_NUMBER || token->number < 0 || (uint64_t)token->number >= parser->model->types.n)
		return parse_error(parser, "@ needs the number of a type, less than %zu", parser->model->types.n);
	*type = (type_id)token->number;
	return lex_next(&parser->lex);
}

status parse_type(struct parser *parser, type_id *type)
{
	struct lexer *lex = &parser->lex;
	const struct token start = lex->token;
	if (lex_is_mark(lex, '@'))
		return numbered_type(parser, type);
	if (start.kind == TOKEN_STRING) {
		*type = text_find_type(parser->model, start.text, start.size);
		if (*type == NONE)
			return parse_error(parser, "no type '%s' in this unit", start.text);
		return lex_next(lex);
	}
	if (start.kind != TOKEN_NAME)
		return lex_expected(lex, "a type");
	/* The longest run of words and stars that spells a type counts, because a word may follow
	 * the type. */
	struct lexer best = *lex;
	*type = NONE;
	while (lex->token.kind == TOKEN_NAME || lex_is_mark(lex, '*')) {
		size_t length = (size_t)(lex->token.start + lex->token.length - start.start);
		type_id found = text_find_type(parser->model, start.start, length);
		TRY(lex_next(lex));
		if (found != NONE) {
			*type = found;
			best = *lex;
		}
	}
	*lex = best;
	if (*type == NONE)
		return parse_error(parser, "no type '%.*s' in this unit", (int)start.length, start.start);
	return NULL;
}

/* ---- scalars ---- */

static bool find_enumerator(const struct type *type, const char *name, int64_t *number)
{
	for (uint32_t e = 0; e < type->n_enumerators; e++)
		if (str_equal(type->enumerators[e].name, name)) {
			*number = type->enumerators[e].value;
			return true;
		}
	return false;
}

/* Looks for an enumerator of the wanted type, then a constant of the headers, then any enumerator. */
static bool find_constant(const struct model *model, const struct type *type, const char *name, int64_t *number)
{
	if (find_enumerator(type, name, number))
		return true;
	for (size_t i = 0; i < model->constants.n; i++)
		if (str_equal(model->constants.at[i].name, name)) {
			*number = model->constants.at[i].value;
			return true;
		}
	for (size_t i = 0; i < model->types.n; i++)
		if (find_enumerator(&model->types.at[i], name, number))
			return true;
	*number = str_equal(name, "true");
	return str_equal(name, "true") || str_equal(name, "false");
}

static status named_number(struct parser *parser, const struct type *type, int64_t *number)
{
	const char *name = parser->lex.token.text;
	if (str_equal(name, "null") && type->kind == TYPE_POINTER) {
		*number = 0;
		return NULL;
	}
	if (!find_constant(parser->model, type, name, number))
		return parse_error(parser, "'%s' is no variable before this line and no constant of this unit", name);
	return NULL;
}

static status scalar_number(struct parser *parser, type_id id, int64_t *number)
{
	const struct type *type = model_canonical(parser->model, id);
	const struct token *token = &parser->lex.token;
	if (token->kind == TOKEN_NAME)
		TRY(named_number(parser, type, number));
	else if (token->kind != TOKEN_NUMBER || (token->is_real && type->kind != TYPE_FLOAT))
		return lex_expected(&parser->lex,
		                    type->kind == TYPE_POINTER ? "a variable, null or a string" : "an integer");
	else
		*number = token->number;
	if (type->kind == TYPE_POINTER && token->kind == TOKEN_NUMBER && !token->is_hex)
		return lex_expected(&parser->lex, "a variable, null, a string or an address in hexadecimal");
	if (type->kind != TYPE_FLOAT && !value_int_fits(type, *number))
		return parse_error(parser, "%.*s does not fit in '%s'", (int)token->length, token->start,
		                   model_type(parser->model, id)->spelling);
	return NULL;
}

status parse_scalar(struct parser *parser, type_id id, void *bytes)
{
	const struct type *type = model_canonical(parser->model, id);
	const struct token *token = &parser->lex.token;
	int64_t number;
	TRY(scalar_number(parser, id, &number));
	if (type->kind != TYPE_FLOAT)
		value_set_int(type, bytes, number);
	else
		value_set_real(type, bytes, token->kind == TOKEN_NUMBER ? token->real : (long double)number);
	return lex_next(&parser->lex);
}

/* ---- strings as literals ---- */

static status add_string(struct parser *parser, type_id type, uint32_t *index)
{
	const struct type *pointer = model_canonical(parser->model, type);
	const struct type *element = pointer->kind == TYPE_POINTER ? model_canonical(parser->model, pointer->target)
	                                                           : NULL;
	if (!element || (element->kind != TYPE_VOID && !type_is_char(element)))
		return parse_error(parser, "a string cannot be a '%s'", model_type(parser->model, type)->spelling);
	struct step step = { .kind = STEP_BLOCK,
		             .type = type,
		             .bytes = parser->lex.token.text,
		             .size = (uint32_t)parser->lex.token.size + 1,
		             .is_string = true };
	TRY(parse_add(parser, &step, index));
	return lex_next(&parser->lex);
}

status parse_literal(struct parser *parser, type_id type, uint32_t *index)
{
	const struct type *canonical = model_canonical(parser->model, type);
	if (parser->lex.token.kind == TOKEN_STRING)
		return add_string(parser, type, index);
	if (!type_is_scalar(canonical))
		return lex_expected(&parser->lex, "the name of a variable");
	unsigned char bytes[16] = { 0 };
	TRY(parse_scalar(parser, type, bytes));
	struct step step = { .kind = STEP_VALUE, .type = type, .bytes = bytes, .size = (uint32_t)canonical->size };
	return parse_add(parser, &step, index);
}

/* ---- values of any type ---- */

static status part_from_variable(struct parser *parser, struct read_value *value, type_id type, uint32_t offset)
{
	struct read_fill fill = { .offset = offset };
	const char *start = parser->lex.token.start;
	TRY(parse_reference(parser, &fill.variable, &fill.address));
	int length = (int)strcspn(start, " ,})");
	type_id given = parser->builder.steps.at[fill.variable]->type;
	if (!seq_fits(parser->model, type, given, fill.address))
		return parse_error(parser, "%.*s does not fit: '%s' is wanted", length, start,
		                   model_type(parser->model, type)->spelling);
	vec_push(&value->fills, fill);
	return NULL;
}

static status bits_part(struct parser *parser, struct read_value *value, const struct field *field, uint32_t offset)
{
	int64_t number;
	TRY(scalar_number(parser, field->type, &number));
	unsigned char *at = value->bytes + offset;
	value_set_bits(field, at, number);
	if (value_bits(parser->model, field, at) != number)
		return parse_error(parser, "%lld does not fit in the %u bits of '%s'", (long long)number,
		                   field->bit_width, field->name);
	return lex_next(&parser->lex);
}

/* The field for the next value in braces; NULL: all fields have values. */
static const struct field *next_field(const struct model *model, const struct type *type, uint32_t *f)
{
	for (; *f < type->n_fields; ++*f) {
		const struct field *field = &type->fields[*f];
		bool hidden = field->bit_width ? !field->name[0] : !model_canonical(model, field->type)->size;
		if (!hidden && !(type->kind == TYPE_UNION && *f > 0))
			return &type->fields[(*f)++];
	}
	return NULL;
}

static status member_part(struct parser *parser, struct read_value *value, const struct type *type, uint32_t offset,
                          uint32_t *f)
{
	const struct field *field = next_field(parser->model, type, f);
	if (!field)
		return parse_error(parser, "more values in braces than '%s' has members", type->spelling);
	if (field->bit_width)
		return bits_part(parser, value, field, offset);
	return parse_part(parser, value, field->type, offset + (uint32_t)(field->bit_offset / 8));
}

static status element_part(struct parser *parser, struct read_value *value, const struct type *type, uint32_t offset,
                           uint32_t *k)
{
	if (*k >= type->count)
		return parse_error(parser, "more values in braces than '%s' has elements", type->spelling);
	uint64_t size = model_canonical(parser->model, type->target)->size;
	return parse_part(parser, value, type->target, offset + (uint32_t)(size * (*k)++));
}

static status braces_part(struct parser *parser, struct read_value *value, const struct type *type, uint32_t offset)
{
	uint32_t next = 0;
	TRY(lex_eat(&parser->lex, '{'));
	while (!lex_is_mark(&parser->lex, '}')) {
		if (type->kind == TYPE_ARRAY)
			TRY(element_part(parser, value, type, offset, &next));
		else
			TRY(member_part(parser, value, type, offset, &next));
		if (!lex_is_mark(&parser->lex, '}'))
			TRY(lex_eat(&parser->lex, ','));
	}
	return lex_next(&parser->lex);
}

static status string_part(struct parser *parser, struct read_value *value, type_id id, uint32_t offset)
{
	const struct type *type = model_canonical(parser->model, id);
	const struct token *token = &parser->lex.token;
	if (type->kind == TYPE_ARRAY && type_is_char(model_canonical(parser->model, type->target))) {
		if (token->size > type->count)
			return parse_error(parser, "the string is longer than '%s'", type->spelling);
		memcpy(value->bytes + offset, token->text, token->size);
		return lex_next(&parser->lex);
	}
	struct read_fill fill = { .offset = offset };
	TRY(add_string(parser, id, &fill.variable));
	vec_push(&value->fills, fill);
	return NULL;
}

status parse_part(struct parser *parser, struct read_value *value, type_id id, uint32_t offset)
{
	const struct type *type = model_canonical(parser->model, id);
	if (parse_at_reference(parser))
		return part_from_variable(parser, value, id, offset);
	if (parser->lex.token.kind == TOKEN_STRING)
		return string_part(parser, value, id, offset);
	if (type_is_scalar(type))
		return parse_scalar(parser, id, value->bytes + offset);
	if (type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
		return braces_part(parser, value, type, offset);
	if (type->kind == TYPE_VA_LIST) { /* its structure is the compiler's affair */
		TRY(lex_eat(&parser->lex, '{'));
		return lex_eat(&parser->lex, '}');
	}
	return parse_error(parser, "a test cannot make a '%s'", model_type(parser->model, id)->spelling);
}

status parse_raw(struct parser *parser, struct read_value *value)
{
	struct lexer *lex = &parser->lex;
	TRY(lex_next(lex));
	if (lex->token.kind != TOKEN_STRING)
		return lex_expected(lex, "a string after raw");
	value->bytes = arena_memdup(parser->arena, lex->token.text, lex->token.size);
	value->size = (uint32_t)lex->token.size;
	TRY(lex_next(lex));
	if (!lex_is_word(lex, "with"))
		return NULL;
	do {
		struct read_fill fill;
		TRY(lex_next(lex));
		TRY(parse_reference(parser, &fill.variable, &fill.address));
		if (!lex_is_word(lex, "at"))
			return lex_expected(lex, "at and an offset");
		TRY(lex_next(lex));
		if (lex->token.kind != TOKEN_NUMBER || lex->token.number < 0 || lex->token.number >= value->size)
			return lex_expected(lex, "an offset inside the bytes");
		fill.offset = (uint32_t)lex->token.number;
		vec_push(&value->fills, fill);
		TRY(lex_next(lex));
	} while (lex_is_mark(lex, ','));
	return NULL;
}
