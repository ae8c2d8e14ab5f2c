/* text_parse: reads sequences from text; see text.h for the form.
 *
 * Each line has one statement, and each kind of statement one function. Every step is checked when
 * it is read, so that an error names its line. */
#include "seq/text/text_parse.h"

#include <stdlib.h>
#include <string.h>

#include "model/act.h"
#include "seq/text/text.h"
#include "seq/text/text_types.h"
#include "seq/value.h"

/* ---- calls ---- */

static status find_function(struct parser *parser, const char *name, uint32_t *function)
{
	struct lexer *lex = &parser->lex;
	*function = model_find_function(parser->model, name);
	if (*function == NONE)
		return parse_error(parser, "no function '%s' in this unit", name);
	if (!lex_is_mark(lex, '@'))
		return NULL;
	TRY(lex_next(lex));
	uint64_t number = (uint64_t)lex->token.number;
	if (lex->token.kind != TOKEN_NUMBER || number >= parser->model->functions.n ||
	    !str_equal(parser->model->functions.at[number].name, name))
		return lex_expected(lex, "the number of a function of that name");
	*function = (uint32_t)number;
	return lex_next(lex);
}

static status read_arg(struct parser *parser, const struct function *function, uint32_t a, struct read_fill *arg)
{
	const struct param *param = &function->params[a];
	arg->address = false;
	if (!parse_at_reference(parser))
		return parse_literal(parser, param->type, &arg->variable);
	TRY(parse_reference(parser, &arg->variable, &arg->address));
	type_id given = parser->builder.steps.at[arg->variable]->type;
	if (seq_fits(parser->model, param->type, given, arg->address))
		return NULL;
	return parse_error(parser, "argument %u of %s (%s) is a '%s'; %s'%s' does not fit", a + 1, function->name,
	                   param->name, model_type(parser->model, param->type)->spelling,
	                   arg->address ? "the address of a " : "", model_type(parser->model, given)->spelling);
}

static status read_args(struct parser *parser, const struct function *function, struct read_fill *args)
{
	struct lexer *lex = &parser->lex;
	TRY(lex_eat(lex, '('));
	for (uint32_t a = 0; a < function->n_params; a++) {
		if (lex_is_mark(lex, ')'))
			return parse_error(parser, "%s takes %u arguments, not %u", function->name, function->n_params,
			                   a);
		if (a)
			TRY(lex_eat(lex, ','));
		TRY(read_arg(parser, function, a, &args[a]));
	}
	if (lex_is_mark(lex, ','))
		return parse_error(parser, "%s takes no more than %u arguments", function->name, function->n_params);
	return lex_eat(lex, ')');
}

/* Reads a call; the current token is behind the function's name. */
static status read_call(struct parser *parser, const char *name, uint32_t *index)
{
	uint32_t f;
	TRY(find_function(parser, name, &f));
	const struct function *function = &parser->model->functions.at[f];
	struct read_fill *read = ARENA_ARRAY(parser->arena, struct read_fill, function->n_params);
	struct arg *args = ARENA_ARRAY(parser->arena, struct arg, function->n_params);
	TRY(read_args(parser, function, read));
	for (uint32_t a = 0; a < function->n_params; a++)
		args[a] = seq_arg(&parser->builder, read[a].variable, read[a].address);
	struct step step = {
		.kind = STEP_CALL, .type = function->result, .index = f, .n_args = function->n_params, .args = args
	};
	return parse_add(parser, &step, index);
}

/* ---- values and blocks ---- */

static status read_value(struct parser *parser, uint32_t *index)
{
	status st = NULL;
	struct read_value value = { 0 };
	struct step step = { .kind = STEP_VALUE };
	TRY(parse_type(parser, &step.type));
	const struct type *type = model_canonical(parser->model, step.type);
	if (!type->size)
		return parse_error(parser, "a test cannot make a '%s'", model_type(parser->model, step.type)->spelling);
	value.size = (uint32_t)type->size;
	value.bytes = arena_alloc(parser->arena, type->size);
	if (lex_is_word(&parser->lex, "raw"))
		TRY_OUT(parse_raw(parser, &value));
	else
		TRY_OUT(parse_part(parser, &value, step.type, 0));
	if (value.size != type->size)
		TRY_OUT(parse_error(parser, "'%s' has %llu bytes, not %u", type->spelling,
		                    (unsigned long long)type->size, value.size));
	TRY_OUT(parse_add_value(parser, &step, &value, index));
out:
	vec_release(&value.fills);
	return st;
}

