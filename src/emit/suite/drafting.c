/* drafting: chooses the tests of a suite, before anything is written.
 *
 * There is one draft per goal that no earlier draft reaches, rare goals first. Each draft is made as short as
 * it can be while it still reaches its goals. Then drafts are dropped whose goals the others reach. They are
 * spares, which come back if one of the others turns out to be unfit. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/suite/suite_parts.h"
#include "proc/child.h"
#include "reduce/apart.h"
#include "reduce/distinct.h"
#include "reduce/memory.h"
#include "reduce/order.h"
#include "reduce/reduce.h"
#include "reduce/set_up.h"
#include "seq/life.h"

#define MAX_RUNS 600u         /* of shortening one test */
#define BRIEF_RUNS 200u       /* in the fast build alone */
#define MOST_AGAIN 16u        /* tests that are drafted for goals whose tests had to go */
#define LATE_RUNS 60u         /* when the time is over */
#define LEAST_FUEL UINT64_C(20000) /* of a shorter form of a test */
#define MOST_FORMS 6u              /* of a test while it is shortened */
#define FUEL_FACTOR 4u             /* a shorter form gets so many times the test's own fuel */

/* ---- select ---- */

uint32_t suite_own_steps(const struct suite *suite, const struct seq *closed)
{
	/* Closing calls are the destroyers at the end; life.h tells their number. */
	struct seq own = { .n = closed->n, .steps = closed->steps };
	while (own.n > 1) {
		const struct step *last = closed->steps[own.n - 1];
		bool destroys = step_destroys(suite->unit->model, last);
		if (!destroys && last->kind != STEP_FREE)
			break;
		own.n--;
	}
	return seq_last_call(closed, own.n) != NONE ? own.n : closed->n;
}

/* True if the criterion counts this probe. */
bool suite_is_goal(const struct marks *marks, enum criterion criterion, uint32_t probe)
{
	if (marks_probe_is_apart(marks, probe))
		return false;
	if (probe < marks->first_region_probe)
		return true;
	if (probe < marks->first_condition_probe)
		return criterion == CRITERION_STATEMENT;
	if (probe < marks->first_path_probe)
		return criterion >= CRITERION_BRANCH;
	return criterion >= CRITERION_CONDITION;
}

struct goal {
	uint32_t probe;
	uint32_t tests;          /* archived tests that hit it */
};

/* Compares by rarity. Tests for rare goals pass many common goals on the way, so rare goals come first. */
static int by_rarity(const void *a, const void *b)
{
	const struct goal *x = a, *y = b;
	if (x->tests != y->tests)
		return x->tests < y->tests ? -1 : 1;
	return x->probe < y->probe ? -1 : x->probe > y->probe;
}

static size_t sort_goals(struct suite *suite, struct goal **goals)
{
	const struct marks *marks = suite->unit->marks;
	struct archived *tests;
	size_t n = archive_all(campaign_archive(suite->campaign), suite->scratch, &tests), n_goals = 0;
	*goals = ARENA_ARRAY(suite->arena, struct goal, marks->n_probes + 1);
	for (uint32_t probe = 0; probe < marks->n_probes; probe++) {
		struct goal goal = { .probe = probe };
		for (size_t i = 0; i < n; i++)
			goal.tests += tests[i].probes[probe / 64] >> (probe % 64) & 1;
		if (goal.tests && suite_is_goal(marks, suite->options.criterion, probe))
			(*goals)[n_goals++] = goal;
	}
	qsort(*goals, n_goals, sizeof **goals, by_rarity);
	return n_goals;
}

/* Finds the call in which the test ends the program; NONE: the test runs to its end. */
static status find_end(struct suite *suite, struct draft *draft, uint32_t *call)
{
	const struct run *run;
	TRY(executor_one(suite->executor, draft->closed, WANT_NOTHING, &run));
	draft->end = (struct draft_end){ .is_expected = run->outcome == SK_EXIT, .status = run->exit_status };
	*call = run->outcome == SK_EXIT && run->steps_done < draft->closed->n ? run->steps_done : NONE;
	return NULL;
}

/* Begins the draft for one goal with a test that reaches it, mostly the shortest known. The draft has to keep that goal
 * alone: a test that also kept other goals of the function would show several behaviours. */
