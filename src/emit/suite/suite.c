/* suite: see suite.h. */
#include "emit/suite/suite_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "proc/child.h"

#define MAX_GATES 24u         /* as often the written suite is checked and corrected */
#define STABILITY_RUNS 10u    /* every test must pass in all of them */
#define EARLY_RUNS 2u         /* before mutants are tried: a test that passes twice by chance is found later */
#define MAX_MUTANTS 200u      /* the suite runs once against each */

static const char *const format_names[N_FORMATS] = { "plain", "bare", "cmocka", "check", "unity" };

enum suite_format suite_format_by_name(const char *name)
{
	enum suite_format format = 0;
	while (format < N_FORMATS && !str_equal(name, format_names[format]))
		format++;
	return format;
}

static const struct gate_look a_glance = { .runs = 1 }, first_look = { .runs = EARLY_RUNS, .all_ways = true },
                              last_look = { .runs = STABILITY_RUNS, .all_ways = true };

/* ---- files that hold ---- */

static void refresh_cover(struct suite *suite)
{
	struct cover *cover = suite->cover;
	memset(cover->probes, 0, cover->n_words * sizeof *cover->probes);
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (!suite->drafts.at[i].dropped)
			cover_add(cover, suite->drafts.at[i].probes);
}

/* Gives each test a file, a name and a comment. */
static void place_and_name(struct suite *suite)
{
	bool tables = suite->has_tables;
	find_homes(suite->unit, &suite->drafts);
	refresh_cover(suite);
	if (tables)
		tie_tables(suite->unit, &suite->drafts);
	name_drafts(suite->unit, &suite->drafts, suite->cover, tables, suite->arena);
}

static status write_files(struct suite *suite, enum suite_format format)
{
	struct test_file_options file = { .format = format,
		                          .command = suite->options.command,
		                          .criterion = suite->options.criterion,
		                          .compilers = suite->compilers,
		                          .together = suite->is_together,
		                          .tables = suite->has_tables,
		                          .goals = cover_count(suite->cover, suite->options.criterion) };
	TRY(suite_split_dropped(suite));
	place_and_name(suite);
	return write_suite_files(suite->unit, &suite->drafts, &file, suite->tests_dir);
}

static status check_files(struct suite *suite, struct gate_look look, bool *changed)
{
	look.one_compiler = suite->options.one_compiler;
	return check_written_suite(suite->unit, suite->compilers, &suite->drafts, suite->tests_dir, &suite->aside, look,
	                           changed);
}

/* Writes and checks the suite until it holds, in the plain format, whichever format the user wants. */
static status write_until_it_holds(struct suite *suite, struct gate_look look)
{
	double start = now_seconds();
	for (uint32_t gate = 0; gate < MAX_GATES; gate++) {
		bool changed = false;
		TRY(write_files(suite, FORMAT_PLAIN));
		TRY(check_files(suite, look, &changed));
		if (changed)
			continue;
		log_verbose("tests: checked %u times in %.1f s", gate + 1, now_seconds() - start);
		return NULL;
	}
	return fail(TROUBLE_TARGET,
	            "the tests of %s keep failing when compiled: -v shows why, --skip leaves functions out, and "
	            "--continue goes on with what was found so far",
	            suite->unit->name);
}

/* ---- formats ---- */

static const struct gate_look ask_together = { .runs = 1, .together = true, .only_asks = true },
                              look_together = { .runs = 1, .together = true };

/* Drops tests whose end is expected, which need a process of their own. */
static void drop_ends(struct suite *suite)
{
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (draft->dropped || !draft->end.is_expected)
			continue;
		draft->dropped = true;
		draft->loss.why = LOSS_NOT_IN_C;
	}
}

/* Writes the user's format. The bare format runs all tests in one process, so tests that do not hold there are
 * dropped. In other formats tests get processes of their own only if they must. */
static status write_in_format(struct suite *suite)
{
	enum suite_format format = suite->options.format;
	bool changed = true, is_bare = format == FORMAT_BARE;
	if (is_bare)
		drop_ends(suite);
	for (uint32_t gate = 0; gate < MAX_GATES && changed && format != FORMAT_CHECK; gate++) {
		TRY(write_files(suite, FORMAT_BARE));
		TRY(check_files(suite, is_bare ? look_together : ask_together, &changed));
		if (!is_bare)
			break;
	}
	suite->is_together = !changed;
	return write_files(suite, format);
}

