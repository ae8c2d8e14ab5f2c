/* config: see config.h. */
#include "cli/config/config.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc/child.h"

enum value_kind { VALUE_TEXT, VALUE_NUMBER, VALUE_TRUE, VALUE_FALSE, VALUE_LIST };

struct value {
	enum value_kind kind;
	text_list words;             /* one word, or the words of the list */
};

struct reader {
	const char *path, *at;
	unsigned line;
	const struct option_spec *specs;
	size_t n_specs;
	struct arena *arena;
	text_list given;             /* options of the command line */
	text_list options, sources, flags;
};

#define COMPLAIN(reader, ...) complain(reader, arena_printf((reader)->arena, __VA_ARGS__))

static status complain(const struct reader *reader, const char *what)
{
	return fail(TROUBLE_USAGE, "%s:%u: %s", reader->path, reader->line, what);
}

/* ---- words of the file ---- */

static void skip_blanks(struct reader *reader, bool over_lines)
{
	for (;; reader->at++) {
		if (*reader->at == '#')
			reader->at += strcspn(reader->at, "\n");
		if (*reader->at == '\n' && over_lines)
			reader->line++;
		else if (*reader->at != ' ' && *reader->at != '\t' && *reader->at != '\r')
			return;
	}
}

static status read_string(struct reader *reader, const char **word)
{
	struct sb text = { 0 };
	char quote = *reader->at++;
	for (; *reader->at && *reader->at != quote && *reader->at != '\n'; reader->at++) {
		bool escaped = quote == '"' && *reader->at == '\\' && (reader->at[1] == '"' || reader->at[1] == '\\');
		sb_add_char(&text, escaped ? *++reader->at : *reader->at);
	}
	*word = arena_strdup(reader->arena, sb_text(&text));
	sb_release(&text);
	if (*reader->at != quote)
		return COMPLAIN(reader, "the string is not closed: %c is missing", quote);
	reader->at++;
	return NULL;
}

static status read_list(struct reader *reader, struct value *value)
{
	const char *word;
	reader->at++;
	value->kind = VALUE_LIST;
	for (;;) {
		skip_blanks(reader, true);
		if (*reader->at == ']')
			break;
		if (*reader->at != '"' && *reader->at != '\'')
			return COMPLAIN(reader, "a list has strings in quotes, commas between them and ] at its end");
		TRY(read_string(reader, &word));
		vec_push(&value->words, word);
		skip_blanks(reader, true);
		if (*reader->at == ',')
			reader->at++;
		else if (*reader->at != ']')
			return COMPLAIN(reader, "a list has strings in quotes, commas between them and ] at its end");
	}
	reader->at++;
	return NULL;
}

static status read_value(struct reader *reader, const char *key, struct value *value)
{
	const char *word;
	size_t n = strcspn(reader->at, " \t\r\n#");
	if (*reader->at == '[')
		return read_list(reader, value);
	if (*reader->at == '"' || *reader->at == '\'') {
		value->kind = VALUE_TEXT;
		TRY(read_string(reader, &word));
	} else {
		word = arena_strndup(reader->arena, reader->at, n);
		value->kind = str_equal(word, "true")    ? VALUE_TRUE
		              : str_equal(word, "false") ? VALUE_FALSE
		                                         : VALUE_NUMBER;
		if (value->kind == VALUE_NUMBER && (!n || strspn(word, "0123456789") != n))
			return COMPLAIN(
			        reader,
			        "'%s' is neither a whole number nor true nor false; a text for %s stands in quotes",
			        word, key);
		reader->at += n;
	}
	vec_push(&value->words, word);
	return NULL;
}

/* ---- what they mean ---- */

static const struct option_spec *find_spec(const struct reader *reader, const char *key)
{
	for (size_t i = 0; i < reader->n_specs; i++)
		if (str_equal(reader->specs[i].name, key))
			return &reader->specs[i];
	return NULL;
}

static bool is_given(const struct reader *reader, const char *key)
{
	for (size_t i = 0; i < reader->given.n; i++)
		if (str_equal(reader->given.at[i], key))
			return true;
	return false;
}

/* Adds the sources. A pattern stands for the files that match it. */
static status add_sources(struct reader *reader, const struct value *value)
{
	for (size_t i = 0; i < value->words.n; i++) {
		glob_t found;
		int failed = glob(value->words.at[i], 0, NULL, &found);
		for (size_t k = 0; !failed && k < found.gl_pathc; k++)
			vec_push(&reader->sources, arena_strdup(reader->arena, found.gl_pathv[k]));
		if (!failed)
			globfree(&found);
		if (failed)
			return COMPLAIN(reader, "sources: there is no file %s", value->words.at[i]);
	}
	return NULL;
}

static bool fits(const struct option_spec *spec, const struct value *value)
{
	switch (spec->kind) {
	case OPTION_FLAG:
		return value->kind == VALUE_TRUE || value->kind == VALUE_FALSE;
	case OPTION_NUMBER:
		return value->kind == VALUE_NUMBER;
	case OPTION_LIST:
	case OPTION_TEXTS:
		return value->kind == VALUE_TEXT || value->kind == VALUE_LIST;
	case OPTION_TEXT:
	case OPTION_SECONDS:
		break;
	}
	return value->kind == VALUE_TEXT || value->kind == VALUE_NUMBER;
}

