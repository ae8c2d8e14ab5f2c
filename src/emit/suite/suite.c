/* suite: see suite.h. */
#include "emit/suite/suite_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/suite/draft.h"
#include "emit/suite/made_up.h"
#include "emit/suite/mutation.h"
#include "proc/child.h"
#include "seq/value.h"

#define MAX_GATES 24u         /* times the written suite is checked and corrected */
#define VARIETY_TESTS 512u    /* archived tests looked at to see which values vary */
#define STABILITY_RUNS 10u    /* in which every test must pass */
#define EARLY_RUNS 2u         /* the same before mutants are tried: what passes twice by chance is found later */
#define MAX_MUTANTS 200u      /* the suite is run once against each */

static const char *const format_names[N_FORMATS] = { "plain", "cmocka", "check", "unity" };

enum suite_format suite_format_by_name(const char *name)
{
	enum suite_format format = 0;
	while (format < N_FORMATS && !str_equal(name, format_names[format]))
		format++;
	return format;
}

/* ---- look ---- */

static status run_with(struct suite *suite, const struct seq *seq, unsigned want, const struct run **run)
{
	return executor_one(suite->executor, seq, want, run);
}

static status run_once(struct suite *suite, const struct seq *seq, const struct run **run)
{
	return run_with(suite, seq, WANT_VALUES, run);
}

/* The sight is among others: the same value at the same place. */
static bool is_seen(const struct sight *sight, const struct sight *others, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sight *other = &others[i];
		bool is_place = other->step == sight->step && other->variable == sight->variable &&
		                other->kind == sight->kind && other->size == sight->size &&
		                str_equal(other->access ? other->access : "", sight->access ? sight->access : "");
		if (is_place && sight->is_pointer && other->is_pointer)
			return bytes_are_zero(sight->bytes, sight->size) == bytes_are_zero(other->bytes, other->size);
		if (is_place && (!sight->size || memcmp(other->bytes, sight->bytes, sight->size) == 0))
			return true;
	}
	return false;
}

/* Forgets what is seen otherwise if the test's objects lie in memory the other way round:
 * nobody knows how they lie where the test will run. */
static status forget_unsteady(struct suite *suite, struct draft *draft)
{
	const struct run *run;
	struct sight *others;
	size_t n_kept = 0;
	TRY(run_with(suite, draft->observed, WANT_VALUES | WANT_LAYOUT(1), &run));
	size_t n = sights_of(suite->scratch, suite->unit->model, draft->observed, run, &others);
	for (size_t i = 0; i < draft->n_sights; i++)
		if (is_seen(&draft->sights[i], others, n))
			draft->sights[n_kept++] = draft->sights[i];
	draft->n_sights = n_kept;
	return NULL;
}

static void note_variety(struct suite *suite, const struct sight *sights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		variety_add(&suite->variety, &sights[i]);
}

/* Looking may itself be a mistake: an observer asked about memory it is not made for. */
static status looks_cleanly(struct suite *suite, const struct draft *draft, bool *clean)
{
	struct sk_fault fault;
	*clean = true;
	if (!draft->n_observers)
		return NULL;
	TRY(judge_fault(campaign_judge(suite->campaign), suite->scratch, draft->observed, &fault));
	*clean = fault.kind == SK_NO_FAULT;
	return NULL;
}

/* Takes out what only repeats the answers of stand-ins. */
static status forget_made_up(struct suite *suite, struct draft *draft)
{
	const struct model *model = suite->unit->model;
	const struct run *run;
	uint32_t shift;
	const struct seq *other = with_other_answers(suite->scratch, model, draft->observed, draft->answers.stood_in,
	                                             draft->answers.n_stood_in, &shift);
	if (!other)
		return NULL;
	TRY(run_once(suite, other, &run));
	if (run->outcome == SK_NORMAL && !memcmp(run->probes, draft->probes, suite->n_words * sizeof(uint64_t)))
		draft->n_sights = drop_made_up(suite->scratch, model, draft->sights, draft->n_sights, other, run,
		                               shift);
	return NULL;
}

