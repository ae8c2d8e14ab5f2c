/* installed: see installed.h.
 *
 * The build files are searched, not interpreted. A statement installs headers if it sets a variable
 * like include_HEADERS, runs cp or install for a folder of headers, or calls install() or
 * install_headers(). Variables in a statement are replaced by their values from the same file. */
#define _GNU_SOURCE
#include "judge/api/installed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "proc/child.h"

#define ANY_HEADER "*.h"
#define MAX_DEPTH 4u       /* of variables inside variables */
#define MAX_STATEMENT 20000u

static const char *const file_names[] = { "Makefile.am", "Makefile",       "Makefile.in",
	                                  "GNUmakefile", "CMakeLists.txt", "meson.build" };
static const char *const folders[] = { ".", "..", "../include", "../.." };

/* A statement: a line with its continuation lines, or a call up to its closing bracket. */
struct statement_text {
	const char *start;
	size_t length;
	bool is_recipe;      /* begins with a tab */
};
typedef VEC(struct statement_text) statement_list;

struct build_file {
	statement_list statements;
	struct strmap variables;       /* name -> index of the statement that sets it + 1 */
};

/* ---- statements ---- */

/* The length of the statement at `text`. A statement ends with the first line that is not continued
 * and has all brackets closed. */
static size_t statement_length(const char *text)
{
	size_t n = 0;
	int open = 0;
	for (; text[n] && n < MAX_STATEMENT; n++) {
		if (text[n] == '(' || text[n] == '[')
			open++;
		else if ((text[n] == ')' || text[n] == ']') && open)
			open--;
		else if (text[n] == '\n' && !open && !(n && text[n - 1] == '\\'))
			break;
		else if (text[n] == '\n' && open && text[n + 1] == '\n' && *text == '\t')
			break; /* a recipe's brackets belong to the shell */
	}
	return n;
}

static bool is_assignment_sign(const char *at)
{
	return *at == '=' || ((*at == '+' || *at == ':' || *at == '?') && at[1] == '=');
}

/* The name that a statement like "NAME = " or "set(NAME " sets; NULL: it sets none. */
static const char *set_name(const struct statement_text *statement, char *name, size_t room)
{
	const char *at = statement->start;
	size_t n = 0;
	bool by_call = false;
	while (*at == ' ' || (*at == '\t' && !statement->is_recipe))
		at++;
	if (strncmp(at, "set(", 4) == 0 || strncmp(at, "SET(", 4) == 0) {
		by_call = true;
		for (at += 4; isspace((unsigned char)*at);)
			at++;
	}
	while ((is_name_char(at[n]) || at[n] == '-') && n + 1 < room) {
		name[n] = at[n];
		n++;
	}
	name[n] = 0;
	at += n;
	while (*at == ' ' || *at == '\t')
		at++;
	return n && (by_call || is_assignment_sign(at)) ? name : NULL;
}

static void add_statements(struct build_file *file, const char *text)
{
	while (*text) {
		char name[100];
		struct statement_text statement = { .start = text, .length = statement_length(text) };
		statement.is_recipe = *text == '\t';
		if (statement.length && *text != '#') {
			vec_push(&file->statements, statement);
			if (!statement.is_recipe && set_name(&statement, name, sizeof name))
				*strmap_put(&file->variables, name, NULL) = file->statements.n;
		}
		text += statement.length;
		text += *text != 0;
	}
}

/* ---- headers in a statement ---- */

static void add_words(const struct build_file *file, const struct statement_text *statement, unsigned depth,
                      struct strmap *names);

/* Adds the headers in the value of $(NAME), ${NAME} or a bare NAME. */
static void add_variable(const struct build_file *file, const char *name, unsigned depth, struct strmap *names)
{
	const uint64_t *at = strmap_get(&file->variables, name);
	if (at && depth < MAX_DEPTH)
		add_words(file, &file->statements.at[*at - 1], depth + 1, names);
}

static bool is_word_char(char c)
{
	return is_name_char(c) || c == '.' || c == '-' || c == '/' || c == '*' || c == '+';
}

static void add_word(const struct build_file *file, const char *word, unsigned depth, struct strmap *names)
{
	if (str_ends(word, ".h"))
		strmap_put(names, path_base(word), NULL);
	else
		add_variable(file, word, depth, names);
}

static void add_words(const struct build_file *file, const struct statement_text *statement, unsigned depth,
                      struct strmap *names)
{
	for (size_t i = 0; i < statement->length;) {
		char word[200];
		size_t n = 0;
		while (i + n < statement->length && is_word_char(statement->start[i + n]))
			n++;
		if (n && n < sizeof word) {
			memcpy(word, statement->start + i, n);
			word[n] = 0;
			add_word(file, word, depth, names);
		}
		i += n ? n : 1;
	}
}