/* ---- the stages ---- */

status suite_open(const struct suite_input *input, const struct suite_options *options, struct suite **opened)
{
	struct suite *suite = *opened = xcalloc(1, sizeof *suite);
	struct exec_options exec = { 0 };
	*suite = (struct suite){ .unit = input->unit,
		                 .compilers = input->compilers,
		                 .campaign = input->campaign,
		                 .arena = input->arena,
		                 .scratch = arena_new(),
		                 .options = *options,
		                 .n_words = campaign_cover(input->campaign)->n_words,
		                 .tests_dir = xprintf("%s/tests", options->out_dir),
		                 .cover = input->cover };
	cover_init(suite->cover, suite->unit->marks);
	aside_open(&suite->aside, suite->tests_dir, input->fast);
	TRY(dir_make(suite->tests_dir));
	return executor_new(input->fast, suite->unit, &exec, &suite->executor);
}

void suite_free(struct suite *suite)
{
	if (!suite)
		return;
	mutation_free(suite->mutation);
	executor_free(suite->executor);
	variety_release(&suite->variety);
	vec_release(&suite->drafts);
	arena_free(suite->scratch);
	aside_close(&suite->aside);
	free(suite->tests_dir);
	free(suite);
}

/* Looks at tests before they are merged: an unfit test would take others with it, and finding it again costs a
 * build each time. */
static status sort_out_unfit(struct suite *suite)
{
	bool revived = false;
	do {
		TRY(suite_look(suite));
		TRY(write_until_it_holds(suite, a_glance));
		revived = !revived && suite_revive_spares(suite);
	} while (revived);
	return NULL;
}

status suite_draft(struct suite *suite)
{
	double start = now_seconds();
	TRY(suite_draft_goals(suite));
	suite_drop_redundant(suite);
	TRY(suite_widen_variety(suite));
	log_verbose("tests: %zu drafted in %.1f s", suite->drafts.n, now_seconds() - start);
	suite_limit_waiting(suite);
	if (suite_is_large(suite) && !is_past(suite->options.times->drafts))
		TRY(sort_out_unfit(suite));
	if (!suite_is_large(suite))
		TRY(suite_sharpen(suite));
	suite_limit_waiting(suite);
	TRY(suite_merge(suite));
	suite_limit(suite);
	return NULL;
}

static status try_mutants(struct suite *suite)
{
	suite->is_counted = true;
	return mutation_try(suite->unit, suite->compilers, &suite->drafts, &suite->variety, suite->aside.cache,
	                    (struct mutation_limit){ MAX_MUTANTS, suite->options.times->mutants }, &suite->mutation);
}

/* Tries mutants, which also show expectations that do not hold. But merged tests first meet every compiler:
 * only now can a merged test that fails be taken apart. */
status suite_try_mutants(struct suite *suite)
{
	log_progress("checking the written tests");
	if (!timetable_fits_mutants(suite->options.times)) {
		log_note("mutants: not tried; there was no time left for them");
		return NULL;
	}
	if (!suite_is_large(suite)) {
		place_and_name(suite);
		TRY(try_mutants(suite));
		if (suite->mutation)
			return NULL;
		suite->is_counted = false;
	}
	TRY(write_until_it_holds(suite, first_look));
	TRY(try_mutants(suite));
	if (!suite->mutation)
		log_note(
		        "mutants: not tried; the tests of %s cannot be built with them (see -v) or do not pass in the sandbox",
		        suite->unit->name);
	return NULL;
}

status suite_choose(struct suite *suite)
{
	mutation_choose_candidates(suite->mutation, &suite->drafts, suite->options.max_tests);
	mutation_choose(suite->mutation, suite->unit->model, &suite->variety, &suite->drafts);
	TRY(suite_drop_idle_observers(suite));
	forget_homes(&suite->drafts);
	return NULL;
}

/* Brings back spares, and drafts other tests of the archive, for goals of tests that were dropped. */
static status bring_spares_back(struct suite *suite)
{
	size_t drafted = 0, revived = suite_revive_spares(suite);
	TRY(suite_draft_lost(suite, &drafted));
	if (drafted)
		log_verbose("tests: %zu drafted for goals of dropped tests", drafted);
	if (!revived && !drafted)
		return NULL;
	TRY(suite_look(suite));
	return write_until_it_holds(suite, last_look);
}

