/* family: see family.h. */
#define _GNU_SOURCE
#include "judge/api/family.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

static bool is_capital(char c)
{
	return isupper((unsigned char)c);
}

static const char *word_end(const char *word)
{
	while (*word && *word != '_' && !(is_capital(word[1]) && !is_capital(*word)))
		word++;
	return *word && *word != '_' ? word + 1 : word;
}

static const char *word_start(const char *text)
{
	while (*text == '_')
		text++;
	return text;
}

uint32_t words_in_common(const char *a, const char *b)
{
	uint32_t n = 0;
	for (a = word_start(a), b = word_start(b); *a && *b; n++) {
		const char *a_end = word_end(a), *b_end = word_end(b);
		if (a_end - a != b_end - b || strncasecmp(a, b, (size_t)(a_end - a)) != 0)
			break;
		a = word_start(a_end);
		b = word_start(b_end);
	}
	return n;
}

/* The function makes or sets up an object of the type, and gets no such object to make it from. */
static bool is_origin(const struct model *model, const struct function *function, type_id object)
{
	if (!function->is_maker)
		return false;
	type_id made = function->made_param == NONE ? function->result : function->params[function->made_param].type;
	if (model_object_of(model, made) != object)
		return false;
	for (uint32_t p = 0; p < function->n_params; p++)
		if (p != function->made_param && model_object_of(model, function->params[p].type) == object)
			return false;
	return true;
}

/* The call that made or set up v; NONE if v comes from another object, which has no family. */
static uint32_t origin_of(const struct incident *incident, uint32_t v, uint32_t before, type_id object)
{
	const struct seq *seq = incident->seq;
	const struct model *model = incident->model;
	for (uint32_t k = before; k-- > v;) {
		const struct step *step = seq->steps[k];
		if (!step_is_call(step) || !is_origin(model, step_function(model, step), object))
			continue;
		uint32_t made = step_function(model, step)->made_param;
		if (made == NONE ? k == v : seq_index(k, step->args[made]) == v)
			return step->index;
	}
	return NONE;
}

bool is_of_another_family(const struct incident *incident, uint32_t i)
{
	const struct model *model = incident->model;
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		type_id object = model_object_of(model, called->params[a].type);
		if (object == NONE || is_origin(model, called, object))
			continue;
		uint32_t origin = origin_of(incident, seq_index(i, call->args[a]), i, object);
		for (size_t f = 0; origin != NONE && f < model->functions.n; f++)
			if (f != origin && !model->functions.at[f].is_static &&
			    is_origin(model, &model->functions.at[f], object) &&
			    words_in_common(called->name, model->functions.at[f].name) >
			            words_in_common(called->name, model->functions.at[origin].name))
				return true;
	}
	return false;
}

/* ---- two ways ---- */

/* Opposite ways to use an object, as names tell them. */
static const char *const ways[][2] = {
	{ "write", "read" },      { "encode", "decode" },       { "encrypt", "decrypt" },       { "enc", "dec" },
	{ "deflate", "inflate" }, { "compress", "decompress" }, { "output", "input" },          { "out", "in" },
	{ "send", "receive" },    { "send", "recv" },           { "client", "server" },         { "source", "sink" },
	{ "pack", "unpack" },     { "load", "save" },           { "serialize", "deserialize" },
};

/* The name has the word and not the opposite of which the word is the end, as in "decompress". */
static const char *find_way(const char *name, const char *word, const char *opposite)
{
	bool is_end = strlen(opposite) > strlen(word) && strcasestr(opposite, word);
	return is_end && strcasestr(name, opposite) ? NULL : strcasestr(name, word);
}

/* Another function makes objects of the type, with the opposite in place of the word in its name. */
static bool has_opposite(const struct model *model, const struct function *origin, type_id object, const char *word,
                         const char *opposite)
{
	const char *at = find_way(origin->name, word, opposite);
	bool found = false;
	if (!at)
		return false;
	char *name = xprintf("%.*s%s%s", (int)(at - origin->name), origin->name, opposite, at + strlen(word));
	for (size_t f = 0; f < model->functions.n && !found; f++)
		found = !model->functions.at[f].is_static && strcasecmp(model->functions.at[f].name, name) == 0 &&
		        is_origin(model, &model->functions.at[f], object);
	free(name);
	return found;
}

static bool is_for_other_way(const struct model *model, const struct function *origin, type_id object,
                             const struct function *called)
{
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
		for (int side = 0; side < 2; side++)
			if (has_opposite(model, origin, object, ways[w][side], ways[w][!side]) &&
			    !find_way(called->name, ways[w][side], ways[w][!side]))
				return true;
	return false;
}

bool may_be_for_other_way(const struct incident *incident, uint32_t i)
{
	const struct model *model = incident->model;
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		type_id object = model_object_of(model, called->params[a].type);
		uint32_t origin = object == NONE || is_origin(model, called, object)
		                          ? NONE
		                          : origin_of(incident, seq_index(i, call->args[a]), i, object);
		if (origin != NONE && is_for_other_way(model, &model->functions.at[origin], object, called))
			return true;
	}
	return false;
}