static status begin_draft(struct suite *suite, struct archived test, uint32_t probe, struct draft *begun)
{
	struct draft draft = { .closed = seq_copy(suite->arena, test.seq) };
	uint32_t end;
	TRY(find_end(suite, &draft, &end));
	draft.own = seq_prefix(suite->arena, draft.closed,
	                       end == NONE ? suite_own_steps(suite, draft.closed) : end + 1);
	draft.n_own = draft.own->n;
	draft.probes = arena_memdup(suite->arena, test.probes, suite->n_words * sizeof(uint64_t));
	draft.needed = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
	draft.needed[probe / 64] |= UINT64_C(1) << (probe % 64);
	*begun = draft;
	return NULL;
}

/* ---- shorten ---- */

struct keeping {
	struct suite *suite;
	const struct draft *draft;
	bool as_it_is; /* tests destroy their objects by themselves */
	bool is_brief; /* only the shortest test is looked at in the checked build, at the end */
	uint64_t fuel_used; /* the most fuel that any of the last tests used */
};

static const struct seq *closed_form(const struct keeping *keeping, const struct seq *seq)
{
	if (keeping->draft->end.is_expected)
		return seq_close_ending(keeping->suite->scratch, keeping->suite->unit->model, seq);
	return keeping->as_it_is ? seq : seq_close(keeping->suite->scratch, keeping->suite->unit->model, seq);
}

bool suite_has_all(const struct suite *suite, const uint64_t *probes, const uint64_t *needed)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		if (needed[w] & ~probes[w])
			return false;
	return true;
}

/* *clean: the checked build finds nothing wrong with the test. */
static status is_clean(const struct keeping *keeping, const struct seq *seq, const struct seq *closed, bool *clean)
{
	struct suite *suite = keeping->suite;
	uint64_t key;
	if (keeping->draft->end.is_expected)
		return judge_ending(campaign_judge(suite->campaign), suite->scratch, seq, &closed, clean);
	TRY(judge_key_of_closed(campaign_judge(suite->campaign), suite->scratch, closed, closed->n, &key));
	*clean = key == 0;
	return NULL;
}

/* Of the candidates that passed in the fast build, keeps the first that is clean in the checked build. The
 * others need not be looked at. */
static status keep_first_clean(const struct keeping *keeping, const struct seq *const *seqs,
                               const struct seq *const *closed, size_t n, bool *keeps)
{
	bool found = false;
	for (size_t i = 0; i < n; i++) {
		bool clean = false;
		if (keeps[i] && !found)
			TRY(is_clean(keeping, seqs[i], closed[i], &clean));
		keeps[i] = clean;
		found = found || clean;
	}
	return NULL;
}

/* True if the run ends as the test must end: after its last step, or in its last own step. */
static bool ends_the_same(const struct draft *draft, const struct run *run, const struct seq *own)
{
	if (draft->end.is_expected)
		return run->outcome == SK_EXIT && run->exit_status == draft->end.status &&
		       run->steps_done + 1 == own->n;
	return run->outcome == SK_NORMAL;
}

/* keeps[]: the shorter test still ends in the same way, reaches its goals, and is clean. */
static status keeps_goals(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct keeping *keeping = context;
	struct suite *suite = keeping->suite;
	const struct seq *closed[64];
	keeping->fuel_used = 0;
	for (size_t i = 0; i < n; i++)
		closed[i] = closed_form(keeping, candidates[i]);
	for (size_t done = 0; done < n;) {
		const struct run *runs;
		size_t got;
		if (!executor_submit(suite->executor, closed + done, n - done, WANT_NOTHING))
			return fail(TROUBLE_TARGET, "a test of %s does not fit its target", suite->unit->name);
		TRY(executor_collect(suite->executor, &runs, &got));
		for (size_t i = 0; i < got; i++) {
			keeps[done + i] = !runs[i].refused &&
			                  ends_the_same(keeping->draft, &runs[i], candidates[done + i]) &&
			                  suite_has_all(suite, runs[i].probes, keeping->draft->needed);
			if (runs[i].fuel_used > keeping->fuel_used)
				keeping->fuel_used = runs[i].fuel_used;
		}
		done += got;
	}
	return keeping->is_brief ? NULL : keep_first_clean(keeping, candidates, closed, n, keeps);
}

