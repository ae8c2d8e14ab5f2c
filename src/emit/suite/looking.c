/* looking: looks at the run of each test, and chooses its expectations.
 *
 * A test runs with looks at every value that it can reach. Each look becomes an expectation, except looks at
 * memory that lies differently elsewhere, at the answer of a stand-in, or at an object that is not there.
 * Observers about which nothing is expected in the end are taken out again. */
#include "emit/suite/suite_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/suite/made_up.h"
#include "seq/value.h"

#define VARIETY_TESTS 512u    /* archived tests that run to see which values vary */

static status run_with(struct suite *suite, const struct seq *seq, unsigned want, const struct run **run)
{
	return executor_one(suite->executor, seq, want, run);
}

static status run_once(struct suite *suite, const struct seq *seq, const struct run **run)
{
	return run_with(suite, seq, WANT_VALUES, run);
}

/* True if `others` have the same value at the same place. */
static bool is_seen(const struct sight *sight, const struct sight *others, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sight *other = &others[i];
		bool is_place = other->step == sight->step && other->variable == sight->variable &&
		                other->kind == sight->kind && other->size == sight->size &&
		                str_equal(other->access ? other->access : "", sight->access ? sight->access : "");
		if (is_place && sight->is_pointer && other->is_pointer)
			return bytes_are_zero(sight->bytes, sight->size) == bytes_are_zero(other->bytes, other->size) &&
			       sight->same_as == other->same_as;
		if (is_place && (!sight->size || memcmp(other->bytes, sight->bytes, sight->size) == 0))
			return true;
	}
	return false;
}

/* True if the value is that of memory which nobody set: the unit may read it, but elsewhere it is another. */
static bool is_fresh(const struct sight *sight)
{
	uint32_t n = 0;
	while (n < sight->size && sight->bytes[n] == FRESH_BYTE)
		n++;
	return n == sight->size && n > 1;
}

/* Drops sights that change when the test's objects lie in memory in another order, and sights of memory that
 * nobody set: nobody knows either where the test will run. */
static status forget_unsteady(struct suite *suite, struct draft *draft)
{
	const struct run *run;
	struct sight *others;
	size_t n_kept = 0;
	TRY(run_with(suite, draft->observed, WANT_VALUES | WANT_LAYOUT(1), &run));
	size_t n = sights_of(suite->scratch, suite->unit->model, draft->observed, run, &others);
	for (size_t i = 0; i < draft->n_sights; i++)
		if (!is_fresh(&draft->sights[i]) && is_seen(&draft->sights[i], others, n))
			draft->sights[n_kept++] = draft->sights[i];
	draft->n_sights = n_kept;
	return NULL;
}

static void note_variety(struct suite *suite, const struct sight *sights, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!sights[i].is_unchanged)
			variety_add(&suite->variety, &sights[i]);
}

/* *clean: looking at the test is no fault. An observer may be called on memory that it is not made for. */
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

/* Drops sights that only repeat the answers of stand-ins. */
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

/* Drops a test that got no memory only because skep allows little. Where it is granted, such a test fails, or fills
 * gigabytes. */
static void refuse_much_memory(struct draft *draft, const struct run *run)
{
	if (draft->dropped || !run->refused)
		return;
	draft->dropped = true;
	draft->loss.why = LOSS_MEMORY;
}

/* Looks at the calls before the last call of a test that ends the program. If their results may be made up,
 * nothing is expected. */
static status observe_end(struct suite *suite, struct draft *draft)
{
	const struct run *run;
	draft->observed = draft->closed;
	draft->n_observers = 0;
	TRY(run_once(suite, draft->observed, &run));
	draft->dropped = run->outcome != SK_EXIT || run->exit_status != draft->end.status ||
	                 run->steps_done + 1 != draft->n_own;
	refuse_much_memory(draft, run);
	draft->probes = arena_memdup(suite->arena, run->probes, suite->n_words * sizeof(uint64_t));
	draft->answers.n_stood_in = run->n_stood_in;
	draft->looks.idle = run->idle;
	memcpy(draft->answers.stood_in, run->stood_in, sizeof draft->answers.stood_in);
	draft->n_sights = sights_of(suite->arena, suite->unit->model, draft->observed, run, &draft->sights);
	draft->n_sights = run->n_stood_in ? 0 : draft->n_sights;
	TRY(forget_unsteady(suite, draft));
	draft->keep = ARENA_ARRAY(suite->arena, bool, draft->n_sights + 1);
	return NULL;
}

/* ---- what the last call has nothing to do with ---- */

/* Returns the step of the last own call in the observed sequence, or NONE. */
static uint32_t last_own_call(const struct draft *draft)
{
	return seq_last_call(draft->observed,
	                     draft->observed->n - (draft->closed->n - draft->n_own) - draft->n_observers);
}

