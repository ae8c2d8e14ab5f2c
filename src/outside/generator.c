/* generator: see generator.h. */
#define _GNU_SOURCE
#include "outside/generator.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "proc/child.h"

#define USUAL_SECONDS 10.0
#define USUAL_MEMORY (UINT64_C(2) << 30)
#define MOST_FEATURES 4096u

struct reader {
	struct generator *generator;
	const char *path;
	unsigned line;
};

static status complain(const struct reader *reader, const char *what)
{
	return fail(TROUBLE_INPUT, "%s:%u: %s", reader->path, reader->line, what);
}

/* ---- entries ---- */

static char *trim(char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	size_t n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = 0;
	return text;
}

static status read_feature(struct reader *reader, char *value)
{
	struct generator *g = reader->generator;
	char *colon = strchr(value, ':'), *bar = colon ? strstr(colon + 1, " | ") : NULL;
	struct feature feature = { .on = "", .off = "" };
	if (!colon)
		return complain(reader, "a feature is written as 'feature NAME: TEXT IF ON | TEXT IF OFF'");
	*colon = 0;
	if (bar) {
		*bar = 0;
		feature.off = trim(bar + 3);
	}
	feature.on = trim(colon + 1);
	feature.name = trim(value);
	if (!*feature.name)
		return complain(reader, "the feature has no name");
	for (size_t i = 0; i < g->features.n; i++)
		if (str_equal(g->features.at[i].name, feature.name))
			return complain(reader, "there is a feature of that name already");
	if (g->features.n == MOST_FEATURES)
		return complain(reader, "4096 features are the most that there can be");
	vec_push(&g->features, feature);
	return NULL;
}

static status read_text(struct reader *reader, char *value, const char **place)
{
	if (*place)
		return complain(reader, "that was said before");
	*place = value;
	return NULL;
}

static status read_name(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->name);
}

static status read_make(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->make);
}

static status read_run(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->run);
}

static status read_compare(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->compare);
}

static status read_valid(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->valid);
}

static status read_test(struct reader *reader, char *value)
{
	if (strchr(value, '/') || *value == '.')
		return complain(reader, "the test is a plain name of a file");
	return read_text(reader, value, &reader->generator->test);
}

static status read_coverage(struct reader *reader, char *value)
{
	return read_text(reader, value, &reader->generator->coverage);
}