/* *taken: the judge has nothing against the shorter test. */
static status take_shorter(struct suite *suite, struct draft *draft, const struct seq *shorter, bool as_it_is,
                           bool *taken)
{
	const struct seq *closed = shorter;
	const struct finding *finding;
	enum verdict verdict = VERDICT_FINE;
	bool fine = true;
	if (draft->end.is_expected)
		TRY(judge_ending(campaign_judge(suite->campaign), suite->scratch, shorter, &closed, &fine));
	else if (!as_it_is)
		TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, shorter, &closed, &verdict,
		                   &finding));
	*taken = verdict == VERDICT_FINE && fine;
	if (!*taken)
		return NULL;
	draft->closed = seq_copy(suite->arena, closed);
	draft->own = as_it_is ? seq_prefix(suite->arena, draft->closed, suite_own_steps(suite, draft->closed))
	                      : seq_copy(suite->arena, shorter);
	return NULL;
}

/* Shortens the test in the fast build alone, which takes little time. The result is looked at once in the
 * checked build; if it is not clean, the test stays as it is. */
static status find_shorter_briefly(struct keeping *keeping, uint32_t max_runs, const struct seq **shorter)
{
	struct suite *suite = keeping->suite;
	struct reduce_options options = { .max_runs = max_runs };
	const struct seq *start = *shorter, *found;
	bool keeps;
	keeping->is_brief = true;
	status st = reduce_sequence(suite->scratch, suite->unit->model, start, keeps_goals, keeping, &options, &found);
	keeping->is_brief = false;
	if (st || found == start)
		return st;
	TRY(keeps_goals(keeping, &found, 1, &keeps));
	*shorter = keeps ? found : start;
	return NULL;
}

/* Without the calls whose results are needed as numbers alone. */
static status drop_flows(struct keeping *keeping, const struct seq **shorter)
{
	struct suite *suite = keeping->suite;
	struct reduce_options options = { .max_runs = BRIEF_RUNS };
	const struct seq *plain;
	bool keeps = false;
	TRY(suite_plain_results(suite, *shorter, &plain));
	if (plain != *shorter)
		TRY(keeps_goals(keeping, &plain, 1, &keeps));
	if (!keeps)
		return NULL;
	TRY(reduce_sequence(suite->scratch, suite->unit->model, plain, keeps_goals, keeping, &options, &plain));
	if (seq_n_calls(plain) < seq_n_calls(*shorter))
		*shorter = plain;
	return NULL;
}

/* The forms of a test on its way to a shorter one, the last the shortest. */
struct forms {
	const struct seq *at[MOST_FORMS];
	size_t n;
};

static const struct seq **next_form(struct forms *forms)
{
	const struct seq *now = forms->at[forms->n - 1];
	INVARIANT(forms->n < MOST_FORMS);
	forms->at[forms->n++] = now;
	return &forms->at[forms->n - 1];
}

static status find_shorter(struct keeping *keeping, struct forms *forms)
{
	struct suite *suite = keeping->suite;
	const struct model *model = suite->unit->model;
	struct reduce_options options = { .max_runs = MAX_RUNS };
	bool is_late = is_past(suite->options.times->drafts);
	const struct seq **shorter = next_form(forms);
	TRY(find_shorter_briefly(keeping, is_late ? LATE_RUNS : BRIEF_RUNS, shorter));
	if (is_late)
		return NULL;
	shorter = next_form(forms);
	TRY(reduce_sequence(suite->scratch, model, *shorter, keeps_goals, keeping, &options, shorter));
	shorter = next_form(forms);
	TRY(drop_flows(keeping, shorter));
	TRY(set_up_objects(suite->scratch, model, *shorter, keeps_goals, keeping, shorter));
	TRY(order_literals(suite->scratch, model, *shorter, keeps_goals, keeping, shorter));
	shorter = next_form(forms);
	TRY(plain_memory(suite->scratch, model, *shorter, keeps_goals, keeping, shorter));
	TRY(set_apart(suite->scratch, model, *shorter, keeps_goals, keeping, shorter));
	return distinct_literals(suite->scratch, model, *shorter, keeps_goals, keeping, shorter);
}