static status read_null(struct parser *parser, uint32_t *index)
{
	static const char zeroes[sizeof(void *)];
	struct step step = { .kind = STEP_VALUE, .bytes = zeroes, .size = sizeof zeroes };
	TRY(lex_next(&parser->lex));
	TRY(parse_type(parser, &step.type));
	if (model_canonical(parser->model, step.type)->kind != TYPE_POINTER)
		return parse_error(parser, "null needs a pointer type");
	return parse_add(parser, &step, index);
}

/* Reads "[]" or "[12]"; *count is 0 if it follows from the elements. */
static status read_count(struct parser *parser, uint64_t *count)
{
	struct lexer *lex = &parser->lex;
	TRY(lex_eat(lex, '['));
	if (lex->token.kind == TOKEN_NUMBER) {
		if (lex->token.number < 1 || lex->token.number > UINT32_MAX / 64)
			return lex_expected(lex, "a number of elements");
		*count = (uint64_t)lex->token.number;
		TRY(lex_next(lex));
	}
	return lex_eat(lex, ']');
}

static status read_string_block(struct parser *parser, struct step *step, uint64_t count, struct read_value *value)
{
	const struct token *token = &parser->lex.token;
	const struct type *element = model_canonical(parser->model, model_type(parser->model, step->type)->target);
	if (element->kind != TYPE_VOID && !type_is_char(element))
		return parse_error(parser, "a string is made of char, not '%s'", element->spelling);
	if (count && count <= token->size)
		return parse_error(parser, "the string does not fit in %llu bytes with its final zero",
		                   (unsigned long long)count);
	value->size = (uint32_t)(count ? count : token->size + 1);
	value->bytes = arena_alloc(parser->arena, value->size);
	memcpy(value->bytes, token->text, token->size);
	step->is_string = true;
	return lex_next(&parser->lex);
}

/* Reads the elements in braces; their memory grows as they come. */
static status read_elements(struct parser *parser, type_id element, uint64_t count, struct read_value *value)
{
	struct lexer *lex = &parser->lex;
	uint32_t size = (uint32_t)model_canonical(parser->model, element)->size, n = 0;
	uint32_t room = count ? (uint32_t)count : 16;
	if (!size)
		return parse_error(parser, "'%s' has no size", model_type(parser->model, element)->spelling);
	value->bytes = arena_alloc(parser->arena, (size_t)room * size);
	TRY(lex_eat(lex, '{'));
	for (; !lex_is_mark(lex, '}'); n++) {
		if (n == room && count)
			return parse_error(parser, "more elements than the %u between the brackets", room);
		if (n == room) {
			unsigned char *grown = arena_alloc(parser->arena, (size_t)room * 2 * size);
			value->bytes = memcpy(grown, value->bytes, (size_t)room * size);
			room *= 2;
		}
		TRY(parse_part(parser, value, element, n * size));
		if (!lex_is_mark(lex, '}'))
			TRY(lex_eat(lex, ','));
	}
	value->size = (count ? room : n) * size;
	return lex_next(lex);
}

static status read_block_contents(struct parser *parser, struct step *step, bool single, uint64_t count,
                                  struct read_value *value)
{
	type_id element = model_type(parser->model, step->type)->target;
	if (lex_is_word(&parser->lex, "raw"))
		return parse_raw(parser, value);
	if (parser->lex.token.kind == TOKEN_STRING && !single)
		return read_string_block(parser, step, count, value);
	if (!single)
		return read_elements(parser, element, count, value);
	value->size = (uint32_t)model_canonical(parser->model, element)->size;
	value->bytes = arena_alloc(parser->arena, value->size);
	if (!value->size)
		return parse_error(parser, "'%s' has no size", model_type(parser->model, element)->spelling);
	return parse_part(parser, value, element, 0);
}

