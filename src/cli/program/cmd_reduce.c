/* skep reduce: makes seeds shorter that still do the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/log.h"
#include "cli/program/reducing.h"
#include "cli/program/session.h"
#include "instr/instr.h"
#include "proc/child.h"

static int reduce_main(int argc, char **argv);

const struct command command_reduce = {
	"reduce", "[options] --seeds DIR SOURCE... [-- CFLAGS] -- [ARGV]", "make seeds of a program shorter",
	"Each seed is cut down by delta debugging (arguments, files, lines, characters) while it keeps its\n"
	"coverage, its failure, or what a command says. Prints how long its path was before and after.\n"
	"With --tests FILE the same for sequences of calls, in the form that skep run reads.",
	reduce_main
};

struct reducing {
	struct seeded_session seeded;
	const struct reduce_settings *settings;
	double until;                /* for the present seed; 0: no limit */
};

status reduce_ask(const char *command, const char *folder, bool *keeps)
{
	struct child_result result = { 0 };
	const char *const argv[] = { "/bin/sh", "-c", command, NULL };
	struct child_options options = { .directory = folder, .milliseconds = 10000 };
	status st = child_run(argv, &options, &result);
	*keeps = !st && !result.timed_out && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	return st;
}

/* Asks the user's command, which finds the seed in a folder of its own. */
static status command_says(void *context, const struct invocation *candidate, bool *keeps)
{
	const struct reducing *r = context;
	char *folder = NULL;
	TRY(temp_make("reduce", &folder));
	status st = corpus_write_one(folder, &r->seeded.session.shape, candidate);
	if (!st)
		st = reduce_ask(r->settings->command, folder, keeps);
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

double reduced_print(const struct reduced *reduced)
{
	unsigned long long before = reduced->before.path_length, after = reduced->after.path_length;
	double rate = before ? 100.0 - 100.0 * (double)after / (double)before : 0;
	printf("%4zu  %11llu %6llu    %12llu %6llu  %5.1f%% %5llu\n", reduced->number, before, after,
	       (unsigned long long)reduced->size_before, (unsigned long long)reduced->size_after, rate,
	       (unsigned long long)reduced->tries);
	return rate;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

void reduced_summary(double *rates, size_t n)
{
	if (!n)
		return;
	qsort(rates, n, sizeof *rates, by_size);
	printf("path length reduced by: min %.1f %%, median %.1f %%, max %.1f %%\n", rates[0],
	       n % 2 ? rates[n / 2] : (rates[n / 2 - 1] + rates[n / 2]) / 2, rates[n - 1]);
}

/* True if the seed can be reduced: a seed that must keep its failure must have one. */
static bool is_to_reduce(const struct reducing *r, const struct reduced *reduced)
{
	bool fails = reduced->before.failure || reduced->before.outcome == SK_HANG;
	if (fails || r->settings->command || seed_keep_by_name(r->settings->keep) != KEEP_FAILURE)
		return true;
	log_warn("seed %zu does not fail, and stays as it is", reduced->number);
	return false;
}

static status reduce_seed(struct reducing *r, const struct invocation *seed, struct reduced *reduced)
{
	struct arena *arena = arena_new();
	struct invocation shorter = { 0 };
	status st = seed_run(&r->seeded.runs, seed, arena, &reduced->before);
	if (!st && !is_to_reduce(r, reduced))
		invocation_copy(&shorter, seed);
	else if (!st)
		st = reduce_one(r, seed, arena, &shorter, &reduced->tries);
	if (!st)
		st = seed_run(&r->seeded.runs, &shorter, arena, &reduced->after);
	if (!st && r->settings->out)
		st = corpus_write_one(r->settings->out, &r->seeded.session.shape, &shorter);
	reduced->size_before = invocation_size(seed);
	reduced->size_after = invocation_size(&shorter);
	invocation_release(&shorter);
	arena_free(arena);
	return st;
}

static status reduce_all(void *context)
{
	struct reducing *r = context;
	const invocation_list *seeds = &r->seeded.session.corpus.seeds;
	double *rates = ARENA_ARRAY(r->seeded.session.arena, double, seeds->n + 1);
	printf("seed  path before  after    bytes before  after    rate  runs\n");
	for (size_t i = 0; i < seeds->n; i++) {
		struct reduced reduced = { .number = i + 1 };
		TRY(reduce_seed(r, &seeds->at[i], &reduced));
		rates[i] = reduced_print(&reduced);
	}
	reduced_summary(rates, seeds->n);
	return NULL;
}

static status run(struct reducing *r)
{
	if (seed_keep_by_name(r->settings->keep) == N_KEEPS)
		return fail(TROUBLE_USAGE, "--keep is branch, statement or failure, not '%s'", r->settings->keep);
	bool needs_failures = seed_keep_by_name(r->settings->keep) == KEEP_FAILURE;
	r->seeded.build = needs_failures ? BUILD_CHECKED : BUILD_FAST;
	if (r->settings->tests)
		return reduce_calls(r->settings, &r->seeded.session.input.unit);
	program_split_operands(&r->seeded.session.input);
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
		{ 0, "tests", OPTION_TEXT, &settings.tests, "FILE",
		  "sequences of calls, instead of seeds of a program" },
		PROGRAM_OPTIONS(input),
		UNIT_OPTIONS(&input->unit),
	};
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_reduce, specs, sizeof specs / sizeof *specs, argc, argv, &input->unit.operands,
	                      &help));
	if (help)
		goto out;
	TRY_OUT(run(&reducing));
out:
	seeded_session_release(&reducing.seeded);
	return st;
}

static int reduce_main(int argc, char **argv)
{
	return command_end(reduce_command(argc, argv));
}
