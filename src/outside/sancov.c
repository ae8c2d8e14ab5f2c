/* sancov: coverage of a program that clang built with -fsanitize-coverage=trace-pc-guard and a sanitizer, whose
 * runtime writes down the addresses that a run came through.
 *
 * sancov lists all instrumented addresses of the program, llvm-symbolizer gives their lines. */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outside/coverage.h"
#include "proc/child.h"

#define SANCOV_FOLDER "sancov"   /* below the folder of a test */
#define SANCOV "sancov-19"
#define SYMBOLIZER "llvm-symbolizer-19"
#define MAGIC UINT64_C(0xc0bfffffffffff64) /* of files with addresses of 64 bits */

static status ask(const struct coverage *coverage, const char *const *argv, const struct sb *input, struct sb *out)
{
	struct sb err = { 0 };
	struct child_result result = { 0 };
	struct child_options options = { .out = out, .err = &err };
	if (input) {
		options.input = sb_text(input);
		options.input_size = input->n;
	}
	status st = child_run(argv, &options, &result);
	if (!st && result.status != 0)
		st = fail(TROUBLE_INPUT, "%s: %s cannot read %s: %.300s", coverage->generator->path, argv[0],
		          coverage->files.at[0], sb_text(&err));
	sb_release(&err);
	return st;
}

/* Takes a line off the text; NULL: there is none. */
static char *next_line(char **rest)
{
	return *rest && **rest ? strsep(rest, "\n") : NULL;
}

/* Takes a place like "/src/ring.c:12:3". */
static void take_place(struct coverage *coverage, uint64_t address, const char *function, char *place)
{
	char *column = strrchr(place, ':');
	if (column)
		*column = 0;
	char *line = strrchr(place, ':');
	unsigned number = line ? (unsigned)strtoul(line + 1, NULL, 10) : 0;
	if (!number)
		return;
	*line = 0;
	if (subject_wants(coverage->generator, place))
		*map_put(&coverage->places, address, NULL) = coverage_add_line(coverage, place, function, number,
		                                                               number);
}

/* Takes the places. For each address the symbolizer prints a function, its place and an empty line. */
static void take_places(struct coverage *coverage, char *addresses, char *answers)
{
	for (char *text = next_line(&addresses); text; text = next_line(&addresses)) {
		char *function = next_line(&answers), *place = next_line(&answers);
		if (!function || !place)
			return;
		take_place(coverage, strtoull(text, NULL, 16), function, place);
		while (answers && *answers && *answers != '\n')
			next_line(&answers); /* the function into which it is inlined */
		next_line(&answers);
	}
}

static status open_sancov(struct coverage *coverage, const char *argument)
{
	struct sb addresses = { 0 }, answers = { 0 };
	const char *program = coverage_path(coverage, argument);
	vec_push(&coverage->files, program);
	const char *const list[] = { SANCOV, "--print-coverage-pcs", program, NULL };
	const char *const symbolize[] = { SYMBOLIZER, "--no-inlines", "--obj", program, NULL };
	if (access(program, R_OK) != 0)
		return fail(TROUBLE_INPUT, "%s: coverage sancov: there is no program %s", coverage->generator->path,
		            program);
	status st = ask(coverage, list, NULL, &addresses);
	if (!st)
		st = ask(coverage, symbolize, &addresses, &answers);
	if (!st && addresses.n) {
		take_places(coverage, addresses.text, answers.text);
		subject_number(coverage->unit);
	}
	sb_release(&addresses);
	sb_release(&answers);
	return st;
}

/* ---- runs ---- */

static status furnish(const struct coverage *coverage, const char *folder)
{
	(void)coverage;
	char *path = xprintf("%s/" SANCOV_FOLDER, folder);
	status st = dir_make(path);
	free(path);
	return st;
}

static void environment(const struct coverage *coverage, const char *folder, struct sb *out)
{
	static const char *const names[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS", "LSAN_OPTIONS" };
	(void)coverage;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *given = getenv(names[i]);
		sb_addf(out, "%s=%s%scoverage=1:coverage_dir=%s/" SANCOV_FOLDER "\n", names[i], given ? given : "",
		        given ? ":" : "", folder);
	}
}

static void take_addresses(const struct coverage *coverage, const char *bytes, size_t size, uint64_t *probes)
{
	uint64_t word;
	memcpy(&word, bytes, size < sizeof word ? 0 : sizeof word);
	if (size < sizeof word || word != MAGIC)
		return;
	for (size_t at = sizeof word; at + sizeof word <= size; at += sizeof word) {
		memcpy(&word, bytes + at, sizeof word);
		const uint64_t *region = map_get(&coverage->places, word);
		if (region)
			coverage_hit(coverage, (uint32_t)*region, probes);
	}
}

static status take_one(const struct coverage *coverage, const char *folder, const char *name, uint64_t *probes)
{
	char *path = xprintf("%s/%s", folder, name), *bytes = NULL;
	size_t size = 0;
	status st = is_below(folder, path) ? file_read(path, &bytes, &size) : NULL;
	if (!st && bytes)
		take_addresses(coverage, bytes, size, probes);
	free(bytes);
	unlink(path);
	free(path);
	return st;
}

/* Collects the coverage. Files are called PROGRAM.PROCESS.sancov; libraries have files of their own. */
static status collect(const struct coverage *coverage, const char *folder, uint64_t *probes, bool *any)
{
	char *inside = xprintf("%s/" SANCOV_FOLDER, folder);
	const char *base = path_base(coverage->files.at[0]);
	DIR *dir = is_below(folder, inside) ? opendir(inside) : NULL;
	status st = NULL;
	*any = false;
	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && !st; entry = readdir(dir))
		if (str_ends(entry->d_name, ".sancov") && str_starts(entry->d_name, base)) {
			st = take_one(coverage, inside, entry->d_name, probes);
			*any = true;
		}
	if (dir)
		closedir(dir);
	free(inside);
	return st;
}

const struct coverage_kind coverage_sancov = {
	.name = "sancov", .open = open_sancov, .furnish = furnish, .environment = environment, .collect = collect
};
