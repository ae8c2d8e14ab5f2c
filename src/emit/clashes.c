/* clashes: see clashes.h. */
#include "emit/clashes.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#define OTHER_NAME "unit_"

/* What gcc and clang say before the name, up to the quote. */
static const char *const complaints[] = {
	"conflicting types for ",       "redefinition of ", "static declaration of ", "redefinition of enumerator ",
	"redeclaration of enumerator ",
};

/* The name in quotes of either kind at `text`; 0: none. */
static size_t quoted_name(const char *text, const char **name)
{
	static const char *const quotes[] = { "'", "\xe2\x80\x98" };
	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
		if (str_starts(text, quotes[i])) {
			size_t n = 0;
			*name = text + strlen(quotes[i]);
			while (isalnum((unsigned char)(*name)[n]) || (*name)[n] == '_')
				n++;
			return n;
		}
	return 0;
}

/* False: it is known, and has another name already. Then two sources have it. */
static bool add(struct unit *unit, const char *name, size_t length)
{
	const char *text = arena_strndup(unit->model->arena, name, length);
	for (size_t i = 0; i < unit->clashes.n; i++)
		if (str_equal(unit->clashes.at[i], text) ||
		    (str_starts(text, OTHER_NAME) && str_equal(unit->clashes.at[i], text + strlen(OTHER_NAME))))
			return false;
	vec_push(&unit->clashes, text);
	return true;
}

/* gcc: 'index' redeclared as different kind of symbol. */
static bool read_redeclared(struct unit *unit, const char *messages)
{
	static const char what[] = " redeclared as different kind of symbol";
	bool found = false;
	for (const char *p = messages; (p = strstr(p, what)); p++) {
		const char *start = p, *name;
		while (start > messages && start[-1] != '\n' && !quoted_name(start, &name))
			start--;
		size_t n = quoted_name(start, &name);
		found = (n && add(unit, name, n)) || found;
	}
	return found;
}

bool clashes_read(struct unit *unit, const char *messages)
{
	bool found = read_redeclared(unit, messages);
	for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
		for (const char *p = messages; (p = strstr(p, complaints[i])); p++) {
			const char *name;
			size_t n = quoted_name(p + strlen(complaints[i]), &name);
			found = (n && add(unit, name, n)) || found;
		}
	return found;
}

static bool add_macro(struct model *model, const char *name, size_t length)
{
	const char *text = arena_strndup(model->arena, name, length);
	for (size_t i = 0; i < model->macros.n; i++)
		if (str_equal(model->macros.at[i], text))
			return false;
	vec_push(&model->macros, text);
	return true;
}

/* gcc: "CHECK" redefined; clang: 'CHECK' macro redefined. */
bool clashes_read_macros(struct unit *unit, const char *messages)
{
	static const char *const ends[] = { "\" redefined", "' macro redefined" };
	bool found = false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		for (const char *p = messages; (p = strstr(p, ends[i])); p++) {
			size_t n = 0;
			while (p - n > messages &&
			       (isalnum((unsigned char)p[-1 - (ptrdiff_t)n]) || p[-1 - (ptrdiff_t)n] == '_'))
				n++;
			found = (n && add_macro(unit->model, p - n, n)) || found;
		}
	return found;
}

/* gcc: 'LIMIT' undeclared; clang: use of undeclared identifier 'LIMIT'. */
static bool is_undeclared(const char *name, size_t n, const char *messages)
{
	static const char before[] = "undeclared identifier '";
	size_t n_before = strlen(before);
	const char *behind = name + n + strcspn(name + n, " ");
	if (name > messages && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
		return false;
	return str_starts(behind, " undeclared") ||
	       ((size_t)(name - messages) >= n_before && strncmp(name - n_before, before, n_before) == 0);
}

bool clashes_read_unknown(struct model *model, const char *messages)
{
	bool found = false;
	for (size_t i = 0; i < model->constants.n; i++) {
		struct constant *constant = &model->constants.at[i];
		size_t n = strlen(constant->name);
		bool was_known = !constant->unknown_to_tests;
		for (const char *p = messages; !constant->unknown_to_tests && (p = strstr(p, constant->name)); p++)
			constant->unknown_to_tests = is_undeclared(p, n, messages) && !isalnum((unsigned char)p[n]) &&
			                             p[n] != '_';
		found |= was_known && constant->unknown_to_tests;
	}
	return found;
}

void clashes_write(const struct unit *unit, struct sb *out)
{
	if (unit->clashes.n)
		sb_add(out, "/* The C library has these names, too. */\n");
	for (size_t i = 0; i < unit->clashes.n; i++)
		sb_addf(out, "#define %s " OTHER_NAME "%s\n", unit->clashes.at[i], unit->clashes.at[i]);
}
