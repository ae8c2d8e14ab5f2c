/* law_pairs: see law_pairs.h. */
#include "judge/laws/law_pairs.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "seq/value.h"

static const char *const equal_words[] = { "equal", "equals", "eq", NULL };
static const char *const compare_words[] = { "compare", "cmp", NULL };
static const char *const copy_words[] = { "copy", "clone", "dup", "duplicate", NULL };
static const char *const hash_words[] = { "hash", NULL };
static const char *const print_words[] = { "print", "serialise", "serialize", "text",   "string",
	                                   "dump",  "dumps",     "write",     "encode", NULL };
static const char *const part_words[] = { "get", "peek", "set", NULL }; /* "get_string" gives a part of an object,
                                                                           not the whole */
static const char *const parse_words[] = { "parse",       "read",        "load",   "loads",
	                                   "deserialise", "deserialize", "decode", NULL };

/* ---- names ---- */

/* The length of the word at `at`: to the next underscore or capital letter. */
static size_t word_length(const char *at)
{
	size_t n = 1;
	while (at[n] && at[n] != '_' && !(isupper((unsigned char)at[n]) && !isupper((unsigned char)at[n - 1])))
		n++;
	return n;
}

static bool is_one_of(const char *at, size_t n, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == n && strncasecmp(at, *words, n) == 0)
			return true;
	return false;
}

static bool has_word(const char *name, const char *const *words)
{
	for (const char *at = name; *at;) {
		size_t n = *at == '_' ? 1 : word_length(at);
		if (is_one_of(at, n, words))
			return true;
		at += n;
	}
	return false;
}

/* ---- types ---- */

bool gives_number(const struct model *model, const struct function *function)
{
	const struct type *type = model_canonical(model, function->result);
	return type->size <= 8 && (type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_ENUM);
}

/* A function with the parameters of a range is out: a begin and its end are one thing, not two. */
bool law_is_usable(const struct function *function)
{
	for (uint32_t p = 0; p < function->n_params; p++)
		if (function->params[p].role == ROLE_END)
			return false;
	return !function->is_static && !function->why_not && !function->switched_off && !function->variadic;
}

type_id law_object_of(const struct model *model, const struct function *function, uint32_t a)
{
	if (a >= function->n_params)
		return NONE;
	const struct type *type = model_canonical(model, function->params[a].type);
	if (type->kind != TYPE_POINTER || function->params[a].destroyed || function->params[a].taken)
		return NONE;
	const struct type *target = model_canonical(model, type->target);
	return target->kind == TYPE_STRUCT ? model_type(model, type->target)->canonical : NONE;
}

static type_id result_object(const struct model *model, const struct function *function)
{
	const struct type *type = model_canonical(model, function->result);
	if (type->kind != TYPE_POINTER || model_canonical(model, type->target)->kind != TYPE_STRUCT)
		return NONE;
	return model_type(model, type->target)->canonical;
}

static bool is_text(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	return type->kind == TYPE_POINTER && type_is_char(model_canonical(model, type->target));
}

/* The function takes two objects of one type, and gives a number. */
static bool takes_two(const struct model *model, const struct function *function)
{
	return law_is_usable(function) && function->n_params == 2 && gives_number(model, function) &&
	       law_object_of(model, function, 0) != NONE &&
	       law_object_of(model, function, 0) == law_object_of(model, function, 1);
}

/* The function that compares two objects of the type and has one of these words as its name; NONE:
 * there is none. */
static uint32_t comparer_of(const struct model *model, type_id object, const char *const *words)
{
	for (uint32_t f = 0; object != NONE && f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (takes_two(model, function) && law_object_of(model, function, 0) == object &&
		    has_word(function->name, words))
			return f;
	}
	return NONE;
}

static uint32_t hash_of(const struct model *model, type_id object)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (law_is_usable(function) && function->n_params == 1 && law_object_of(model, function, 0) == object &&
		    gives_number(model, function) && has_word(function->name, hash_words))
			return f;
	}
	return NONE;
}

/* The function that reads a text as an object of the type. */
static uint32_t parser_of(const struct model *model, type_id object)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (law_is_usable(function) && function->n_params == 1 && is_text(model, function->params[0].type) &&
		    result_object(model, function) == object && has_word(function->name, parse_words))
			return f;
	}
	return NONE;
}

static bool is_copy(const struct model *model, const struct function *function)
{
	type_id object = law_object_of(model, function, 0);
	return law_is_usable(function) && function->n_params == 1 && object != NONE &&
	       result_object(model, function) == object && has_word(function->name, copy_words);
}

static bool is_printer(const struct model *model, const struct function *function)
{
	return law_is_usable(function) && function->n_params == 1 && law_object_of(model, function, 0) != NONE &&
	       is_text(model, function->result) && has_word(function->name, print_words) &&
	       !has_word(function->name, part_words);
}

