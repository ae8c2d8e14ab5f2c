/* names: see names.h. */
#define _GNU_SOURCE
#include "seq/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

/* Keywords of C and of the text form, and names of the C library that written tests use themselves. */
static const char *const reserved[] = {
	"auto",      "break",        "case",    "char",     "const",         "continue", "default",  "do",
	"double",    "else",         "enum",    "extern",   "float",         "for",      "goto",     "if",
	"inline",    "int",          "long",    "register", "restrict",      "return",   "short",    "signed",
	"sizeof",    "static",       "struct",  "switch",   "typedef",       "union",    "unsigned", "void",
	"volatile",  "while",        "asm",     "typeof",   "bool",          "true",     "false",    "nullptr",
	"constexpr", "thread_local", "alignas", "alignof",  "static_assert", "test",     "end",      "null",
	"stub",      "peek",         "raw",     "inf",      "nan",           "main",     "errno",    "stdin",
	"stdout",    "stderr",       "tmpfile", "fputs",    "fwrite",        "fclose",   "rewind",   "remove",
	"memcpy",    "memcmp",       "strcmp",  "strlen",   "isnan",         "mkstemp",  "fdopen",   "abort",
	"printf",    "free",         "unix",    "linux",    "i386",          "memset",   "close",    "fileno",
};

bool name_is_reserved(const char *name)
{
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (str_equal(name, reserved[i]))
			return true;
	return false;
}

static void reserve(struct strmap *taken, const char *name)
{
	if (name && name[0])
		strmap_put(taken, name, NULL);
}

/* Reserves the words in a type's spelling that are names by themselves (tags are not). */
static void reserve_type(struct strmap *taken, const char *spelling)
{
	bool tag = false;
	for (const char *p = spelling; *p;) {
		size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
		if (!n) {
			p++;
			continue;
		}
		char word[128];
		snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word - 1), p);
		if (!tag)
			reserve(taken, word);
		tag = str_equal(word, "struct") || str_equal(word, "union") || str_equal(word, "enum");
		p += n;
	}
}

void names_reserve(const struct model *model, struct strmap *taken)
{
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		reserve(taken, reserved[i]);
	names_reserve_own(model, taken);
}

void names_reserve_own(const struct model *model, struct strmap *taken)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		reserve(taken, model->functions.at[i].name);
		if (model->functions.at[i].sets &&
		    !model->functions.at[i].holder) /* a variable of a test would hide the unit's variable */
			reserve(taken, model->functions.at[i].sets);
	}
	for (size_t i = 0; i < model->missing.n; i++)
		reserve(taken, model->missing.at[i].name);
	for (size_t i = 0; i < model->missing_variables.n; i++)
		reserve(taken, model->missing_variables.at[i].name);
	for (size_t i = 0; i < model->constants.n; i++)
		reserve(taken, model->constants.at[i].name);
	for (size_t i = 0; i < model->macros.n; i++)
		reserve(taken, model->macros.at[i]);
	for (size_t i = 0; i < model->types.n; i++) {
		const struct type *type = &model->types.at[i];
		reserve_type(taken, type->spelling);
		for (uint32_t e = 0; e < type->n_enumerators; e++)
			reserve(taken, type->enumerators[e].name);
	}
}

static bool is_generic(const char *param)
{
	if (!str_starts(param, "arg"))
		return false;
	for (param += 3; *param; param++)
		if (!isdigit((unsigned char)*param))
			return false;
	return true;
}

/* The parameter for which variable v is passed first, or NULL. If the address of a result is
 * passed, the call overwrites the result, so this does not count. */
static const struct param *first_use(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++)
			if (seq_index(i, step->args[a]) == v &&
			    !(step->args[a].address && seq->steps[v]->kind == STEP_CALL))
				return &model->functions.at[step->index].params[a];
	}
	return NULL;
}

/* The field in which variable v is stored first, or NULL. */
static const char *first_field(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		const struct type *type = model_canonical(model, step->type);
		if (step->kind == STEP_BLOCK)
			type = model_canonical(model, type->target);
		for (uint32_t f = 0; f < step->n_fills; f++)
			for (uint32_t k = 0; seq_index(i, step->fills[f].arg) == v && k < type->n_fields; k++)
				if (type->size &&
				    type->fields[k].bit_offset == 8 * (step->fills[f].offset % type->size))
					return type->fields[k].name;
	}
	return NULL;
}

/* "ring" for struct ring *, ring_t ** and enum ring; NULL if the type has no name of its own. */
static const char *tag_of(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY) {
		id = type->target;
		type = model_canonical(model, id);
	}
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION && type->kind != TYPE_ENUM)
		return NULL;
	const char *tag = model_type(model, id)->tag;
	return tag && tag[0] ? tag : type->tag && type->tag[0] ? type->tag : NULL;
}

static const char *name_by_kind(const struct model *model, const struct step *step)
{
	const struct type *type = model_canonical(model, step->type);
	switch (step->kind) {
	case STEP_CALLBACK:
		return "function";
	case STEP_FILE:
		return step_is_descriptor(model, step) ? "fd" : "file";
	case STEP_PATH:
		return "file_name";
	case STEP_CALL:
		return "result";
	case STEP_BLOCK:
		return step->is_string ? "text" : "data";
	default:
		return type->kind == TYPE_POINTER ? "p" : type->kind == TYPE_FLOAT ? "x" : "n";
	}
}