static status read_sources(struct reader *reader, char *value)
{
	char *rest = NULL;
	for (char *word = strtok_r(value, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
		vec_push(&reader->generator->sources, word);
	return NULL;
}

static status read_exits(struct reader *reader, char *value)
{
	char *rest = NULL, *end;
	for (char *word = strtok_r(value, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		long code = strtol(word, &end, 10);
		if (*end || code < 0 || code > 255)
			return complain(reader, "exit codes are numbers from 0 to 255");
		vec_push(&reader->generator->exits, (int)code);
	}
	return NULL;
}

static status read_time(struct reader *reader, char *value)
{
	char *end;
	double seconds = strtod(value, &end);
	if (end == value || !(seconds > 0) || seconds > 3600 || !(str_equal(end, "") || str_equal(end, "s")))
		return complain(reader, "the time for a command is a number of seconds, such as 10s");
	reader->generator->seconds = seconds;
	return NULL;
}

static status read_memory(struct reader *reader, char *value)
{
	char *end;
	double amount = strtod(value, &end);
	double unit = str_equal(end, "G") ? 0x1p30 : str_equal(end, "M") ? 0x1p20 : 0;
	if (str_equal(value, "none")) {
		reader->generator->memory = 0;
		return NULL;
	}
	if (end == value || unit == 0 || !(amount > 0) || amount * unit > 0x1p46)
		return complain(reader, "memory is an amount such as 500M or 2G, or none for no limit");
	reader->generator->memory = (uint64_t)(amount * unit);
	return NULL;
}

static const struct {
	const char *word;
	status (*read)(struct reader *reader, char *value);
} entries[] = {
	{ "name", read_name },       { "feature", read_feature }, { "make", read_make }, { "run", read_run },
	{ "compare", read_compare }, { "valid", read_valid },     { "test", read_test }, { "coverage", read_coverage },
	{ "source", read_sources },  { "exit", read_exits },      { "time", read_time }, { "memory", read_memory },
};

#define N_ENTRIES (sizeof entries / sizeof *entries)

static status read_line(struct reader *reader, char *line)
{
	line = trim(line);
	if (!*line || *line == '#')
		return NULL;
	char *value = line + strcspn(line, " \t");
	if (*value)
		*value++ = 0;
	value = trim(value);
	for (size_t i = 0; i < N_ENTRIES; i++)
		if (str_equal(entries[i].word, line))
			return *value ? entries[i].read(reader, value)
			              : complain(reader, "there is no value behind the word");
	return fail(
	        TROUBLE_INPUT,
	        "%s:%u: no entry is called '%s'; there are name, feature, make, run, compare, valid, test, coverage, "
	        "source, exit, time and memory",
	        reader->path, reader->line, line);
}

/* ---- the whole ---- */

static status check(const struct generator *g)
{
	static const char *const has[] = { "make", "run", "coverage" };
	const char *const values[] = { g->make, g->run, g->coverage };
	for (size_t i = 0; i < sizeof has / sizeof *has; i++)
		if (!values[i])
			return fail(TROUBLE_INPUT, "%s: it has no entry '%s'", g->path, has[i]);
	if (g->features.n < 2)
		return fail(TROUBLE_INPUT, "%s: with fewer than two features there is nothing to leave out", g->path);
	if (!strstr(g->make, "{features}") && !strstr(g->make, "{config}"))
		return fail(TROUBLE_INPUT,
		            "%s: the command 'make' does not say where features go: put {features} or {config} into it",
		            g->path);
	return NULL;
}

static void set_folder(struct generator *g)
{
	char *absolute = realpath(g->path, NULL), *slash = absolute ? strrchr(absolute, '/') : NULL;
	g->folder = !slash              ? "."
	            : slash == absolute ? "/"
	                                : arena_strndup(g->arena, absolute, (size_t)(slash - absolute));
	free(absolute);
}

/* Sets the name: "csmith" for examples/csmith/csmith.swarm. */
static void set_name(struct generator *g)
{
	const char *base = path_base(g->path), *dot = strrchr(base, '.');
	g->name = arena_strndup(g->arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

status generator_read(const char *path, struct generator *g)
{
	char *text = NULL, *rest = NULL;
	size_t size = 0;
	*g = (struct generator){ .path = path, .arena = arena_new(), .seconds = USUAL_SECONDS, .memory = USUAL_MEMORY };
	TRY(file_read(path, &text, &size));
	g->hash = hash_bytes(text, size, 0);
	rest = arena_strdup(g->arena, text);
	free(text);
	struct reader reader = { .generator = g, .path = path };
	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
		reader.line++;
		TRY(read_line(&reader, line));
	}
	set_folder(g);
	if (!g->name)
		set_name(g);
	if (!g->test)
		g->test = "test";
	return check(g);
}

void generator_release(struct generator *g)
{
	vec_release(&g->features);
	vec_release(&g->sources);
	vec_release(&g->exits);
	if (g->arena)
		arena_free(g->arena);
}

/* ---- commands ---- */

void generator_features(const struct generator *g, const struct configuration *configuration, const char *between,
                        struct sb *out)
{
	for (uint32_t i = 0; i < g->features.n; i++) {
		const struct feature *feature = &g->features.at[i];
		const char *text = configuration_has(configuration, i) ? feature->on : feature->off;
		if (*text)
			sb_addf(out, "%s%s", text, between);
	}
}

static void add_word(struct sb *out, const char *text)
{
	sb_add_char(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			sb_add(out, "'\\''");
		else
			sb_add_char(out, *text);
	sb_add_char(out, '\'');
}

/* Adds the text of a brace. False if the brace is not ours. */
static bool add_brace(const struct generator *g, const char *name, size_t n, const struct filling *filling,
                      struct sb *out)
{
	const struct {
		const char *name, *word;
	} words[] = { { "test", filling->test }, { "config", filling->config }, { "dir", g->folder } };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].word && strlen(words[i].name) == n && strncmp(words[i].name, name, n) == 0) {
			add_word(out, words[i].word);
			return true;
		}
	if (n == 4 && strncmp(name, "seed", n) == 0)
		sb_addf(out, "%llu", (unsigned long long)filling->seed);
	else if (n == 8 && strncmp(name, "features", n) == 0)
		generator_features(g, filling->configuration, " ", out);
	else
		return false;
	return true;
}

void generator_fill(const struct generator *g, const char *command, const struct filling *filling, struct sb *out)
{
	while (*command) {
		size_t n = *command == '{' ? strcspn(command + 1, "}{ ") : 0;
		if (*command == '{' && command[n + 1] == '}' && add_brace(g, command + 1, n, filling, out))
			command += n + 2;
		else
			sb_add_char(out, *command++);
	}
}
