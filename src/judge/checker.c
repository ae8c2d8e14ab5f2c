/* checker: see checker.h. */
#include "judge/checker.h"

#include <stdio.h>
#include <string.h>

#include "judge/trials/layout.h"
#include "judge/trials/unset.h"
#include "seq/life.h"

#define PATIENCE 4u
#define PATIENT_FUEL UINT64_C(20000000)
#define PATIENT_MILLISECONDS 3000u
#define MAX_UNSET 100u        /* sequences found to depend on unset memory, before the checker believes runs that end
                                 well */

status checker_init(struct checker *checker, const struct unit *unit, const struct target *target,
                    const struct exec_options *options)
{
	*checker = (struct checker){ .unit = unit, .target = target, .patience = PATIENCE, .n_executors = 1 };
	if (options)
		checker->options = *options;
	checker->views = arena_new();
	checker->laws = laws_new(unit, 0);
	TRY(executor_new(target, unit, options, &checker->executors[0]));
	checker_want_shifts(checker, true);
	return NULL;
}

void checker_release(struct checker *checker)
{
	executor_free(checker->executors[0]);
	executor_free(checker->executors[1]);
	executor_free(checker->patient);
	arena_free(checker->views);
	laws_free(checker->laws);
}

status checker_hasten(struct checker *checker)
{
	if (checker->n_executors == 2)
		return NULL;
	TRY(executor_new(checker->target, checker->unit, &checker->options, &checker->executors[1]));
	checker->n_executors = 2;
	checker_want_shifts(checker, !checker->wants_no_shifts);
	return NULL;
}

struct exec_stats checker_stats(const struct checker *checker)
{
	struct exec_stats sum = { 0 };
	for (size_t i = 0; i < checker->n_executors; i++) {
		struct exec_stats one = executor_stats(checker->executors[i]);
		sum.tests += one.tests;
		sum.workers_started += one.workers_started;
		sum.faults += one.faults;
		sum.hangs += one.hangs;
		sum.exits += one.exits;
	}
	return sum;
}

void checker_limit_fuel(struct checker *checker, uint64_t fuel)
{
	for (size_t i = 0; i < checker->n_executors; i++)
		executor_limit_fuel(checker->executors[i], fuel);
}

void checker_want_shifts(struct checker *checker, bool wanted)
{
	checker->wants_no_shifts = !wanted;
	for (size_t i = 0; i < checker->n_executors; i++)
		executor_want_always(checker->executors[i], wanted ? WANT_SHIFTS : WANT_NOTHING);
}

status checker_run(struct checker *checker, const struct seq *seq, const struct run **run)
{
	size_t n;
	/* A program that ends leaves its memory to the system. */
	unsigned leaks = seq_calls_main(checker->unit->model, seq) ? 0 : WANT_LEAKS;
	if (executor_submit(checker->executors[0], &seq, 1, WANT_VALUES | leaks) != 1)
		return fail(TROUBLE_TARGET, "a test of %s is too long for its target", checker->unit->name);
	TRY(executor_collect(checker->executors[0], run, &n));
	return n == 1 ? NULL : fail(TROUBLE_TARGET, "the checked target of %s takes no tests", checker->unit->name);
}

bool run_is_fine(const struct run *run)
{
	return run->outcome == SK_NORMAL && !run->fault;
}

bool run_tells_nothing(const struct run *run)
{
	return run->outcome == SK_EXIT || run->outcome == SK_NOT_RUN || run->outcome == SK_ILLEGAL;
}

bool run_may_be_unset(const struct run *run)
{
	static const uint32_t never = 1u << SK_CONTRACT | 1u << SK_LEAK | 1u << SK_LOST | 1u << SK_OUT_OF_MEMORY;
	return run->outcome == SK_NORMAL
	               ? !run->fault
	               : run->outcome == SK_FAULT && run->fault && run->steps && !(never >> run->fault->kind & 1);
}

/* Copies the run into `kept`: `kept` stays valid until the next copy. */
static void keep_run(struct checker *checker, const struct run *run)
{
	arena_clear(checker->views);
	checker->kept = *run;
	checker->kept.probes = NULL;
	checker->kept.steps = arena_memdup(checker->views, run->steps, run->n_steps * sizeof *run->steps);
	if (!run->fault)
		return;
	checker->fault = *run->fault;
	checker->kept.fault = &checker->fault;
}

static void fail_kept_run(struct checker *checker, const struct sk_fault *fault)
{
	checker->fault = *fault;
	checker->kept.outcome = SK_FAULT;
	checker->kept.fault = &checker->fault;
}