/* Marks the last own call, and all that needs it. */
static void mark_needing(const struct seq *seq, uint32_t last, bool *drop)
{
	drop[last] = true;
	for (uint32_t i = last + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t k = 0; k < step->n_args + step->n_fills; k++) {
			struct arg arg = k < step->n_args ? step->args[k] : step->fills[k - step->n_args].arg;
			drop[i] = drop[i] || drop[seq_index(i, arg)];
		}
	}
}

/* True if the same is seen at the same place in a run without the last own call, in which steps have other numbers. */
static bool is_seen_without(const struct sight *sight, const uint32_t *there, const struct sight *others, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sight *other = &others[i];
		if (other->step == there[sight->step] && other->variable == there[sight->variable] &&
		    other->kind == sight->kind && other->size == sight->size && !sight->is_pointer &&
		    str_equal(other->access ? other->access : "", sight->access ? sight->access : "") &&
		    (!sight->size || memcmp(other->bytes, sight->bytes, sight->size) == 0))
			return true;
	}
	return false;
}

static bool is_given(const struct seq *seq, uint32_t call, uint32_t v)
{
	for (uint32_t a = 0; a < seq->steps[call]->n_args; a++)
		if (seq_index(call, seq->steps[call]->args[a]) == v)
			return true;
	return false;
}

/* Marks sights behind the last own call that are the same without it, except what it may write to. */
static status mark_untouched(struct suite *suite, struct draft *draft, uint32_t last)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	uint32_t there[SEQ_MAX_STEPS], n = 0;
	const struct run *run;
	struct sight *others;
	mark_needing(draft->observed, last, drop);
	for (uint32_t i = 0; i < draft->observed->n; i++) {
		there[i] = n;
		n += !drop[i];
	}
	const struct seq *without = seq_without(suite->scratch, suite->unit->model, draft->observed, drop);
	if (!without || without->n != n)
		return NULL;
	TRY(run_once(suite, without, &run));
	if (run->outcome != SK_NORMAL)
		return NULL;
	size_t n_others = sights_of(suite->scratch, suite->unit->model, without, run, &others);
	for (size_t k = 0; k < draft->n_sights; k++) {
		struct sight *sight = &draft->sights[k];
		bool is_output = sight->kind == SIGHT_VARIABLE && is_given(draft->observed, last, sight->variable);
		if (sight->step > last && !drop[sight->step] && !drop[sight->variable] && !is_output)
			sight->is_aside = is_seen_without(sight, there, others, n_others);
	}
	return NULL;
}

/* Marks sights that are not about the last own call: parts of objects that earlier calls changed, and answers of
 * observers that are the same without it. */
static status mark_aside(struct suite *suite, struct draft *draft)
{
	uint32_t last = last_own_call(draft);
	if (last == NONE)
		return NULL;
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		bool is_part = (sight->access && sight->kind != SIGHT_ARGUMENT) || sight->kind == SIGHT_BYTES;
		draft->sights[k].is_aside = sight->step < last && is_part;
	}
	return mark_untouched(suite, draft, last);
}

/* Runs the test and records its sights. `variety`: sights that vary come first. */
status suite_observe(struct suite *suite, struct draft *draft, const struct variety *variety)
{
	const struct run *run;
	bool clean;
	if (draft->end.is_expected)
		return observe_end(suite, draft);
	draft->observed = observe_sequence(suite->arena, suite->unit->model, draft->closed, draft->n_own, variety,
	                                   &draft->n_observers);
	TRY(looks_cleanly(suite, draft, &clean));
	TRY(run_once(suite, draft->observed, &run));
	if (!clean || run->outcome != SK_NORMAL || !suite_has_all(suite, run->probes, draft->needed)) {
		draft->observed = draft->closed; /* looking disturbed the test, so it has no looks */
		draft->n_observers = 0;
		TRY(run_once(suite, draft->observed, &run));
	}
	draft->dropped = run->outcome != SK_NORMAL;
	refuse_much_memory(draft, run);
	draft->probes = arena_memdup(suite->arena, run->probes, suite->n_words * sizeof(uint64_t));
	draft->n_sights = sights_of(suite->arena, suite->unit->model, draft->observed, run, &draft->sights);
	draft->answers.n_stood_in = run->n_stood_in;
	draft->looks.idle = run->idle;
	memcpy(draft->answers.stood_in, run->stood_in, sizeof draft->answers.stood_in);
	if (draft->answers.n_stood_in && !draft->dropped)
		TRY(forget_made_up(suite, draft));
	TRY(forget_unsteady(suite, draft));
	note_variety(suite, draft->sights, draft->n_sights);
	TRY(mark_aside(suite, draft));
	draft->keep = ARENA_ARRAY(suite->arena, bool, draft->n_sights + 1);
	return NULL;
}

status suite_widen_variety(struct suite *suite)
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

/* True if a later sight shows the same value of the variable: the value is expected once, where it was seen last. */
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