/* Shortens a test. Its candidates get little more fuel than the test itself: a test without a part that matters
 * often never ends, and takes as long as thousands of others. */
static status shorten(struct suite *suite, struct draft *draft)
{
	struct keeping keeping = { .suite = suite, .draft = draft };
	bool closes;
	/* Lessons learned after the test ran may close it in another way than the way that was clean. Then the
	 * old closing calls are kept. */
	TRY(keeps_goals(&keeping, &draft->own, 1, &closes));
	if (!closes && draft->end.is_expected)
		return NULL;
	keeping.as_it_is = !closes;
	struct forms forms = { .at = { keeping.as_it_is ? draft->closed : draft->own }, .n = 1 };
	executor_limit_fuel(suite->executor, LEAST_FUEL + FUEL_FACTOR * keeping.fuel_used);
	status st = find_shorter(&keeping, &forms);
	executor_limit_fuel(suite->executor, 0);
	if (st)
		return st;
	/* The judge looks closer than the checks on the way, and may refuse the shortest form. */
	bool taken = false;
	for (size_t i = forms.n; i-- > 1 && !taken;)
		if (forms.at[i] != forms.at[i - 1])
			TRY(take_shorter(suite, draft, forms.at[i], keeping.as_it_is, &taken));
	draft->n_own = draft->own->n;
	arena_clear(suite->scratch);
	return NULL;
}

/* ---- draft ---- */

/* The parts of the test, also where one passes on nothing but a number that another gave. */
static status push_parts(struct suite *suite, const struct draft *draft, bool *is_split)
{
	struct draft plain = *draft;
	enum verdict verdict;
	const struct finding *finding;
	const struct seq *own, *closed;
	TRY(suite_push_parts(suite, draft, is_split));
	if (*is_split || draft->end.is_expected)
		return NULL;
	TRY(suite_plain_results(suite, draft->own, &own));
	if (own == draft->own)
		return NULL;
	TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, own, &closed, &verdict, &finding));
	if (verdict != VERDICT_FINE)
		return NULL;
	plain.own = seq_copy(suite->arena, own);
	plain.closed = seq_copy(suite->arena, closed);
	plain.n_own = own->n;
	TRY(suite_observe(suite, &plain, NULL));
	return plain.dropped ? NULL : suite_push_parts(suite, &plain, is_split);
}

/* Drafts one short test per goal that no earlier test reached. When the time is over, tests are shortened
 * briefly, and in the end not at all. */
status suite_draft_goals(struct suite *suite)
{
	struct goal *goals;
	size_t n = sort_goals(suite, &goals);
	uint64_t *covered = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
	arena_clear(suite->scratch);
	for (size_t i = 0; i < n; i++) {
		uint32_t probe = goals[i].probe;
		if (covered[probe / 64] >> (probe % 64) & 1)
			continue;
		log_progress("writing test %zu, goal %zu of %zu", suite->drafts.n + 1, i + 1, n);
		struct draft draft;
		TRY(begin_draft(suite, archive_at(campaign_archive(suite->campaign), probe), probe, &draft));
		if (!is_past(suite->options.times->mutants))
			TRY(shorten(suite, &draft));
		TRY(suite_observe(suite, &draft, NULL));
		size_t first = suite->drafts.n;
		bool is_split = false;
		if (!draft.dropped && !is_past(suite->options.times->mutants))
			TRY(push_parts(suite, &draft, &is_split));
		if (!is_split && (!draft.dropped || draft.loss.why != LOSS_NONE)) /* a dropped draft tells why */
			vec_push(&suite->drafts, draft);
		for (size_t k = first; k < suite->drafts.n; k++) { /* a part need not reach all goals of the whole */
			TRY(suite_show_writes(suite, &suite->drafts.at[k]));
			for (uint32_t w = 0; w < suite->n_words && !suite->drafts.at[k].dropped; w++)
				covered[w] |= suite->drafts.at[k].probes[w];
		}
		arena_clear(suite->scratch);
	}
	return NULL;
}