static status add_option(struct reader *reader, const char *key, const struct value *value)
{
	const struct option_spec *spec = find_spec(reader, key);
	if (!spec)
		return COMPLAIN(reader,
		                "there is no option '%s'; there are sources, flags and the long options of --help",
		                key);
	if (!fits(spec, value))
		return COMPLAIN(reader, "%s wants %s", key,
		                spec->kind == OPTION_FLAG     ? "true or false"
		                : spec->kind == OPTION_NUMBER ? "a whole number"
		                : spec->kind == OPTION_LIST   ? "a list of strings"
		                                              : "a string");
	if (is_given(reader, key) || value->kind == VALUE_FALSE)
		return NULL;
	for (size_t i = 0; i < value->words.n; i++)
		vec_push(&reader->options, value->kind == VALUE_TRUE
		                                   ? arena_printf(reader->arena, "--%s", key)
		                                   : arena_printf(reader->arena, "--%s=%s", key, value->words.at[i]));
	return NULL;
}

static status take(struct reader *reader, const char *key, const struct value *value)
{
	bool is_sources = str_equal(key, "sources"), is_flags = str_equal(key, "flags");
	if (!is_sources && !is_flags)
		return add_option(reader, key, value);
	if (value->kind != VALUE_LIST)
		return COMPLAIN(reader, "%s wants a list of strings: [\"...\"]", key);
	if (is_sources)
		return add_sources(reader, value);
	for (size_t i = 0; i < value->words.n; i++)
		vec_push(&reader->flags, value->words.at[i]);
	return NULL;
}

static status read_entry(struct reader *reader)
{
	struct value value = { 0 };
	size_t n = 0;
	while (isalnum((unsigned char)reader->at[n]) || reader->at[n] == '-' || reader->at[n] == '_')
		n++;
	const char *key = arena_strndup(reader->arena, reader->at, n);
	reader->at += n;
	skip_blanks(reader, false);
	if (!n || *reader->at != '=')
		return COMPLAIN(reader, "a line has the form: name = value");
	reader->at++;
	skip_blanks(reader, false);
	unsigned line = reader->line;
	status st = read_value(reader, key, &value);
	if (!st) {
		unsigned end = reader->line;
		reader->line = line;
		st = take(reader, key, &value);
		reader->line = end;
	}
	vec_release(&value.words);
	skip_blanks(reader, false);
	if (!st && *reader->at && *reader->at != '\n')
		st = COMPLAIN(reader, "'%.*s' stands behind the value of %s", (int)strcspn(reader->at, "\n"),
		              reader->at, key);
	return st;
}

static status read_file(struct reader *reader)
{
	for (;;) {
		skip_blanks(reader, true);
		if (!*reader->at)
			return NULL;
		TRY(read_entry(reader));
	}
}

/* ---- the command line ---- */

/* Finds the options of the command line by name; *has_sources, *has_flags: it has words between them, or behind
 * --. */
static void look_at_line(struct reader *reader, int argc, char **argv, bool *has_sources, bool *has_flags)
{
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];
		*has_flags |= str_equal(arg, "--");
		if (*has_flags)
			return;
		if (arg[0] != '-' || !arg[1]) {
			*has_sources = true;
			continue;
		}
		for (size_t k = 0; k < reader->n_specs; k++) {
			const struct option_spec *spec = &reader->specs[k];
			size_t n = strlen(spec->name);
			bool is_long = str_starts(arg, "--") && strncmp(arg + 2, spec->name, n) == 0 &&
			               (!arg[2 + n] || arg[2 + n] == '=');
			if (!is_long && (arg[1] == '-' || arg[1] != spec->letter))
				continue;
			vec_push(&reader->given, spec->name);
			bool is_whole = spec->kind == OPTION_FLAG || (is_long ? arg[2 + n] == '=' : arg[2] != 0);
			i += !is_whole;
			break;
		}
	}
}

static void put_words(struct reader *reader, bool has_sources, bool has_flags, int *argc, char ***argv)
{
	size_t n = 0;
	char **words = ARENA_ARRAY(reader->arena, char *,
	                           (size_t)*argc + reader->options.n + reader->sources.n + reader->flags.n + 2);
	words[n++] = (*argv)[0];
	for (size_t i = 0; i < reader->options.n; i++)
		words[n++] = arena_strdup(reader->arena, reader->options.at[i]);
	for (size_t i = 0; i < reader->sources.n && !has_sources; i++)
		words[n++] = arena_strdup(reader->arena, reader->sources.at[i]);
	for (int i = 1; i < *argc; i++)
		words[n++] = (*argv)[i];
	if (reader->flags.n && !has_flags)
		words[n++] = arena_strdup(reader->arena, "--");
	for (size_t i = 0; i < reader->flags.n && !has_flags; i++)
		words[n++] = arena_strdup(reader->arena, reader->flags.at[i]);
	*argc = (int)n;
	*argv = words;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 1; i < argc && !str_equal(argv[i], "--"); i++)
		if (str_equal(argv[i], "--help") || str_equal(argv[i], "-h"))
			return true;
	return false;
}

status config_join(const char *path, const struct option_spec *specs, size_t n_specs, struct arena *arena, int *argc,
                   char ***argv)
{
	struct reader reader = { .path = path, .line = 1, .specs = specs, .n_specs = n_specs, .arena = arena };
	bool has_sources = false, has_flags = false;
	char *text = NULL;
	if (access(path, F_OK) != 0 || asks_for_help(*argc, *argv))
		return NULL;
	status st = file_read(path, &text, NULL);
	reader.at = text;
	look_at_line(&reader, *argc, *argv, &has_sources, &has_flags);
	if (!st)
		st = read_file(&reader);
	if (!st)
		put_words(&reader, has_sources, has_flags, argc, argv);
	free(text);
	vec_release(&reader.given);
	vec_release(&reader.options);
	vec_release(&reader.sources);
	vec_release(&reader.flags);
	return st;
}