/* Runs the test and takes down what can be seen; `variety`: what varies comes first. */
status suite_observe(struct suite *suite, struct draft *draft, const struct variety *variety)
{
	const struct run *run;
	bool clean;
	draft->observed = observe_sequence(suite->arena, suite->unit->model, draft->closed, draft->n_own, variety,
	                                   &draft->n_observers);
	TRY(looks_cleanly(suite, draft, &clean));
	TRY(run_once(suite, draft->observed, &run));
	if (!clean || run->outcome != SK_NORMAL || !suite_has_all(suite, run->probes, draft->needed)) {
		draft->observed = draft->closed; /* looking disturbed it: go without */
		draft->n_observers = 0;
		TRY(run_once(suite, draft->observed, &run));
	}
	draft->dropped = run->outcome != SK_NORMAL;
	draft->probes = arena_memdup(suite->arena, run->probes, suite->n_words * sizeof(uint64_t));
	draft->n_sights = sights_of(suite->arena, suite->unit->model, draft->observed, run, &draft->sights);
	draft->answers.n_stood_in = run->n_stood_in;
	memcpy(draft->answers.stood_in, run->stood_in, sizeof draft->answers.stood_in);
	if (draft->answers.n_stood_in && !draft->dropped)
		TRY(forget_made_up(suite, draft));
	TRY(forget_unsteady(suite, draft));
	draft->keep = ARENA_ARRAY(suite->arena, bool, draft->n_sights + 1);
	note_variety(suite, draft->sights, draft->n_sights);
	return NULL;
}

/* Other archived tests show which results vary with the input. */
static status widen_variety(struct suite *suite)
{
	struct archived *tests;
	size_t n = archive_all(campaign_archive(suite->campaign), suite->scratch, &tests);
	for (size_t i = 0; i < n && i < VARIETY_TESTS; i++) {
		const struct run *run;
		struct sight *sights;
		const struct seq *observed = observe_sequence(suite->scratch, suite->unit->model, tests[i].seq,
		                                              suite_own_steps(suite, tests[i].seq), NULL, NULL);
		TRY(run_once(suite, observed, &run));
		size_t seen = sights_of(suite->scratch, suite->unit->model, observed, run, &sights);
		note_variety(suite, sights, seen);
	}
	arena_clear(suite->scratch);
	return NULL;
}

/* A value that a variable keeps is expected once, at the place where it was seen last. */
static bool is_said_later(const struct suite *suite, const struct draft *draft, size_t i)
{
	const struct sight *sight = &draft->sights[i];
	if (sight->kind != SIGHT_VARIABLE)
		return false;
	for (size_t k = i + 1; k < draft->n_sights; k++) {
		const struct sight *later = &draft->sights[k];
		bool same = later->kind == SIGHT_VARIABLE && later->variable == sight->variable &&
		            memcmp(later->bytes, sight->bytes, sight->size) == 0;
		if (same && (variety_has(&suite->variety, later) || !variety_has(&suite->variety, sight)))
			return true;
	}
	return false;
}

/* An observer was asked about an object that a call did not give. */
static bool is_about_null(const struct draft *draft, const struct sight *sight)
{
	uint32_t end = draft->observed->n - (draft->closed->n - draft->n_own);
	if (sight->step >= end || sight->step < end - draft->n_observers)
		return false;
	uint32_t object = seq_index(sight->step, draft->observed->steps[sight->step]->args[0]);
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->sights[k].kind == SIGHT_RESULT && draft->sights[k].step == object)
			return bytes_are_zero(draft->sights[k].bytes, draft->sights[k].size);
	return false;
}

/* All that could be said; which of it can fail is found out by mutants. */
void suite_choose_expectations(struct suite *suite, struct draft *draft)
{
	for (size_t i = 0; i < draft->n_sights; i++)
		draft->keep[i] = !is_said_later(suite, draft, i) && !is_about_null(draft, &draft->sights[i]) &&
		                 !(draft->says_no_text && draft->sights[i].kind == SIGHT_STRING);
}

/* ---- write ---- */

static const struct gate_look a_glance = { .runs = 1 }, first_look = { .runs = EARLY_RUNS, .all_compilers = true },
                              last_look = { .runs = STABILITY_RUNS, .all_compilers = true };

static void refresh_cover(struct suite *suite, struct cover *cover)
{
	memset(cover->probes, 0, cover->n_words * sizeof *cover->probes);
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (!suite->drafts.at[i].dropped)
			cover_add(cover, suite->drafts.at[i].probes);
}

