/* skep reduce: shorter seeds that do the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/log.h"
#include "cli/program/session.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "reduce/seed_runs.h"

static int reduce_main(int argc, char **argv);

const struct command command_reduce = {
	"reduce", "[options] --seeds DIR SOURCE... [-- CFLAGS] -- [ARGV]", "make seeds of a program shorter",
	"Each seed is cut down by delta debugging (arguments, files, lines, characters) while it keeps its\n"
	"coverage, its failure, or what a command says. Prints how long its path was before and after.",
	reduce_main
};

struct reduce_settings {
	const char *keep, *command, *out;
	uint64_t tries;
	double seconds;
};

struct reducing {
	struct seeded_session seeded;
	const struct reduce_settings *settings;
	double until;                /* of the seed at hand; 0: no limit */
};

/* The user's command decides: it finds the seed in a folder of its own. */
static status command_says(void *context, const struct invocation *candidate, bool *keeps)
{
	const struct reducing *r = context;
	struct child_result result = { 0 };
	char *folder = NULL;
	TRY(temp_make("reduce", &folder));
	const char *const argv[] = { "/bin/sh", "-c", r->settings->command, NULL };
	struct child_options options = { .directory = folder, .milliseconds = 10000 };
	status st = corpus_write_one(folder, &r->seeded.session.shape, candidate);
	if (!st)
		st = child_run(argv, &options, &result);
	*keeps = !st && !result.timed_out && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	temp_remove(folder);
	return st;
}

static bool is_over(void *context)
{
	const struct reducing *r = context;
	return r->until > 0 && now_seconds() >= r->until;
}

static status reduce_one(struct reducing *r, const struct invocation *seed, struct arena *arena,
                         struct invocation *shorter, uint64_t *tries)
{
	const struct reduce_settings *settings = r->settings;
	r->until = settings->seconds > 0 ? now_seconds() + settings->seconds : 0;
	struct seed_budget budget = { .tries = settings->tries, .until = r->until };
	if (!settings->command)
		return seed_reduce(&r->seeded.runs, seed, seed_keep_by_name(settings->keep), &budget, arena, shorter,
		                   tries);
	struct ddmin_options options = { .shape = &r->seeded.session.shape,
		                         .max_tries = settings->tries,
		                         .is_over = is_over };
	return ddmin_invocation(seed, command_says, r, &options, arena, shorter, tries);
}

static double rate(uint64_t before, uint64_t after)
{
	return before ? 100.0 - 100.0 * (double)after / (double)before : 0;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void print_summary(double *rates, size_t n)
{
	if (!n)
		return;
	qsort(rates, n, sizeof *rates, by_size);
	printf("path length reduced by: min %.1f %%, median %.1f %%, max %.1f %%\n", rates[0],
	       n % 2 ? rates[n / 2] : (rates[n / 2 - 1] + rates[n / 2]) / 2, rates[n - 1]);
}

static status reduce_all(void *context)
{
	struct reducing *r = context;
	const invocation_list *seeds = &r->seeded.session.seeds;
	double *rates = ARENA_ARRAY(r->seeded.session.arena, double, seeds->n + 1);
	printf("seed  path before  after    bytes before  after    rate  runs\n");
	for (size_t i = 0; i < seeds->n; i++) {
		struct arena *arena = arena_new();
		struct invocation shorter = { 0 };
		struct seed_run before = { 0 }, after = { 0 };
		uint64_t tries = 0;
		status st = seed_run(&r->seeded.runs, &seeds->at[i], arena, &before);
		if (!st)
			st = reduce_one(r, &seeds->at[i], arena, &shorter, &tries);
		if (!st)
			st = seed_run(&r->seeded.runs, &shorter, arena, &after);
		if (!st && r->settings->out)
			st = corpus_write_one(r->settings->out, &r->seeded.session.shape, &shorter);
		rates[i] = rate(before.path_length, after.path_length);
		if (!st)
			printf("%4zu  %11llu %6llu    %12llu %6llu  %5.1f%% %5llu\n", i + 1,
			       (unsigned long long)before.path_length, (unsigned long long)after.path_length,
			       (unsigned long long)invocation_size(&seeds->at[i]),
			       (unsigned long long)invocation_size(&shorter), rates[i], (unsigned long long)tries);
		invocation_release(&shorter);
		arena_free(arena);
		TRY(st);
	}
	print_summary(rates, seeds->n);
	return NULL;
}

static status run(struct reducing *r)
{
	if (seed_keep_by_name(r->settings->keep) == N_KEEPS)
		return fail(TROUBLE_USAGE, "--keep is branch, statement or failure, not '%s'", r->settings->keep);
	if (r->settings->out)
		TRY(dir_make(r->settings->out));
	return seeded_session_run(&r->seeded, reduce_all, r);
}

static status reduce_command(int argc, char **argv)
{
	struct reduce_settings settings = { .keep = "branch" };
	struct reducing reducing = { .settings = &settings };
	struct program_input *input = &reducing.seeded.session.input;
	const struct option_spec specs[] = {
		{ 0, "keep", OPTION_TEXT, &settings.keep, "WHAT", "branch (default), statement or failure" },
		{ 0, "check", OPTION_TEXT, &settings.command, "CMD",
		  "a shell command that ends with 0 if the seed in its folder is good" },
		{ 't', "time", OPTION_SECONDS, &settings.seconds, "TIME", "for each seed (default: no limit)" },
		{ 0, "tries", OPTION_NUMBER, &settings.tries, "N", "runs for each seed (default 2000)" },
		{ 'o', "out", OPTION_TEXT, &settings.out, "DIR", "where shorter seeds go" },
		PROGRAM_OPTIONS(input),
		UNIT_OPTIONS(&input->unit),
	};
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_reduce, specs, sizeof specs / sizeof *specs, argc, argv, &input->unit.operands,
	                      &help));
	if (help)
		goto out;
	program_split_operands(input);
	TRY_OUT(run(&reducing));
out:
	seeded_session_release(&reducing.seeded);
	return st;
}

static int reduce_main(int argc, char **argv)
{
	return command_end(reduce_command(argc, argv));
}