static void lower(char *name)
{
	for (; *name; name++)
		*name = (char)tolower((unsigned char)*name);
}

/* ---- names of types ---- */

#define MAX_WORDS 16u

struct word {
	const char *at;
	size_t n;
};

/* Splits "XML_ParserStruct" into XML, Parser, Struct, and "streamHC" into stream, HC; "cJSON" is
 * one word. */
static size_t split(const char *name, struct word *words)
{
	size_t n = 0;
	for (const char *p = name; *p && n < MAX_WORDS;) {
		const char *start = p;
		while (*p && *p != '_' &&
		       (p - start < 2 || !isupper((unsigned char)*p) || isupper((unsigned char)p[-1])))
			p++;
		if (p > start)
			words[n++] = (struct word){ start, (size_t)(p - start) };
		p += *p == '_';
	}
	return n;
}

static bool says_only_kind(struct word word)
{
	static const char *const kinds[] = { "t", "s", "st", "u", "e", "struct", "tag", "ptr" };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i]) == word.n && strncasecmp(kinds[i], word.at, word.n) == 0)
			return true;
	return false;
}

/* At least half of the functions for users begin with the word, as in yaml_parser_delete(). */
static bool is_prefix(const struct model *model, struct word word)
{
	size_t with = 0, all = 0;
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *function = &model->functions.at[i];
		if (function->is_static)
			continue;
		all++;
		with += strncasecmp(function->name, word.at, word.n) == 0 && function->name[word.n] == '_';
	}
	return 2 * with >= all && with > 1;
}

/* The name that a programmer of the unit would give a variable of the type: yaml_parser_t parser,
 * XML_ParserStruct *parser. */
static const char *name_of_tag(struct arena *arena, const struct model *model, const char *tag)
{
	struct word words[MAX_WORDS];
	size_t first = 0, n = split(tag, words);
	while (n > 1 && says_only_kind(words[n - 1]))
		n--;
	if (n > 1 && words[1].n > 2 && isalpha((unsigned char)words[1].at[0]) && is_prefix(model, words[0]))
		first = 1;
	if (!n)
		return tag;
	char *name = arena_strdup(arena, "");
	for (size_t i = first; i < n; i++)
		name = arena_printf(arena, "%s%s%.*s", name, i > first ? "_" : "", (int)words[i].n, words[i].at);
	lower(name);
	return name;
}

/* Suitable names, best first; some are NULL. */
struct wishes {
	const char *at[4];
};

/* The result of a call is named after its type; a variable that is passed on, after its use. */
static struct wishes wishes_for(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t v)
{
	const struct step *step = seq->steps[v];
	const char *tag = tag_of(model, step->type), *used_as = NULL;
	const struct param *use = first_use(model, seq, v);
	tag = tag ? name_of_tag(arena, model, tag) : NULL;
	if (use && use->name && use->name[0] && !is_generic(use->name))
		used_as = use->name;
	else if (!use)
		used_as = first_field(model, seq, v);
	if (step->kind == STEP_CALL)
		return (struct wishes){ { tag, used_as, name_by_kind(model, step), "v" } };
	return (struct wishes){ { used_as, tag, name_by_kind(model, step), "v" } };
}

/* The name in the style of a local variable: without leading underscores and a final _t, _s or _st,
 * and with a small first letter. NULL if nothing is left. */
static char *tidy(struct arena *arena, const char *name)
{
	while (*name == '_')
		name++;
	char *copy = arena_strdup(arena, name);
	static const char *const ends[] = { "_t", "_s", "_st" };
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (str_ends(copy, ends[i]) && strlen(copy) > strlen(ends[i]))
			copy[strlen(copy) - strlen(ends[i])] = 0;
	for (const char *p = copy; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return NULL;
	copy[0] = (char)tolower((unsigned char)copy[0]);
	return isalpha((unsigned char)copy[0]) ? copy : NULL;
}

/* The first wish that has no other meaning, as it is or in lower case. */
static const char *choose(struct arena *arena, const struct strmap *taken, struct wishes wishes)
{
	for (size_t i = 0; i < sizeof wishes.at / sizeof *wishes.at; i++) {
		char *name = wishes.at[i] ? tidy(arena, wishes.at[i]) : NULL;
		if (!name)
			continue;
		if (!strmap_get(taken, name))
			return name;
		lower(name);
		if (!strmap_get(taken, name))
			return name;
	}
	return "variable";
}

void names_choose(struct arena *arena, const struct model *model, const struct seq *seq, const bool *wanted,
                  const struct strmap *taken, const char **names)
{
	struct strmap used = { 0 };
	for (uint32_t i = 0; i < seq->n; i++) {
		names[i] = NULL;
		if (!wanted[i])
			continue;
		const char *base = choose(arena, taken, wishes_for(arena, model, seq, i)), *name = base;
		bool added = false;
		for (unsigned k = 2;; k++) {
			if (!strmap_get(taken, name))
				strmap_put(&used, name, &added);
			if (added)
				break;
			name = arena_printf(arena, "%s%u", base, k);
		}
		names[i] = name;
	}
	strmap_release(&used);
}