static status write_files(struct suite *suite, const struct source_list *sources, const struct suite_options *options,
                          const char *tests_dir, const struct cover *cover)
{
	struct test_file_options file = { .format = options->format,
		                          .command = options->command,
		                          .criterion = options->criterion,
		                          .goals = cover_count(cover, options->criterion) };
	return write_suite_files(suite->unit, sources, &suite->drafts, &file, tests_dir);
}

static status write_until_it_holds(struct suite *suite, const struct source_list *sources,
                                   const struct suite_options *options, const char *tests_dir, struct cover *cover,
                                   struct gate_look look)
{
	double start = now_seconds();
	for (uint32_t gate = 0; gate < MAX_GATES; gate++) {
		bool changed = false;
		TRY(suite_split_dropped(suite));
		find_homes(suite->unit, &suite->drafts);
		refresh_cover(suite, cover);
		name_drafts(suite->unit, &suite->drafts, cover, suite->arena);
		TRY(write_files(suite, sources, options, tests_dir, cover));
		if (options->format != FORMAT_PLAIN)
			return NULL; /* checked in the plain format first, see suite_write() */
		TRY(check_written_suite(suite->unit, sources, &suite->drafts, tests_dir, &suite->aside, look,
		                        &changed));
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

static void fill_results(struct suite *suite, struct arena *arena, struct results *results)
{
	uint64_t *covered = xcalloc(suite->n_words, sizeof *covered);
	results->tests = ARENA_ARRAY(arena, struct suite_test, suite->drafts.n + 1);
	results->n_tests = 0;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		const struct draft *draft = &suite->drafts.at[i];
		if (draft->dropped)
			continue;
		struct suite_test *test = &results->tests[results->n_tests++];
		*test = (struct suite_test){ .name = draft->name,
			                     .comment = draft->comment,
			                     .seq = seq_copy(arena, draft->observed),
			                     .file = arena_printf(arena, "tests/test_%s.c",
			                                          test_file_name(suite->unit, draft->home.source)),
			                     .line = draft->written.first_line };
		test->probes = arena_memdup(arena, draft->probes, suite->n_words * sizeof(uint64_t));
		for (size_t k = 0; k < draft->n_sights; k++)
			test->n_checks += draft->keep[k];
		for (uint32_t w = 0; w < suite->n_words; w++) {
			test->added_goals += (uint32_t)__builtin_popcountll(draft->probes[w] & ~covered[w]);
			covered[w] |= draft->probes[w];
		}
	}
	free(covered);
}

/* Takes down what can be seen of every test that is new, and expects all of it. */
static status look_at_new(struct suite *suite)
{
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (draft->dropped || draft->was_looked_at)
			continue;
		TRY(suite_observe(suite, draft, &suite->variety));
		suite_choose_expectations(suite, draft);
		draft->was_looked_at = true;
	}
	return NULL;
}

/* Tests that are to be merged are first looked at by themselves: an unfit one would
 * take others with it, and finding it again costs a build each time. */
static status sort_out_unfit(struct suite *suite, const struct source_list *sources,
                             const struct suite_options *options, const char *tests_dir, struct cover *cover)
{
	bool revived = false;
	do {
		TRY(look_at_new(suite));
		TRY(write_until_it_holds(suite, sources, options, tests_dir, cover, a_glance));
		revived = !revived && suite_revive_spares(suite);
	} while (revived);
	return NULL;
}

static status make_drafts(struct suite *suite, const struct source_list *sources, const struct suite_options *options,
                          const char *tests_dir, struct cover *cover)
{
	double start = now_seconds();
	TRY(suite_draft_goals(suite));
	suite_drop_redundant(suite);
	TRY(widen_variety(suite));
	log_verbose("tests: %zu drafted in %.1f s", suite->drafts.n, now_seconds() - start);
	if (suite_is_large(suite) && !is_past(suite->times->drafts))
		TRY(sort_out_unfit(suite, sources, options, tests_dir, cover));
	TRY(suite_merge(suite));
	return look_at_new(suite);
}

/* ---- only what can fail ---- */

static bool is_idle(const struct draft *draft, uint32_t observer)
{
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->keep[k] && (draft->sights[k].step == observer || draft->sights[k].variable == observer))
			return false;
	return true;
}