static status add_block(struct parser *parser, type_id type, bool single, uint64_t count, uint32_t *index)
{
	status st = NULL;
	struct read_value value = { 0 };
	struct step step = { .kind = STEP_BLOCK, .type = type };
	if (model_canonical(parser->model, type)->kind != TYPE_POINTER)
		return parse_error(parser, "a block needs a pointer type");
	TRY_OUT(read_block_contents(parser, &step, single, count, &value));
	TRY_OUT(parse_add_value(parser, &step, &value, index));
out:
	vec_release(&value.fills);
	return st;
}

static status pointer_to(struct parser *parser, type_id target, type_id *pointer)
{
	*pointer = text_find_pointer(parser->model, target);
	if (*pointer == NONE)
		return parse_error(parser, "nothing in this unit is a pointer to '%s'",
		                   model_type(parser->model, target)->spelling);
	return NULL;
}

/* Reads block T {...}, where T is the pointer type. */
static status read_block(struct parser *parser, uint32_t *index)
{
	type_id type;
	uint64_t count = 0;
	TRY(lex_next(&parser->lex));
	TRY(parse_type(parser, &type));
	if (lex_is_mark(&parser->lex, '['))
		TRY(read_count(parser, &count));
	return add_block(parser, type, false, count, index);
}

/* Reads &T {...}. */
static status read_pointed(struct parser *parser, uint32_t *index)
{
	type_id type, pointer;
	TRY(lex_next(&parser->lex));
	TRY(parse_type(parser, &type));
	TRY(pointer_to(parser, type, &pointer));
	return add_block(parser, pointer, true, 0, index);
}

/* Reads T[] {...}, T[] "..." or a plain value. */
static status read_typed(struct parser *parser, uint32_t *index)
{
	struct lexer before = parser->lex;
	type_id type, pointer;
	uint64_t count = 0;
	TRY(parse_type(parser, &type));
	if (!lex_is_mark(&parser->lex, '[')) {
		parser->lex = before;
		return read_value(parser, index);
	}
	TRY(read_count(parser, &count));
	TRY(pointer_to(parser, type, &pointer));
	return add_block(parser, pointer, false, count, index);
}

/* ---- files, callbacks, stubs, peeks ---- */

/* Reads file "..." [as T], path "..." [as T] or path absent [as T]. */
static status read_contents(struct parser *parser, enum step_kind kind, type_id usual, uint32_t *index)
{
	struct lexer *lex = &parser->lex;
	struct step step = { .kind = kind, .type = usual };
	TRY(lex_next(lex));
	if (kind == STEP_PATH && lex_is_word(lex, "absent")) {
		step.absent = true;
	} else if (lex->token.kind == TOKEN_STRING) {
		step.bytes = lex->token.text;
		step.size = (uint32_t)lex->token.size;
	} else {
		return lex_expected(lex, "the contents as a string");
	}
	TRY(lex_next(lex));
	if (lex_is_word(lex, "as")) {
		TRY(lex_next(lex));
		TRY(parse_type(parser, &step.type));
	}
	if (step.type == NONE)
		return parse_error(parser, "no type of this unit fits; say which with 'as'");
	return parse_add(parser, &step, index);
}

static status read_behaviour_value(struct parser *parser, const struct type *function, uint32_t *size, const void **out)
{
	const struct type *result = model_canonical(parser->model, function->target);
	struct read_value value = { 0 };
	if (lex_is_word(&parser->lex, "raw")) {
		status st = parse_raw(parser, &value);
		bool filled = value.fills.n > 0;
		vec_release(&value.fills);
		TRY(st);
		if (value.size != result->size || filled)
			return parse_error(parser, "the result has %llu bytes", (unsigned long long)result->size);
	} else if (type_is_scalar(result)) {
		value.bytes = arena_alloc(parser->arena, result->size);
		TRY(parse_scalar(parser, function->target, value.bytes));
	} else {
		return parse_error(parser, "a result of type '%s' cannot be given", result->spelling);
	}
	*size = (uint32_t)result->size;
	*out = value.bytes;
	return NULL;
}

