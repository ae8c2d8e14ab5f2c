/* program_suite: see program_suite.h. */
#include "emit/programs/program_suite.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/programs/program_test.h"
#include "emit/text/new_goals.h"
#include "exec/exec.h"
#include "proc/child.h"
#include "reduce/ddmin.h"

#define TRIES_PER_TEST 600u
#define MAX_CHECKED_OUTPUT 6000u

struct writing {
	const struct program_suite *suite;
	struct executor *executor;
	struct arena *arena;
	struct cover *cover;         /* by the tests so far */
	uint64_t *needed;            /* goals that the current test must keep */
	program_test_list tests;
};

static size_t n_words(const struct writing *w)
{
	return w->cover->n_words;
}

static status run_once(struct writing *w, const struct invocation *invocation, unsigned want, const struct run **run)
{
	size_t n = 0;
	struct arena *arena = arena_new();
	const struct seq *seq = invocation_seq(invocation, w->suite->unit->model, arena);
	*run = NULL;
	status st = NULL;
	if (executor_submit(w->executor, &seq, 1, want) == 1)
		st = executor_collect(w->executor, run, &n);
	arena_free(arena);
	return st;
}

/* *keeps: the candidate covers all goals that the test adds. */
static status keeps_goals(void *context, const struct invocation *candidate, bool *keeps)
{
	struct writing *w = context;
	const struct run *run;
	TRY(run_once(w, candidate, WANT_NOTHING, &run));
	*keeps = run && run->outcome == SK_NORMAL;
	for (size_t i = 0; i < n_words(w) && *keeps; i++)
		*keeps = (w->needed[i] & ~run->probes[i]) == 0;
	return NULL;
}

/* Finds the goals that the test adds to the earlier tests; false if there are none. */
static bool find_needed(struct writing *w, const uint64_t *probes)
{
	uint64_t any = 0;
	for (size_t i = 0; i < n_words(w); i++)
		any |= w->needed[i] = probes[i] & ~w->cover->probes[i];
	return any != 0;
}

static bool is_file_kept(const struct invocation *invocation)
{
	return invocation->files.n > 0;
}

/* Runs the test again with other addresses. Parts of the result that differ are not compared. */
static status observe(struct writing *w, struct program_test *test, bool *fine)
{
	const struct run *run;
	struct program_result again;
	TRY(run_once(w, &test->invocation, WANT_VALUES, &run));
	*fine = run && run->outcome == SK_NORMAL && program_result_read(run, w->arena, &test->result);
	if (!*fine)
		return NULL;
	test->probes = arena_memdup(w->arena, run->probes, n_words(w) * sizeof *run->probes);
	test->expect = (struct expectation){ .status = true,
		                             .out = !test->result.out_cut,
		                             .err = !test->result.err_cut,
		                             .files = !test->result.files_cut &&
		                                      (test->result.n_files || is_file_kept(&test->invocation)) };
	TRY(run_once(w, &test->invocation, WANT_VALUES | WANT_LAYOUT(1), &run));
	*fine = run && run->outcome == SK_NORMAL && program_result_read(run, w->arena, &again) &&
	        again.status == test->result.status;
	return NULL;
}

/* True when the time is over; the tests that are left stay as long as they are. */
static bool is_late(void *context)
{
	const struct writing *w = context;
	return w->suite->until > 0 && now_seconds() > w->suite->until;
}

/* Counts the goals that the test adds, and tells the first of them. */
static void take_test(struct writing *w, struct program_test *test)
{
	struct sb text = { 0 };
	bool adds = find_needed(w, test->probes);
	add_new_goals(w->suite->unit->marks, w->needed, (uint32_t)n_words(w), &text);
	if (text.n)
		test->comment = arena_strdup(w->arena, sb_text(&text) + 1);
	else
		test->comment = adds ? "Adds statements." : "Adds nothing to the other tests.";
	test->added = cover_add(w->cover, test->probes);
	vec_push(&w->tests, *test);
	sb_release(&text);
}

/* *sound: nothing is wrong with the shorter test but arithmetic, which the test that it comes from may have, too. A fault
 * that only shows in the shorter test is a finding like others. */
static status judge_shorter(struct writing *w, const struct invocation *shorter, bool *sound)
{
	struct judge *judge = campaign_judge(w->suite->campaign);
	const struct seq *seq = invocation_seq(shorter, w->suite->unit->model, w->arena), *closed;
	const struct finding *finding;
	enum verdict verdict;
	TRY(judge_sequence(judge, w->arena, seq, &closed, &verdict, &finding));
	*sound = verdict == VERDICT_FINE || (finding && finding->fault.kind == SK_UBSAN);
	return NULL;
}