/* A built-in contract that does not hold becomes the fault of the kept run. */
static status look_for_breach(struct checker *checker, const struct seq *seq, struct look look)
{
	bool found;
	enum law_look how = look.is_from_afar ? LOOK_ALL : look.is_again ? LOOK_AGAIN : LOOK_FIRST;
	const struct breach *breach = &checker->breach;
	TRY(laws_find(checker->laws, checker->executors[0], seq, how, checker->views, &checker->breach, &found));
	if (!found)
		return NULL;
	const struct function *called = &checker->unit->model->functions.at[breach->function];
	struct sk_fault fault = { .kind = SK_LAW,
		                  .code = (int32_t)breach->law,
		                  .step = breach->call,
		                  .owner_step = UINT32_MAX,
		                  .owner = breach->is_unit_memory ? SK_OWNER_UNIT_HEAP : SK_OWNER_UNKNOWN,
		                  .is_write = 2,
		                  .line = called->line };
	snprintf(fault.message, sizeof fault.message, "%s", called->name);
	snprintf(fault.file, sizeof fault.file, "%s", called->file);
	fail_kept_run(checker, &fault);
	return NULL;
}

/* After many tests that depend on unset memory, those that end well are believed. */
static bool is_believed(const struct checker *checker, const struct run *run, struct look look)
{
	return run_is_fine(run) && checker->n_unset >= MAX_UNSET && !look.is_to_tell;
}

status checker_look(struct checker *checker, const struct seq *seq, struct look look, const struct run **run)
{
	struct sk_fault fault;
	bool found;
	TRY(checker_run(checker, seq, run));
	if (!run_may_be_unset(*run) || is_believed(checker, *run, look))
		return NULL;
	keep_run(checker, *run);
	TRY(unset_find(checker->executors, checker->n_executors, checker->unit, seq, *run,
	               look.is_brief ? UNSET_LOOK_LIKELY : UNSET_LOOK_FULLY, checker->views, &fault, &found));
	*run = &checker->kept;
	if (!found)
		return run_is_fine(*run) ? look_for_breach(checker, seq, look) : NULL;
	checker->n_unset++;
	fail_kept_run(checker, &fault);
	return NULL;
}

status checker_look_at_layout(struct checker *checker, const struct seq *seq, const struct run **run)
{
	bool matters;
	if (*run != &checker->kept)
		keep_run(checker, *run);
	*run = &checker->kept;
	TRY(layout_matters(checker->executors[0], checker->unit, seq, &matters));
	if (matters)
		checker->kept.outcome = SK_ILLEGAL;
	return NULL;
}

/* Runs with much more fuel and processor time than tests have. */
static status make_patient(struct checker *checker)
{
	struct exec_options options = checker->options;
	if (checker->patient)
		return NULL;
	options.fuel = PATIENT_FUEL;
	options.milliseconds = PATIENT_MILLISECONDS;
	options.busy_milliseconds = PATIENT_MILLISECONDS;
	return executor_new(checker->target, checker->unit, &options, &checker->patient);
}

status checker_is_endless(struct checker *checker, const struct seq *seq, bool *endless)
{
	const struct run *run;
	size_t n;
	*endless = false;
	if (checker->patience == 0)
		return NULL;
	checker->patience--;
	TRY(make_patient(checker));
	if (executor_submit(checker->patient, &seq, 1, WANT_NOTHING) != 1)
		return NULL;
	TRY(executor_collect(checker->patient, &run, &n));
	*endless = n == 1 && run->outcome == SK_HANG;
	return NULL;
}

/* ---- tests that end the program ---- */

/* Does the run end in the last own call, as the first run did? An end for want of memory belongs to skep's limit for
 * tests, not to the unit, so it is not the same. */
static bool ends_as(const struct run *run, const struct run *first, uint32_t n_own)
{
	return run->outcome == SK_EXIT && !run->fault && !run->refused && run->steps_done + 1 == n_own &&
	       run->exit_status == first->exit_status;
}

/* Does the program end in the same way with other contents of unset memory and with objects at
 * other addresses? */
static status ends_anywhere(struct checker *checker, const struct seq *closed, uint32_t n_own, bool *same)
{
	static const unsigned ways[] = { WANT_LAYOUT(1), WANT_OTHER_FILL(0xa5), WANT_WORD_FILL(1) };
	size_t size = (checker->unit->marks->n_probes + 63) / 64 * sizeof(uint64_t);
	const struct run *run;
	TRY(checker_run(checker, closed, &run));
	const struct run first = *run;
	*same = ends_as(run, &first, n_own);
	arena_clear(checker->views);
	const uint64_t *probes = arena_memdup(checker->views, run->probes, size);
	for (size_t i = 0; i < sizeof ways / sizeof *ways && *same; i++) {
		TRY(executor_one(checker->executors[0], closed, ways[i], &run));
		*same = ends_as(run, &first, n_own) && memcmp(run->probes, probes, size) == 0;
	}
	return NULL;
}

status checker_ends_well(struct checker *checker, struct arena *arena, const struct seq *closed, uint32_t n_own,
                         bool *well)
{
	const struct run *run;
	TRY(ends_anywhere(checker, closed, n_own, well));
	if (!*well)
		return NULL;
	const struct seq *before = seq_close(arena, checker->unit->model, seq_prefix(arena, closed, n_own - 1));
	TRY(checker_run(checker, before, &run));
	*well = run_is_fine(run);
	return NULL;
}