static status read_then(struct parser *parser, const struct type *function, struct behaviour *behaviour)
{
	struct lexer *lex = &parser->lex;
	TRY(read_behaviour_value(parser, function, &behaviour->result_size, &behaviour->later));
	if (!lex_is_word(lex, "after"))
		return lex_expected(lex, "after and a number of calls");
	TRY(lex_next(lex));
	if (lex->token.kind != TOKEN_NUMBER || lex->token.number < 1 || lex->token.number > UINT32_MAX)
		return lex_expected(lex, "a number of calls");
	behaviour->change_after = (uint32_t)lex->token.number;
	return lex_next(lex);
}

static status read_writes(struct parser *parser, const struct type *function, struct behaviour *behaviour)
{
	struct lexer *lex = &parser->lex;
	int64_t argument = lex->token.number;
	if (lex->token.kind != TOKEN_NUMBER || argument < 1 || argument > function->n_params ||
	    model_canonical(parser->model, function->params[argument - 1])->kind != TYPE_POINTER)
		return lex_expected(lex, "the number of a pointer argument, from 1");
	behaviour->write_arg = (uint32_t)argument - 1;
	TRY(lex_next(lex));
	if (lex->token.kind != TOKEN_STRING || !lex->token.size)
		return lex_expected(lex, "the bytes to write as a string");
	behaviour->write = lex->token.text;
	behaviour->write_size = (uint32_t)lex->token.size;
	return lex_next(lex);
}

/* Reads acts malloc. */
static status read_act(struct parser *parser, const struct type *function, struct behaviour *behaviour)
{
	struct lexer *lex = &parser->lex;
	behaviour->acts = lex->token.kind == TOKEN_NAME ? act_as(parser->model, function, lex->token.text) : 0;
	if (!behaviour->acts)
		return parse_error(parser, "a function of this type acts as none of malloc, calloc, realloc and free");
	return lex_next(lex);
}

/* Reads returns 1 then -1 after 3 writes 2 "bytes". */
static status read_behaviour(struct parser *parser, type_id function, struct behaviour *behaviour, bool *any)
{
	struct lexer *lex = &parser->lex;
	const struct type *type = model_canonical(parser->model, function);
	*behaviour = (struct behaviour){ .write_arg = NONE };
	for (*any = false; lex->token.kind == TOKEN_NAME; *any = true) {
		const char *word = lex->token.text;
		TRY(lex_next(lex));
		if (str_equal(word, "returns"))
			TRY(read_behaviour_value(parser, type, &behaviour->result_size, &behaviour->result));
		else if (str_equal(word, "then"))
			TRY(read_then(parser, type, behaviour));
		else if (str_equal(word, "writes"))
			TRY(read_writes(parser, type, behaviour));
		else if (str_equal(word, "acts"))
			TRY(read_act(parser, type, behaviour));
		else
			return parse_error(parser, "'%s' is not a behaviour; returns, then, writes and acts are", word);
	}
	return NULL;
}

static status read_callback(struct parser *parser, uint32_t *index)
{
	struct step step = { .kind = STEP_CALLBACK };
	struct behaviour behaviour;
	bool any;
	TRY(lex_next(&parser->lex));
	TRY(parse_type(parser, &step.type));
	if (model_canonical(parser->model, step.type)->kind == TYPE_FUNCTION)
		TRY(pointer_to(parser, step.type, &step.type));
	type_id function = model_canonical(parser->model, step.type)->target;
	if (model_canonical(parser->model, function)->kind != TYPE_FUNCTION)
		return parse_error(parser, "a callback needs the type of a function");
	TRY(read_behaviour(parser, function, &behaviour, &any));
	step.behaviour = any ? &behaviour : NULL;
	return parse_add(parser, &step, index);
}