static int by_length_down(const void *a, const void *b)
{
	const struct draft *const *x = a, *const *y = b;
	if ((*x)->observed->n != (*y)->observed->n)
		return (*x)->observed->n > (*y)->observed->n ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

void suite_count_hits(const struct suite *suite, const struct draft *draft, uint32_t *hits, int by)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t bits = draft->probes[w]; bits; bits &= bits - 1)
			hits[64 * w + (uint32_t)__builtin_ctzll(bits)] += (uint32_t)by;
}

static bool is_redundant(const struct suite *suite, const struct draft *draft, const uint32_t *hits)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t bits = draft->probes[w]; bits; bits &= bits - 1) {
			uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(bits);
			if (hits[probe] < 2 && suite_is_goal(suite->unit->marks, suite->options.criterion, probe))
				return false;
		}
	return true;
}

/* Drops tests whose every goal another test has, the longest first. */
void suite_drop_redundant(struct suite *suite)
{
	uint32_t *hits = xcalloc(64 * (size_t)suite->n_words, sizeof *hits);
	struct draft **order = xcalloc(suite->drafts.n + 1, sizeof *order);
	size_t n = 0;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		if (suite->drafts.at[i].dropped)
			continue;
		order[n++] = &suite->drafts.at[i];
		suite_count_hits(suite, &suite->drafts.at[i], hits, 1);
	}
	qsort(order, n, sizeof *order, by_length_down);
	for (size_t i = 0; i < n; i++)
		if (is_redundant(suite, order[i], hits)) {
			order[i]->dropped = order[i]->loss.is_spare = true;
			suite_count_hits(suite, order[i], hits, -1);
		}
	free(order);
	free(hits);
}

/* Brings back spares that reach goals which no kept test reaches. Returns their number. */
size_t suite_revive_spares(struct suite *suite)
{
	if (suite->options.max_tests) /* a spare may be one test too many */
		return 0;
	uint32_t *hits = xcalloc(64 * (size_t)suite->n_words, sizeof *hits);
	size_t n = 0;
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (!suite->drafts.at[i].dropped)
			suite_count_hits(suite, &suite->drafts.at[i], hits, 1);
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (!draft->loss.is_spare)
			continue;
		suite_count_hits(suite, draft, hits, 1);
		if (is_redundant(suite, draft, hits)) {
			suite_count_hits(suite, draft, hits, -1);
			continue;
		}
		draft->dropped = draft->loss.is_spare = false;
		n++;
	}
	free(hits);
	return n;
}

/* A goal that the test reaches and no test of the suite does; NONE: there is none. */
static uint32_t lost_goal(const struct suite *suite, const struct archived *test, const uint64_t *covered)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t bits = test->probes[w] & ~covered[w]; bits; bits &= bits - 1) {
			uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(bits);
			if (suite_is_goal(suite->unit->marks, suite->options.criterion, probe))
				return probe;
		}
	return NONE;
}

/* Tests of the archive, shortened for one goal alone, may reach the goals of tests that had to go. */
status suite_draft_lost(struct suite *suite, size_t *drafted)
{
	struct archived *tests;
	size_t n = archive_all(campaign_archive(suite->campaign), suite->arena, &tests);
	uint64_t *covered = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
	*drafted = 0;
	for (size_t i = 0; i < suite->drafts.n; i++)
		for (uint32_t w = 0; w < suite->n_words && !suite->drafts.at[i].dropped; w++)
			covered[w] |= suite->drafts.at[i].probes[w];
	for (size_t i = 0; i < n && *drafted < MOST_AGAIN && !suite->options.max_tests;) {
		uint32_t probe = lost_goal(suite, &tests[i], covered);
		struct draft draft;
		if (probe == NONE || is_past(suite->options.times->mutants)) {
			i++;
			continue;
		}
		covered[probe / 64] |= UINT64_C(1) << (probe % 64); /* or will not be */
		TRY(begin_draft(suite, tests[i], probe, &draft));
		TRY(shorten(suite, &draft));
		TRY(suite_observe(suite, &draft, NULL));
		if (!draft.dropped) {
			vec_push(&suite->drafts, draft);
			for (uint32_t w = 0; w < suite->n_words; w++)
				covered[w] |= draft.probes[w];
			++*drafted;
		}
		arena_clear(suite->scratch);
	}
	return NULL;
}
