/* gcov: coverage of a program that gcc built with --coverage.
 *
 * The compiler left a .gcno file beside each object. A run leaves a .gcda file for each object, which
 * GCOV_PREFIX sends to the folder of the test. gcov reads both and prints the lines that ran as JSON. */
#define _GNU_SOURCE
#include <errno.h>
#include <ftw.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outside/coverage.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define GCOV_FOLDER "gcov"       /* below the folder of a test */
#define TOO_DEEP 16              /* open folders during the search for notes */

static status say_no_gcov(const struct coverage *coverage, const char *why)
{
	return fail(TROUBLE_INPUT, "%s: %s cannot read the coverage of the program: %.300s", coverage->generator->path,
	            coverage->tool, why);
}

/* ---- what gcov says ---- */

struct telling {
	struct coverage *adding;         /* NULL: counts are read */
	const struct coverage *coverage;
	uint64_t *probes;
};

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

static uint32_t number_of(const json_t *object, const char *key)
{
	json_int_t number = json_integer_value(json_object_get(object, key));
	return number > 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

static uint32_t first_line(const json_t *functions, const char *name)
{
	for (size_t i = 0; i < json_array_size(functions); i++)
		if (str_equal(text_of(json_array_get(functions, i), "name"), name))
			return number_of(json_array_get(functions, i), "start_line");
	return 0;
}

static void take_line(const struct telling *telling, const char *path, const json_t *functions, const json_t *line)
{
	uint32_t number = number_of(line, "line_number");
	if (telling->adding) {
		const char *function = text_of(line, "function_name");
		uint32_t first = first_line(functions, function);
		coverage_add_line(telling->adding, path, *function ? function : "?", first ? first : number, number);
	} else if (json_integer_value(json_object_get(line, "count")) > 0) {
		uint32_t region = coverage_line(telling->coverage, path, number);
		if (region != NONE)
			coverage_hit(telling->coverage, region, telling->probes);
	}
}

static void take_file(const struct telling *telling, const char *folder, const json_t *file)
{
	const char *name = text_of(file, "file");
	const json_t *lines = json_object_get(file, "lines"), *functions = json_object_get(file, "functions");
	char *whole = *name == '/' ? xstrdup(name) : xprintf("%s/%s", folder, name), *real = realpath(whole, NULL);
	const char *path = real ? real : whole;
	bool is_wanted = subject_wants(telling->coverage->generator, path);
	for (size_t i = 0; i < json_array_size(lines) && is_wanted; i++)
		take_line(telling, path, functions, json_array_get(lines, i));
	free(real);
	free(whole);
}

/* Takes the output: a JSON object for each file of notes, one behind the other. */
static status take_all(const struct telling *telling, const struct sb *said)
{
	size_t at = 0;
	while (at < said->n) {
		json_error_t error;
		json_t *root = json_loadb(said->text + at, said->n - at, JSON_DISABLE_EOF_CHECK, &error);
		if (!root)
			return strspn(said->text + at, " \n") == said->n - at
			               ? NULL
			               : say_no_gcov(telling->coverage, "what it prints is no JSON");
		const json_t *files = json_object_get(root, "files");
		for (size_t i = 0; i < json_array_size(files); i++)
			take_file(telling, text_of(root, "current_working_directory"), json_array_get(files, i));
		json_decref(root);
		at += (size_t)error.position;
	}
	return NULL;
}

/* Asks gcov about files; gcov may write in `folder`. */
static status ask(const struct telling *telling, const char *folder, const char *const *files, size_t n)
{
	const char **argv = xcalloc(n + 4, sizeof *argv);
	struct sb out = { 0 }, err = { 0 };
	struct child_result result = { 0 };
	struct sandbox sandbox = { .scratch = folder, .random_addresses = true };
	struct child_options options = { .directory = folder, .sandbox = &sandbox, .out = &out, .err = &err };
	argv[0] = telling->coverage->tool;
	argv[1] = "--json-format";
	argv[2] = "--stdout";
	memcpy(argv + 3, files, n * sizeof *files);
	status st = child_run(argv, &options, &result);
	if (!st && result.status != 0)
		st = say_no_gcov(telling->coverage, err.n ? sb_text(&err) : "it fails");
	if (!st)
		st = take_all(telling, &out);
	sb_release(&out);
	sb_release(&err);
	free(argv);
	return st;
}

/* ---- notes ---- */

static struct coverage *looking; /* nftw() has no context */

static int note(const char *path, const struct stat *info, int kind, struct FTW *at)
{
	(void)info;
	(void)at;
	if (kind == FTW_F && str_ends(path, ".gcno"))
		vec_push(&looking->files, arena_strdup(looking->arena, path));
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static status find_notes(struct coverage *coverage, const char *folder)
{
	char *real = realpath(folder, NULL);
	if (!real)
		return fail(TROUBLE_INPUT, "%s: coverage gcov: %s: %s", coverage->generator->path, folder,
		            strerror(errno));
	looking = coverage;
	nftw(real, note, TOO_DEEP, FTW_PHYS);
	free(real);
	if (!coverage->files.n)
		return fail(TROUBLE_INPUT,
		            "%s: coverage gcov: no .gcno file is in %s; build the program with gcc --coverage there",
		            coverage->generator->path, folder);
	qsort(coverage->files.at, coverage->files.n, sizeof *coverage->files.at, by_name);
	return NULL;
}

static status open_gcov(struct coverage *coverage, const char *argument)
{
	size_t n = strcspn(argument, " \t");
	const char *tool = argument + n + strspn(argument + n, " \t");
	char *scratch = NULL;
	struct telling telling = { .adding = coverage, .coverage = coverage };
	coverage->tool = *tool ? tool : "gcov";
	TRY(find_notes(coverage, coverage_path(coverage, arena_strndup(coverage->arena, argument, n))));
	TRY(temp_make("gcov", &scratch));
	status st = ask(&telling, scratch, coverage->files.at, coverage->files.n);
	temp_remove(scratch);
	if (!st)
		subject_number(coverage->unit);
	return st;
}

/* ---- runs ---- */

/* Links the notes into the folder, because gcov looks for them beside the counts of a run. */
static status furnish(const struct coverage *coverage, const char *folder)
{
	status st = NULL;
	for (size_t i = 0; i < coverage->files.n && !st; i++) {
		const char *path = coverage->files.at[i];
		char *link = xprintf("%s/" GCOV_FOLDER "%s", folder, path), *inside = xstrdup(link);
		inside[path_base(inside) - inside] = 0;
		st = dir_make(inside);
		if (!st && symlink(path, link) < 0)
			st = fail_errno("cannot make %s", link);
		free(inside);
		free(link);
	}
	return st;
}

static void environment(const struct coverage *coverage, const char *folder, struct sb *out)
{
	(void)coverage;
	sb_addf(out, "GCOV_PREFIX=%s/" GCOV_FOLDER "\nGCOV_PREFIX_STRIP=0\n", folder);
}

/* Finds the counts that a run left. */
static size_t find_counts(const struct coverage *coverage, const char *folder, const char **found, struct arena *arena)
{
	size_t n = 0;
	for (size_t i = 0; i < coverage->files.n; i++) {
		const char *path = coverage->files.at[i];
		char *counts = arena_printf(arena, "%s/" GCOV_FOLDER "%.*s.gcda", folder,
		                            (int)(strlen(path) - strlen(".gcno")), path);
		if (is_below(folder, counts))
			found[n++] = counts;
	}
	return n;
}

static status collect(const struct coverage *coverage, const char *folder, uint64_t *probes, bool *any)
{
	struct arena *arena = arena_new();
	const char **found = ARENA_ARRAY(arena, const char *, coverage->files.n + 1);
	size_t n = find_counts(coverage, folder, found, arena);
	struct telling telling = { .coverage = coverage, .probes = probes };
	status st = n ? ask(&telling, folder, found, n) : NULL;
	for (size_t i = 0; i < n; i++)
		unlink(found[i]);
	*any = n > 0;
	arena_free(arena);
	return st;
}

const struct coverage_kind coverage_gcov = {
	.name = "gcov", .open = open_gcov, .furnish = furnish, .environment = environment, .collect = collect
};