/* Reads gives NAME: the pointer that a stub returns. */
static status read_given(struct parser *parser, struct fill *fill, struct step *step)
{
	uint32_t variable;
	bool address;
	if (parser->lex.token.kind != TOKEN_NAME || !str_equal(parser->lex.token.text, "gives"))
		return NULL;
	TRY(lex_next(&parser->lex));
	TRY(parse_reference(parser, &variable, &address));
	fill->arg = seq_arg(&parser->builder, variable, address);
	step->fills = fill;
	step->n_fills = 1;
	return NULL;
}

static status read_stub(struct parser *parser)
{
	struct lexer *lex = &parser->lex;
	struct step step = { .kind = STEP_STUB };
	struct behaviour behaviour;
	uint32_t index;
	bool any;
	if (lex->token.kind != TOKEN_NAME)
		return lex_expected(lex, "the name of a missing function");
	while (step.index < parser->model->missing.n &&
	       !str_equal(parser->model->missing.at[step.index].name, lex->token.text))
		step.index++;
	if (step.index == parser->model->missing.n)
		return parse_error(parser, "no function '%s' is missing in this unit", lex->token.text);
	TRY(lex_next(lex));
	struct fill fill = { 0 };
	TRY(read_given(parser, &fill, &step));
	TRY(read_behaviour(parser, parser->model->missing.at[step.index].type, &behaviour, &any));
	step.behaviour = any ? &behaviour : NULL;
	return parse_add(parser, &step, &index);
}

static status read_free(struct parser *parser)
{
	struct arg arg;
	struct step step = { .kind = STEP_FREE, .n_args = 1, .args = &arg };
	uint32_t variable, index;
	bool address;
	TRY(parse_reference(parser, &variable, &address));
	arg = seq_arg(&parser->builder, variable, address);
	return parse_add(parser, &step, &index);
}

static status read_peek(struct parser *parser)
{
	struct lexer *lex = &parser->lex;
	struct arg arg;
	struct step step = { .kind = STEP_PEEK, .n_args = 1, .args = &arg };
	uint32_t variable, index;
	bool address;
	TRY(parse_reference(parser, &variable, &address));
	arg = seq_arg(&parser->builder, variable, address);
	if (lex_is_word(lex, "string")) {
		step.peek = PEEK_STRING;
	} else if (lex_is_word(lex, "calls")) {
		step.peek = PEEK_CALLS;
	} else if (lex->token.kind == TOKEN_NUMBER && lex->token.number > 0 && lex->token.number <= UINT32_MAX) {
		step.size = (uint32_t)lex->token.number;
	} else {
		return lex_expected(lex, "'string', 'calls' or a number of bytes");
	}
	TRY(lex_next(lex));
	return parse_add(parser, &step, &index);
}

/* Reads place data 12, or place data 12 as char *. */
static status read_place(struct parser *parser, uint32_t *index)
{
	struct lexer *lex = &parser->lex;
	struct arg arg;
	struct step step = { .kind = STEP_PLACE, .n_args = 1, .args = &arg };
	uint32_t variable;
	bool address;
	TRY(lex_next(lex));
	TRY(parse_reference(parser, &variable, &address));
	arg = seq_arg(&parser->builder, variable, address);
	step.type = parser->builder.steps.at[variable]->type;
	if (lex->token.kind != TOKEN_NUMBER || lex->token.number < 0 || lex->token.number > UINT32_MAX)
		return lex_expected(lex, "a number of bytes");
	step.index = (uint32_t)lex->token.number;
	TRY(lex_next(lex));
	if (lex_is_word(lex, "as")) {
		TRY(lex_next(lex));
		TRY(parse_type(parser, &step.type));
	}
	return parse_add(parser, &step, index);
}