/* ---- things as bytes ---- */

/* size_t and similar types: a result of such a type is a number of bytes, not a code for success. */
static bool is_size(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	return type->kind == TYPE_INT && !type->is_signed && type->size == 8;
}

/* The parameters after the first `before` are bytes and their number. */
static bool ends_with_bytes(const struct model *model, const struct function *function, uint32_t before)
{
	return law_is_usable(function) && function->n_params == before + 2 &&
	       model_canonical(model, function->params[before].type)->kind == TYPE_POINTER &&
	       function->params[before].role == ROLE_BUFFER && function->params[before].partner == before + 1 &&
	       is_size(model, function->params[before + 1].type);
}

/* The function writes an object into memory and returns the number of bytes. */
static bool is_writer(const struct model *model, const struct function *function)
{
	return ends_with_bytes(model, function, 1) && law_object_of(model, function, 0) != NONE &&
	       !is_const_pointer(model, function->params[1].type) && is_size(model, function->result) &&
	       has_word(function->name, print_words) && !has_word(function->name, part_words);
}

/* The function that reads bytes as an object of the type. */
static uint32_t reader_of(const struct model *model, type_id object)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (ends_with_bytes(model, function, 0) && is_const_pointer(model, function->params[0].type) &&
		    result_object(model, function) == object && has_word(function->name, parse_words))
			return f;
	}
	return NONE;
}

bool is_const_pointer(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id), *as_written = model_type(model, id);
	return type->kind == TYPE_POINTER &&
	       (model_type(model, type->target)->is_const || model_type(model, as_written->target)->is_const);
}

static bool has_const_pointer(const struct model *model, const struct function *function)
{
	for (uint32_t a = 0; a < function->n_params; a++)
		if (is_const_pointer(model, function->params[a].type))
			return true;
	return false;
}

/* ---- uses ---- */

static void add(law_uses *uses, uint32_t off, struct law_use use)
{
	if (!(off >> use.law & 1))
		vec_push(uses, use);
}

/* Adds the agreement of an equality and a comparison of objects of one type. */
static void find_agreement(const struct model *model, uint32_t off, uint32_t f, law_uses *uses)
{
	type_id object = law_object_of(model, &model->functions.at[f], 0);
	uint32_t equal = comparer_of(model, object, equal_words), compare = comparer_of(model, object, compare_words);
	if (equal == NONE || compare == NONE || equal == compare)
		return;
	if (f == equal)
		add(uses, off, (struct law_use){ LAW_AGREE, f, equal, compare });
	else if (f == compare)
		add(uses, off, (struct law_use){ LAW_AGREE, f, equal, equal });
}

/* Adds the laws that need another function beside f. */
static void find_pairs(const struct model *model, uint32_t off, uint32_t f, law_uses *uses)
{
	const struct function *function = &model->functions.at[f];
	type_id object = law_object_of(model, function, 0);
	uint32_t equal = comparer_of(model, object, equal_words), hash = hash_of(model, object),
	         parser = parser_of(model, object);
	if (is_copy(model, function))
		add(uses, off, (struct law_use){ LAW_SHARE, f, equal, NONE });
	if (equal == NONE)
		return;
	if (f == equal && hash != NONE)
		add(uses, off, (struct law_use){ LAW_HASH, f, equal, hash });
	if (is_copy(model, function))
		add(uses, off, (struct law_use){ LAW_COPY, f, equal, NONE });
	if (is_printer(model, function) && parser != NONE)
		add(uses, off, (struct law_use){ LAW_PARSE, f, equal, parser });
	if (is_writer(model, function) && reader_of(model, object) != NONE)
		add(uses, off, (struct law_use){ LAW_PARSE, f, equal, reader_of(model, object) });
}

void law_uses_find(const struct model *model, uint32_t off, law_uses *uses)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		bool two = takes_two(model, function);
		if (two && has_word(function->name, equal_words))
			add(uses, off, (struct law_use){ LAW_EQUAL, f, NONE, NONE });
		else if (two && has_word(function->name, compare_words)) {
			add(uses, off, (struct law_use){ LAW_COMPARE, f, NONE, NONE });
			add(uses, off, (struct law_use){ LAW_ORDER, f, NONE, NONE });
		}
		if (two)
			find_agreement(model, off, f, uses);
		find_pairs(model, off, f, uses);
		if (law_is_usable(function) && function->is_observer && function->n_params &&
		    gives_number(model, function))
			add(uses, off, (struct law_use){ LAW_OBSERVER, f, NONE, NONE });
		if (law_is_usable(function) && has_const_pointer(model, function))
			add(uses, off, (struct law_use){ LAW_CONST, f, NONE, NONE });
	}
}