/* Marks the observers about which nothing is expected. */
static uint32_t mark_idle(const struct draft *draft, bool *drop)
{
	uint32_t end = draft->observed->n - (draft->closed->n - draft->n_own), n = 0;
	for (uint32_t i = end - draft->n_observers; i < end; i++)
		n += drop[i] = is_idle(draft, i);
	return n;
}

/* Every goal that is lost with these probes is one of another test. */
static bool can_do_without(const struct suite *suite, const uint64_t *before, const uint64_t *after,
                           const uint32_t *hits)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t lost = before[w] & ~after[w]; lost; lost &= lost - 1) {
			uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(lost);
			if (hits[probe] < 2 && suite_is_goal(suite->unit->marks, suite->criterion, probe))
				return false;
		}
	return true;
}

static void move_sights(struct draft *draft, const bool *drop)
{
	uint32_t before[SEQ_MAX_STEPS + 1] = { 0 };
	for (uint32_t i = 0; i < draft->observed->n; i++)
		before[i + 1] = before[i] + drop[i];
	for (size_t k = 0; k < draft->n_sights; k++) {
		draft->sights[k].step -= before[draft->sights[k].step];
		draft->sights[k].variable -= before[draft->sights[k].variable];
	}
}

/* Takes these steps out of the test, if no goal is lost with them. */
static status drop_observers(struct suite *suite, struct draft *draft, const bool *drop, uint32_t n, uint32_t *hits,
                             bool *dropped)
{
	const struct run *run;
	const struct seq *shorter = seq_without(suite->arena, suite->unit->model, draft->observed, drop);
	*dropped = false;
	if (!shorter)
		return NULL;
	TRY(run_once(suite, shorter, &run));
	if (run->outcome != SK_NORMAL || !can_do_without(suite, draft->probes, run->probes, hits))
		return NULL;
	suite_count_hits(suite, draft, hits, -1);
	draft->probes = arena_memdup(suite->arena, run->probes, suite->n_words * sizeof(uint64_t));
	suite_count_hits(suite, draft, hits, 1);
	move_sights(draft, drop);
	draft->observed = shorter;
	draft->n_observers -= n;
	draft->loss.observers = true;
	*dropped = true;
	return NULL;
}

/* What an observer that has to stay says of no object is part of the test, then. */
static void expect_of_null(struct suite *suite, struct draft *draft, uint32_t observer)
{
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		if (sight->step == observer && sight->kind == SIGHT_RESULT && is_about_null(draft, sight) &&
		    variety_has(&suite->variety, sight))
			draft->keep[k] = true;
	}
}

/* Takes calls of observers out of a test that expects nothing of them: all, or those that
 * it can do without. */
static status drop_idle_observers(struct suite *suite, struct draft *draft, uint32_t *hits)
{
	bool idle[SEQ_MAX_STEPS] = { 0 }, dropped = true;
	uint32_t n = mark_idle(draft, idle);
	if (n)
		TRY(drop_observers(suite, draft, idle, n, hits, &dropped));
	if (dropped)
		return NULL;
	for (uint32_t i = draft->observed->n; n > 1 && i-- > 0;) {
		bool one[SEQ_MAX_STEPS] = { 0 };
		one[i] = idle[i];
		if (idle[i])
			TRY(drop_observers(suite, draft, one, 1, hits, &dropped));
	}
	for (uint32_t i = 0; i < draft->observed->n; i++)
		if (is_idle(draft, i))
			expect_of_null(suite, draft, i);
	return NULL;
}

static status drop_all_idle(struct suite *suite)
{
	uint32_t *hits = xcalloc(64 * (size_t)suite->n_words, sizeof *hits);
	status st = NULL;
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (!suite->drafts.at[i].dropped)
			suite_count_hits(suite, &suite->drafts.at[i], hits, 1);
	for (size_t i = 0; i < suite->drafts.n && !st; i++)
		if (!suite->drafts.at[i].dropped)
			st = drop_idle_observers(suite, &suite->drafts.at[i], hits);
	free(hits);
	return st;
}

static status try_mutants(struct suite *suite, const struct source_list *sources, struct mutation **mutation)
{
	suite->is_counted = true;
	return mutation_try(suite->unit, sources, &suite->drafts, &suite->variety, suite->aside.cache,
	                    (struct mutation_limit){ MAX_MUTANTS, suite->times->mutants }, mutation);
}

/* Mutants find by themselves which expectations do not hold. But merged tests first meet
 * every compiler: one that fails can be taken apart only now. */