/* Reads put stdin "...", put file NAME "..." or put variable NAME "...". */
static status read_put(struct parser *parser)
{
	static const char *const words[N_PUTS] = { "stdin", "file", "variable" };
	struct lexer *lex = &parser->lex;
	struct arg arg;
	struct step step = { .kind = STEP_PUT };
	uint32_t variable, index;
	bool address;
	while (step.index < N_PUTS && !lex_is_word(lex, words[step.index]))
		step.index++;
	if (step.index == N_PUTS)
		return lex_expected(lex, "stdin, file or variable");
	TRY(lex_next(lex));
	if (step.index != PUT_STDIN) {
		TRY(parse_reference(parser, &variable, &address));
		arg = seq_arg(&parser->builder, variable, address);
		step.args = &arg;
		step.n_args = 1;
	}
	if (lex->token.kind != TOKEN_STRING)
		return lex_expected(lex, "the contents as a string");
	step.bytes = lex->token.text;
	step.size = (uint32_t)lex->token.size;
	TRY(lex_next(lex));
	return parse_add(parser, &step, &index);
}

static status read_run_args(struct parser *parser, struct arg *args, uint32_t *n)
{
	struct lexer *lex = &parser->lex;
	TRY(lex_eat(lex, '('));
	for (*n = 0; !lex_is_mark(lex, ')'); ++*n) {
		uint32_t variable;
		bool address;
		if (*n)
			TRY(lex_eat(lex, ','));
		if (*n == MAX_RUN_ARGUMENTS)
			return parse_error(parser, "a program gets at most %u arguments here", MAX_RUN_ARGUMENTS);
		TRY(parse_reference(parser, &variable, &address));
		args[*n] = seq_arg(&parser->builder, variable, address);
	}
	return lex_eat(lex, ')');
}

/* Reads run MAIN "name" (a, b). */
static status read_run(struct parser *parser)
{
	struct lexer *lex = &parser->lex;
	struct arg args[MAX_RUN_ARGUMENTS];
	struct step step = { .kind = STEP_RUN, .args = args };
	uint32_t index;
	if (lex->token.kind != TOKEN_NAME)
		return lex_expected(lex, "the main function");
	const char *name = lex->token.text;
	TRY(lex_next(lex));
	TRY(find_function(parser, name, &step.index));
	if (lex->token.kind != TOKEN_STRING || !lex->token.size)
		return lex_expected(lex, "the name of the program as a string");
	step.bytes = lex->token.text;
	step.size = (uint32_t)lex->token.size;
	TRY(lex_next(lex));
	TRY(read_run_args(parser, args, &step.n_args));
	return parse_add(parser, &step, &index);
}

/* ---- statements ---- */

/* Types may have these names, too, so the word is a keyword only if the text behind it makes it
 * one. */
static bool is_maker(const struct parser *parser, const char *word, const struct lexer *after)
{
	if (!lex_is_word(&parser->lex, word))
		return false;
	if (str_equal(word, "file"))
		return after->token.kind == TOKEN_STRING;
	if (str_equal(word, "path"))
		return after->token.kind == TOKEN_STRING || lex_is_word(after, "absent");
	return after->token.kind == TOKEN_NAME || after->token.kind == TOKEN_STRING || lex_is_mark(after, '@');
}

/* Reads the text behind "name =". */
static status read_made(struct parser *parser, uint32_t *index)
{
	struct lexer *lex = &parser->lex, after = *lex;
	if (lex_is_mark(lex, '&'))
		return read_pointed(parser, index);
	if (lex->token.kind == TOKEN_NAME) {
		TRY(lex_next(&after));
		if (lex_is_mark(&after, '(') ||
		    (lex_is_mark(&after, '@') && model_find_function(parser->model, lex->token.text) != NONE)) {
			const char *name = lex->token.text;
			*lex = after;
			return read_call(parser, name, index);
		}
	}
	if (is_maker(parser, "null", &after))
		return read_null(parser, index);
	if (is_maker(parser, "file", &after))
		return read_contents(parser, STEP_FILE, text_file_type(parser->model), index);
	if (is_maker(parser, "path", &after))
		return read_contents(parser, STEP_PATH, text_path_type(parser->model), index);
	if (is_maker(parser, "place", &after))
		return read_place(parser, index);
	if (is_maker(parser, "callback", &after))
		return read_callback(parser, index);
	if (is_maker(parser, "block", &after))
		return read_block(parser, index);
	return read_typed(parser, index);
}

