/* said: see said.h. */
#include "emit/text/said.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define MAX_NAME 256u

static bool is_tag_word(const char *name)
{
	return str_equal(name, "struct") || str_equal(name, "union") || str_equal(name, "enum");
}

/* Returns the end of a literal, a comment or a number that starts here; NULL: none does. */
static const char *skip_other(const char *p)
{
	if (*p == '"' || *p == '\'') {
		char quote = *p++;
		for (; *p && *p != quote; p++)
			p += *p == '\\' && p[1];
		return p + (*p != 0);
	}
	if (str_starts(p, "/*")) {
		const char *end = strstr(p + 2, "*/");
		return end ? end + 2 : p + strlen(p);
	}
	if (isdigit((unsigned char)*p)) {
		while (is_name_char(*p) || *p == '.')
			p++;
		return p;
	}
	return NULL;
}

static bool is_field(const char *text, const char *name)
{
	while (name > text && name[-1] == ' ')
		name--;
	if (name == text)
		return false;
	return (name[-1] == '.' && !(name - 1 > text && name[-2] == '.')) ||
	       (name[-1] == '>' && name - 1 > text && name[-2] == '-');
}

void each_name(const char *text, void (*fn)(void *context, const char *name, bool is_called), void *context)
{
	char before[MAX_NAME] = "", name[MAX_NAME], tag[2 * MAX_NAME];
	for (const char *p = text; *p;) {
		const char *behind = skip_other(p);
		if (behind || !is_name_char(*p)) {
			p = behind ? behind : p + 1;
			continue;
		}
		size_t n = 0;
		while (is_name_char(p[n]))
			n++;
		snprintf(name, sizeof name, "%.*s", (int)n, p);
		snprintf(tag, sizeof tag, "%s %s", before, name);
		if (!is_field(text, p))
			fn(context, is_tag_word(before) ? tag : name, p[n] == '(');
		memcpy(before, name, sizeof before);
		p += n;
	}
}

/* ---- the unit's names ---- */

static bool is_keyword(const char *name)
{
	static const char *const keywords[] = {
		"void",
		"char",
		"short",
		"int",
		"long",
		"float",
		"double",
		"signed",
		"unsigned",
		"_Bool",
		"bool",
		"struct",
		"union",
		"enum",
		"const",
		"volatile",
		"restrict",
		"__restrict",
		"__restrict__",
		"_Complex",
		"_Atomic",
		"_Imaginary",
		"_Alignas",
		"_Nonnull",
		"_Nullable",
		"_Float16",
		"__bf16",
		"_BitInt",
		"static",
		"register",
		"inline",
		"__inline",
		"_Noreturn",
		"noreturn",
		"extern",
		"__int128",
		"_Float128",
		"_Float32",
		"_Float64",
		"__float128",
		"_Float64x",
		"_Float32x",
		"typeof",
		"__typeof__",
		"__builtin_va_list",
		"__va_list_tag",
		"__attribute__",
		"__extension__",
		"_Null_unspecified",
	};
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (str_equal(name, keywords[i]))
			return true;
	return false;
}

static void add_name(void *context, const char *name, bool is_called)
{
	struct unit_names *names = context;
	(void)is_called;
	if (!is_keyword(name))
		strmap_put(&names->at, name, NULL);
}

/* Adds the names in a spelling. Attributes contain words that are no types. */
static void add_spelling(struct unit_names *names, const char *spelling)
{
	if (!strstr(spelling, "__attribute__"))
		each_name(spelling, add_name, names);
}

void unit_names_init(struct unit_names *names, const struct model *model)
{
	*names = (struct unit_names){ 0 };
	for (size_t i = 0; i < model->types.n; i++) {
		const struct type *type = &model->types.at[i];
		if (type->spellable && !type->in_disguise)
			add_spelling(names, type->spelling);
		for (uint32_t e = 0; e < type->n_enumerators; e++)
			add_name(names, type->enumerators[e].name, false);
	}
}

void unit_names_release(struct unit_names *names)
{
	strmap_release(&names->at);
}

struct question {
	const struct unit_names *names;
	const struct visible *visible;
	bool any_tag, all;
};

bool is_tag_of_struct(const char *name)
{
	return str_starts(name, "struct ") || str_starts(name, "union ");
}

/* A name that is called is no type or constant of the unit, even if it is spelled like one: it is a macro of the test. */
static void ask(void *context, const char *name, bool is_called)
{
	struct question *question = context;
	const unsigned good = SEES_TYPE | SEES_NUMBER | SEES_MACRO;
	if (!is_called && !(question->any_tag && is_tag_of_struct(name)) && strmap_get(&question->names->at, name) &&
	    !(visible_as(question->visible, name) & good))
		question->all = false;
}

bool can_be_said(const struct unit_names *names, const struct visible *visible, const char *text, bool any_tag)
{
	struct question question = { names, visible, any_tag, true };
	each_name(text, ask, &question);
	return question.all;
}