/* ---- which statements install ---- */

static bool has_text(const struct statement_text *statement, const char *text)
{
	return memmem(statement->start, statement->length, text, strlen(text)) != NULL;
}

/* include_HEADERS, pkginclude_HEADERS, ...: not noinst_HEADERS or EXTRA_HEADERS. */
static bool is_list_of_headers(const char *name)
{
	static const char *const others[] = { "noinst", "check", "EXTRA", "BUILT" };
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strstr(name, others[i]))
			return false;
	return str_ends(name, "_HEADERS") && strstr(name, "include");
}

static bool runs_install(const struct statement_text *statement)
{
	bool copies = has_text(statement, "cp ") || has_text(statement, "install") || has_text(statement, "INSTALL");
	return copies && !has_text(statement, "rm ") && (has_text(statement, "include") || has_text(statement, "INC"));
}

static bool starts_with(const struct statement_text *statement, const char *word)
{
	const char *at = statement->start;
	while (isspace((unsigned char)*at))
		at++;
	return strncasecmp(at, word, strlen(word)) == 0;
}

static bool is_install(const struct statement_text *statement)
{
	char name[100];
	if (statement->is_recipe)
		return runs_install(statement);
	if (set_name(statement, name, sizeof name) && is_list_of_headers(name))
		return true;
	return starts_with(statement, "install(") || starts_with(statement, "install (") ||
	       starts_with(statement, "install_headers") || has_text(statement, "PUBLIC_HEADER");
}

/* For example install(DIRECTORY include/ ...). The headers in that folder are not looked at. */
static bool installs_folder(const struct statement_text *statement)
{
	return !statement->is_recipe && has_text(statement, "DIRECTORY") && has_text(statement, "nclude");
}

/* noinst_HEADERS, libx_la_SOURCES, ... of automake. */
static bool keeps(const struct statement_text *statement)
{
	char name[100];
	if (statement->is_recipe || !set_name(statement, name, sizeof name))
		return false;
	return str_starts(name, "noinst") ? str_ends(name, "_HEADERS") : str_ends(name, "_SOURCES");
}

/* lib_LTLIBRARIES or lib_LIBRARIES: the file makes a library for users. In a program everything is a source. */
static bool makes_library(const struct build_file *file)
{
	return strmap_get(&file->variables, "lib_LTLIBRARIES") || strmap_get(&file->variables, "lib_LIBRARIES");
}

static void release(struct build_file *file)
{
	vec_release(&file->statements);
	strmap_release(&file->variables);
}

void read_kept(const char *text, struct strmap *names)
{
	struct build_file file = { 0 };
	add_statements(&file, text);
	for (size_t i = 0; i < file.statements.n && makes_library(&file); i++)
		if (keeps(&file.statements.at[i]))
			add_words(&file, &file.statements.at[i], 0, names);
	release(&file);
}

void read_installed(const char *text, struct strmap *names)
{
	struct build_file file = { 0 };
	add_statements(&file, text);
	for (size_t i = 0; i < file.statements.n; i++) {
		if (!is_install(&file.statements.at[i]))
			continue;
		add_words(&file, &file.statements.at[i], 0, names);
		if (installs_folder(&file.statements.at[i]))
			strmap_put(names, ANY_HEADER, NULL);
	}
	release(&file);
}

bool installs_any(const struct strmap *names)
{
	return strmap_get(names, ANY_HEADER) != NULL;
}

static void add_folder(const char *folder, struct arena *arena, path_list *paths)
{
	for (size_t i = 0; i < sizeof file_names / sizeof *file_names; i++)
		vec_push(paths, arena_printf(arena, "%s/%s", folder, file_names[i]));
}

void find_build_files(const struct model *model, struct arena *arena, path_list *paths)
{
	struct strmap seen = { 0 };
	for (size_t i = 0; i < model->sources.n; i++) {
		const char *source = model->sources.at[i];
		int n = (int)(path_base(source) - source);
		for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
			char *folder = arena_printf(arena, "%.*s%s", n, source, folders[k]);
			bool added;
			strmap_put(&seen, folder, &added);
			if (added)
				add_folder(folder, arena, paths);
		}
	}
	strmap_release(&seen);
}

void find_installed(const struct unit *unit, struct strmap *names, struct strmap *kept)
{
	struct arena *arena = arena_new();
	path_list paths = { 0 };
	find_build_files(unit->model, arena, &paths);
	for (size_t i = 0; i < paths.n; i++) {
		char *text = NULL;
		status st = unit_file_read(unit, paths.at[i], &text);
		if (!st) { /* most folders have only one or two of the possible files */
			read_installed(text, names);
			read_kept(text, kept);
		}
		status_free(st);
		free(text);
	}
	vec_release(&paths);
	arena_free(arena);
}