/* Writes tests with the same calls and other values as tables, unless the rows do not hold in one process. */
static status write_tables(struct suite *suite)
{
	static const struct gate_look look = { .runs = 1, .unties = true };
	bool changed = true;
	suite->has_tables = true;
	for (uint32_t gate = 0; gate < MAX_GATES && changed; gate++) {
		TRY(write_files(suite, FORMAT_PLAIN));
		TRY(check_files(suite, look, &changed));
	}
	if (!changed)
		return NULL;
	suite->has_tables = false;
	return write_files(suite, FORMAT_PLAIN);
}

status suite_gate(struct suite *suite)
{
	TRY(write_until_it_holds(suite, last_look));
	TRY(bring_spares_back(suite));
	/* Not after tables are written: the rows of a table share a name, and mutants meet each row as a test. */
	TRY(mutation_again(suite->mutation, suite->unit, suite->compilers, &suite->drafts, &suite->variety));
	return write_tables(suite);
}

static void count_mutants(const struct suite *suite, struct results *results)
{
	struct count count = mutation_count(suite->mutation, &suite->drafts);
	results->suite.mutants = count.total;
	results->suite.mutants_killed = count.covered;
	results->suite.n_survivors = mutation_survivors(suite->mutation, suite->unit, &suite->drafts, suite->arena,
	                                                &results->suite.survivors);
	for (size_t i = 0; i < results->suite.n_survivors; i++) {
		const struct survivor *survivor = &results->suite.survivors[i];
		log_verbose("survives: %s:%u: %s", path_base(survivor->file), survivor->line, survivor->change);
	}
}

/* Adds a row's goals to its test, or the test itself. */
static void count_row(const struct suite *suite, const struct draft *draft, uint64_t *covered, uint64_t *probes,
                      struct suite_test *test)
{
	for (size_t k = 0; k < draft->n_sights; k++)
		test->n_checks += draft->keep[k];
	for (uint32_t w = 0; w < suite->n_words; w++) {
		probes[w] |= draft->probes[w];
		test->added_goals += (uint32_t)__builtin_popcountll(draft->probes[w] & ~covered[w]);
		covered[w] |= draft->probes[w];
	}
}

static bool is_row_of(const struct suite *suite, size_t i, size_t leader)
{
	const struct draft *draft = &suite->drafts.at[i];
	return i == leader || (suite->has_tables && !draft->dropped && draft->home.row.of == leader + 1);
}

static void list_tests(const struct suite *suite, struct results *results)
{
	uint64_t *covered = xcalloc(suite->n_words, sizeof *covered);
	results->suite.tests = ARENA_ARRAY(suite->arena, struct suite_test, suite->drafts.n + 1);
	results->suite.n_tests = 0;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		const struct draft *draft = &suite->drafts.at[i];
		if (!draft_is_shown(&suite->drafts, i, suite->has_tables))
			continue;
		struct suite_test *test = &results->suite.tests[results->suite.n_tests++];
		uint64_t *probes = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
		*test = (struct suite_test){ .name = draft->name,
			                     .comment = draft->written.comment,
			                     .seq = seq_copy(suite->arena, draft->observed),
			                     .probes = probes,
			                     .file = arena_printf(suite->arena, "tests/test_%s.c",
			                                          test_file_name(suite->unit, draft->home.source)),
			                     .line = draft->written.first_line };
		const struct seq **rows = ARENA_ARRAY(suite->arena, const struct seq *, suite->drafts.n - i);
		test->rows = rows;
		for (size_t k = i; k < suite->drafts.n; k++) {
			if (!is_row_of(suite, k, i))
				continue;
			count_row(suite, &suite->drafts.at[k], covered, probes, test);
			rows[test->n_rows++] = seq_copy(suite->arena, suite->drafts.at[k].observed);
		}
	}
	free(covered);
}

status suite_finish(struct suite *suite, struct results *results)
{
	count_mutants(suite, results);
	if (suite->options.format != FORMAT_PLAIN)
		TRY(write_in_format(suite));
	refresh_cover(suite);
	results->suite.cover = suite->cover;
	list_tests(suite, results);
	losses_find(suite, suite->arena, results);
	return NULL;
}