static status read_named(struct parser *parser, const char *name)
{
	uint32_t index;
	bool added;
	TRY(lex_next(&parser->lex));
	TRY(read_made(parser, &index));
	if (!step_variable_size(parser->builder.steps.at[index], parser->model))
		return parse_error(parser, "this gives nothing to name '%s'", name);
	*strmap_put(&parser->variables, name, &added) = index;
	return added ? NULL : parse_error(parser, "'%s' is named twice", name);
}

static status read_statement(struct parser *parser)
{
	struct lexer *lex = &parser->lex;
	if (lex->token.kind != TOKEN_NAME)
		return lex_expected(lex, "a step, or 'end'");
	const char *word = lex->token.text;
	uint32_t index;
	TRY(lex_next(lex));
	bool is_call = lex_is_mark(lex, '(') || lex_is_mark(lex, '@'); /* functions may have these names, too */
	if (lex_is_mark(lex, '='))
		TRY(read_named(parser, word));
	else if (str_equal(word, "stub") && !is_call)
		TRY(read_stub(parser));
	else if (str_equal(word, "peek") && !is_call)
		TRY(read_peek(parser));
	else if (str_equal(word, "free") && !is_call)
		TRY(read_free(parser));
	else if (str_equal(word, "put") && !is_call)
		TRY(read_put(parser));
	else if (str_equal(word, "run") && !is_call)
		TRY(read_run(parser));
	else
		TRY(read_call(parser, word, &index));
	return lex->token.kind == TOKEN_END ? NULL : lex_expected(lex, "the end of the line");
}

/* ---- files of tests ---- */

struct reading {
	struct parser parser;
	const char *name;               /* of the current test; NULL: between tests */
	VEC(struct named_seq) done;
};

static status begin_test(struct reading *r)
{
	struct lexer *lex = &r->parser.lex;
	if (!lex_is_word(lex, "test"))
		return lex_expected(lex, "'test' and a name");
	TRY(lex_next(lex));
	if (lex->token.kind != TOKEN_NAME)
		return lex_expected(lex, "the name of the test");
	r->name = lex->token.text;
	seq_begin(&r->parser.builder, r->parser.arena);
	TRY(lex_next(lex));
	return lex->token.kind == TOKEN_END ? NULL : lex_expected(lex, "the end of the line");
}

static status end_test(struct reading *r)
{
	const struct seq *seq = seq_finish(&r->parser.builder);
	vec_push(&r->done, (struct named_seq){ r->name, seq });
	strmap_release(&r->parser.variables);
	if (!seq_is_valid(seq, r->parser.model))
		return parse_error(&r->parser, "test '%s' cannot be run: a value does not fit its place", r->name);
	r->name = NULL;
	return NULL;
}

static status read_line(struct reading *r, const char *line)
{
	struct lexer *lex = &r->parser.lex;
	TRY(lex_begin(lex, line));
	if (lex->token.kind == TOKEN_END)
		return NULL;
	if (!r->name)
		return begin_test(r);
	struct lexer after = *lex;
	if (lex_is_word(lex, "end")) {
		TRY(lex_next(&after));
		if (after.token.kind == TOKEN_END)
			return end_test(r);
	}
	return read_statement(&r->parser);
}

static status read_lines(struct reading *r, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		r->parser.lex.line++;
		TRY(read_line(r, arena_strndup(r->parser.arena, text, length)));
		text += length + (text[length] == '\n');
	}
	return r->name ? parse_error(&r->parser, "test '%s' has no 'end'", r->name) : NULL;
}

status seq_parse(struct arena *arena, const struct model *model, const char *text, const char *file_name,
                 struct seq_file *out)
{
	struct reading r = { .parser = {
		                     .arena = arena, .model = model, .lex = { .arena = arena, .file = file_name } } };
	status st = read_lines(&r, text);
	*out = (struct seq_file){ 0 };
	if (!st) {
		out->n = r.done.n;
		out->at = arena_memdup(arena, r.done.at, r.done.n * sizeof *r.done.at);
	}
	vec_release(&r.done);
	vec_release(&r.parser.builder.steps);
	strmap_release(&r.parser.variables);
	return st;
}