static status look_and_try_mutants(struct suite *suite, const struct source_list *sources,
                                   const struct suite_options *options, const char *tests_dir, struct cover *cover,
                                   struct mutation **mutation)
{
	if (!suite_is_large(suite) && !is_past(suite->times->mutants)) {
		find_homes(suite->unit, &suite->drafts);
		refresh_cover(suite, cover);
		name_drafts(suite->unit, &suite->drafts, cover, suite->arena);
		TRY(try_mutants(suite, sources, mutation));
		if (*mutation)
			return NULL;
		suite->is_counted = false;
	}
	if (is_past(suite->times->mutants)) {
		log_note("mutants: not tried; there was no time left for them");
		return NULL;
	}
	TRY(write_until_it_holds(suite, sources, options, tests_dir, cover, first_look));
	TRY(try_mutants(suite, sources, mutation));
	if (!*mutation)
		log_note(
		        "mutants: not tried; the tests of %s cannot be built with them (see -v) or do not pass in the sandbox",
		        suite->unit->name);
	return NULL;
}

/* What a test that had to go was there for, one that was not needed so far may do as well. */
static status bring_spares_back(struct suite *suite, const struct source_list *sources,
                                const struct suite_options *options, const char *tests_dir, struct cover *cover)
{
	if (!suite_revive_spares(suite))
		return NULL;
	TRY(look_at_new(suite));
	return write_until_it_holds(suite, sources, options, tests_dir, cover, last_look);
}

/* First with every expectation there could be, then with those that can fail. */
static status write_what_can_fail(struct suite *suite, const struct source_list *sources,
                                  const struct suite_options *options, const char *tests_dir, struct cover *cover,
                                  struct results *results)
{
	struct mutation *mutation = NULL;
	status st = NULL;
	TRY(look_and_try_mutants(suite, sources, options, tests_dir, cover, &mutation));
	mutation_choose(mutation, &suite->variety, &suite->drafts);
	TRY_OUT(drop_all_idle(suite));
	TRY_OUT(write_until_it_holds(suite, sources, options, tests_dir, cover, last_look));
	TRY_OUT(bring_spares_back(suite, sources, options, tests_dir, cover));
	TRY_OUT(mutation_again(mutation, suite->unit, sources, &suite->drafts, &suite->variety));
	struct count count = mutation_count(mutation, &suite->drafts);
	results->mutants = count.total;
	results->mutants_killed = count.covered;
	mutation_show_survivors(mutation, suite->unit, &suite->drafts);
out:
	mutation_free(mutation);
	return st;
}

status suite_write(struct unit *unit, const struct source_list *sources, struct campaign *campaign,
                   const struct target *fast, const struct suite_options *options, struct arena *arena,
                   struct results *results)
{
	struct suite suite = { .unit = unit,
		               .campaign = campaign,
		               .arena = arena,
		               .scratch = arena_new(),
		               .criterion = options->criterion,
		               .times = options->times,
		               .n_words = campaign_cover(campaign)->n_words };
	struct suite_options plain = *options;
	char *tests_dir = xprintf("%s/tests", options->out_dir);
	struct cover *cover = ARENA_NEW(arena, struct cover);
	struct exec_options exec = { 0 };
	status st = NULL;
	cover_init(cover, unit->marks);
	results->cover = cover;
	plain.format = FORMAT_PLAIN;
	aside_open(&suite.aside, tests_dir, fast);
	TRY_OUT(dir_make(tests_dir));
	TRY_OUT(executor_new(fast, unit, &exec, &suite.executor));
	TRY_OUT(make_drafts(&suite, sources, &plain, tests_dir, cover));
	log_progress("checking the written tests");
	TRY_OUT(write_what_can_fail(&suite, sources, &plain, tests_dir, cover, results));
	if (options->format != FORMAT_PLAIN)
		TRY_OUT(write_until_it_holds(&suite, sources, options, tests_dir, cover, last_look));
	refresh_cover(&suite, cover);
	fill_results(&suite, arena, results);
	losses_find(&suite, arena, results);
out:
	executor_free(suite.executor);
	variety_release(&suite.variety);
	vec_release(&suite.drafts);
	arena_free(suite.scratch);
	aside_close(&suite.aside);
	free(tests_dir);
	return st;
}