/* Makes *to a shorter test that adds the same; a copy if there is none. */
static status shorten(struct writing *w, const struct invocation *from, struct invocation *to)
{
	struct ddmin_options options = { .shape = w->suite->shape, .max_tries = TRIES_PER_TEST, .is_over = is_late };
	bool keeps, sound = false;
	TRY(keeps_goals(w, from, &keeps));
	if (keeps) {
		TRY(ddmin_invocation(from, keeps_goals, w, &options, w->arena, to, NULL));
		TRY(judge_shorter(w, to, &sound));
		if (sound)
			return NULL;
		invocation_release(to);
	}
	invocation_copy(to, from);
	return NULL;
}

static status add_test(struct writing *w, const struct archived *archived)
{
	struct program_test test = { 0 };
	struct invocation from;
	bool fine = false;
	if (!find_needed(w, archived->probes))
		return NULL;
	if (!invocation_of(&from, archived->seq, w->arena)) {
		invocation_release(&from);
		return NULL;
	}
	status st = shorten(w, &from, &test.invocation);
	invocation_release(&from);
	if (!st)
		st = observe(w, &test, &fine);
	if (st || !fine) {
		invocation_release(&test.invocation);
		return st;
	}
	take_test(w, &test);
	return NULL;
}

static status add_tests(struct writing *w)
{
	struct archived *archived;
	size_t n = archive_select(campaign_archive(w->suite->campaign), w->arena, &archived);
	for (size_t i = 0; i < n && !interrupted(); i++)
		TRY(add_test(w, &archived[i]));
	return NULL;
}

/* ---- writing ---- */

static status write_text(const char *folder, const char *name, const struct sb *text)
{
	char *path = xprintf("%s/%s", folder, name);
	status st = file_write(path, sb_text(text), text->n);
	free(path);
	return st;
}

static status write_tests(struct writing *w, const char *folder)
{
	struct sb runner = { 0 }, makefile = { 0 };
	program_runner_text(w->suite->command, &runner);
	program_makefile_text(&w->suite->unit->given, w->suite->shape->program, folder, &makefile);
	status st = write_text(folder, "run-tests", &runner);
	if (!st)
		st = write_text(folder, "Makefile", &makefile);
	sb_release(&runner);
	sb_release(&makefile);
	for (size_t i = 0; i < w->tests.n && !st; i++) {
		struct program_test *test = &w->tests.at[i];
		char *path = xprintf("%s/%s", folder, test->name);
		st = program_test_write(test, path);
		free(path);
	}
	return st;
}

static void fill_results(struct writing *w, struct results *results)
{
	struct cover *cover = ARENA_NEW(w->arena, struct cover);
	cover_init(cover, w->suite->unit->marks);
	results->suite.tests = ARENA_ARRAY(w->arena, struct suite_test, w->tests.n + 1);
	for (size_t i = 0; i < w->tests.n; i++) {
		const struct program_test *test = &w->tests.at[i];
		if (test->dropped)
			continue;
		uint32_t added = test->is_other ? 0 : cover_add(cover, test->probes);
		results->suite.tests[results->suite.n_tests++] = (struct suite_test){
			.name = test->name,
			.comment = test->comment,
			.seq = invocation_seq(&test->invocation, w->suite->unit->model, w->arena),
			.probes = test->probes,
			.n_checks = (uint32_t)test->expect.status + test->expect.out + test->expect.err +
			            test->expect.files,
			.added_goals = added,
			.file = arena_printf(w->arena, "tests/%s/cmd", test->name),
			.line = 1
		};
	}
	results->suite.cover = cover;
	results->suite.n_found = cover_count(campaign_cover(w->suite->campaign), results->asked.criterion).covered;
	uint32_t now = cover_count(cover, results->asked.criterion).covered;
	results->suite.n_lost = results->suite.n_found > now ? results->suite.n_found - now : 0;
}

static void release(struct writing *w)
{
	for (size_t i = 0; i < w->tests.n; i++) {
		invocation_release(&w->tests.at[i].invocation);
		vec_release(&w->tests.at[i].expect.out_masked);
		vec_release(&w->tests.at[i].expect.err_masked);
	}
	vec_release(&w->tests);
	executor_free(w->executor);
	cover_release(w->cover);
	free(w->needed);
}

status program_suite_write(const struct program_suite *suite, struct arena *arena, struct results *results)
{
	struct cover cover;
	struct writing w = { .suite = suite, .arena = arena, .cover = &cover };
	char *folder = xprintf("%s/tests", suite->out_dir);
	status st = NULL;
	cover_init(&cover, suite->unit->marks);
	w.needed = xcalloc(cover.n_words + 1, sizeof *w.needed);
	TRY_OUT(dir_make(folder));
	TRY_OUT(executor_new(suite->fast, suite->unit, &suite->exec, &w.executor));
	TRY_OUT(add_tests(&w));
	program_tests_name(&w.tests, arena);
	TRY_OUT(write_tests(&w, folder));
	TRY_OUT(program_gate(&w.tests, folder, suite->shape->program, arena));
	fill_results(&w, results);
out:
	release(&w);
	free(folder);
	return st;
}