/* True if an observer was asked about an object, and the call that should have made it returned null. */
static bool is_about_null(const struct draft *draft, const struct sight *sight)
{
	uint32_t end = draft->observed->n - (draft->closed->n - draft->n_own);
	if (sight->step >= end || sight->step < end - draft->n_observers)
		return false;
	if (!draft->observed->steps[sight->step]->n_args)
		return false; /* no object: the observer tells the state of the unit */
	uint32_t object = seq_index(sight->step, draft->observed->steps[sight->step]->args[0]);
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->sights[k].kind == SIGHT_RESULT && draft->sights[k].step == object)
			return bytes_are_zero(draft->sights[k].bytes, draft->sights[k].size);
	return false;
}

/* True if the text behind the pointer is expected, which implies that the pointer is not null. */
static bool is_said_by_text(const struct draft *draft, const struct sight *sight)
{
	bool is_there = sight->is_pointer && !bytes_are_zero(sight->bytes, sight->size);
	for (size_t k = 0; k < draft->n_sights && is_there && !draft->looks.no_text; k++)
		if (draft->sights[k].kind == SIGHT_STRING && draft->sights[k].variable == sight->variable &&
		    !draft->sights[k].access)
			return true;
	return false;
}

/* A number that no call of the function was seen to change says nothing where it did not change. */
static bool is_idle_number(const struct suite *suite, const struct sight *sight)
{
	return sight->is_unchanged && !variety_has(&suite->variety, sight);
}

/* Keeps every possible expectation. Mutants find out later which of them can fail. */
void suite_choose_expectations(struct suite *suite, struct draft *draft)
{
	for (size_t i = 0; i < draft->n_sights; i++)
		draft->keep[i] = !is_said_later(suite, draft, i) && !is_about_null(draft, &draft->sights[i]) &&
		                 !is_said_by_text(draft, &draft->sights[i]) &&
		                 !is_idle_number(suite, &draft->sights[i]) &&
		                 !(draft->looks.no_text && draft->sights[i].kind == SIGHT_STRING);
}

/* Looks at all tests that were not looked at before. */
status suite_look(struct suite *suite)
{
	for (size_t i = 0; i < suite->drafts.n; i++) {
		struct draft *draft = &suite->drafts.at[i];
		if (draft->dropped || draft->looks.done)
			continue;
		TRY(suite_observe(suite, draft, &suite->variety));
		suite_choose_expectations(suite, draft);
		draft->looks.done = true;
	}
	return NULL;
}

/* ---- idle observers ---- */

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

/* True if other tests reach every goal that is lost with these probes. */
static bool can_do_without(const struct suite *suite, const uint64_t *before, const uint64_t *after,
                           const uint32_t *hits)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t lost = before[w] & ~after[w]; lost; lost &= lost - 1) {
			uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(lost);
			if (hits[probe] < 2 && suite_is_goal(suite->unit->marks, suite->options.criterion, probe))
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
		if (drop[draft->sights[k].step] || drop[draft->sights[k].variable]) {
			draft->sights[k] = (struct sight){ .kind = SIGHT_GONE };
			draft->keep[k] = false;
			continue;
		}
		draft->sights[k].step -= before[draft->sights[k].step];
		draft->sights[k].variable -= before[draft->sights[k].variable];
		uint32_t *same = &draft->sights[k].same_as;
		*same = !*same || drop[*same - 1] ? 0 : *same - before[*same - 1];
	}
}

/* Takes the marked steps out of the test, if no goal is lost. */
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

/* Expects the answers about a null object from an observer that has to stay, because these answers are then
 * part of the test. */
static void expect_of_null(struct suite *suite, struct draft *draft, uint32_t observer)
{
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		if (sight->step == observer && sight->kind == SIGHT_RESULT && is_about_null(draft, sight) &&
		    variety_has(&suite->variety, sight))
			draft->keep[k] = true;
	}
}

/* Takes calls of observers out of a test that expects nothing of them: all of them, or as many as can go
 * without losing a goal. */
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

/* Every sight is one of a step that the test has. */
static void check_sights(const struct draft *draft)
{
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->sights[k].step >= draft->observed->n || draft->sights[k].variable >= draft->observed->n)
			BUG("sight %zu is of step %u of %u", k, draft->sights[k].step, draft->observed->n);
}

status suite_drop_idle_observers(struct suite *suite)
{
	uint32_t *hits = xcalloc(64 * (size_t)suite->n_words, sizeof *hits);
	status st = NULL;
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (!suite->drafts.at[i].dropped)
			suite_count_hits(suite, &suite->drafts.at[i], hits, 1);
	for (size_t i = 0; i < suite->drafts.n && !st; i++)
		if (!suite->drafts.at[i].dropped)
			st = drop_idle_observers(suite, &suite->drafts.at[i], hits);
	for (size_t i = 0; i < suite->drafts.n && !st; i++)
		check_sights(&suite->drafts.at[i]);
	free(hits);
	return st;
}
