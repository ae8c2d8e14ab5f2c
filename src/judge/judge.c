/* judge: see judge.h. */
#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "judge/trials/blame.h"
#include "judge/doubt.h"
#include "judge/evidence.h"
#include "judge/filing.h"
#include "judge/api/internal.h"
#include "judge/laws/laws.h"
#include "judge/trials/layout.h"
#include "judge/learn.h"
#include "judge/record.h"
#include "judge/rules.h"
#include "judge/trials/setup.h"
#include "judge/trials/unset.h"
#include "seq/invocation.h"
#include "seq/life.h"

#define PATIENCE 4u
#define PATIENT_FUEL UINT64_C(20000000)
#define PATIENT_MILLISECONDS 3000u
#define LEAST_FUEL UINT64_C(100000) /* of the variants of a failed test, and */
#define FUEL_FACTOR 4u              /* so many times what it used itself */
#define MAX_ATTEMPTS 6u       /* lessons tried to explain one incident */
#define MAX_SETUPS 6
#define MAX_SUSPECTS 4u       /* numbers of a call that may be to blame */
#define WHOLE_STACK 8u        /* frames of an allocation; the sanitizer keeps twelve, its own among them */
#define MAX_UNSET 100u        /* tests found to depend on unset memory, until no more are looked for */
#define MAX_VAIN 40u          /* the same for trials that proved nothing */
#define MAX_FAILURES 4u       /* a lesson that explained nothing so often is not tried again */

struct judge {
	struct unit *unit;
	struct symbolizer *symbolizer;
	struct executor *executors[2];    /* of the checked target; */
	size_t n_executors;               /* with the second, runs are compared sooner */
	const struct target *checked;
	struct exec_options options;
	struct executor *patient;         /* with much more fuel; NULL until a hang must be looked at */
	uint32_t patience;                /* hangs that will still be looked at */
	struct arena *arena;              /* of findings */
	struct arena *frames;             /* of the incident being looked at */
	struct arena *views;              /* of the runs compared with each other */
	struct sk_fault fault;            /* of `kept`, if it has one */
	struct laws *laws;
	bool retrying;                    /* what another campaign found: nothing is known of it */
	const char *const *promoted;      /* places where the user has bugs */
	size_t n_promoted;
	bool telling;                     /* a finding is made shorter: it must stay what it is */
	const bool *internal;             /* per function: not for users */
	struct breach breach;             /* that `fault` tells of, if it is an SK_LAW */
	struct run kept;                  /* a run that outlives those after it */
	bool glancing;                    /* at a test that will not be kept, and is not yet told */
	uint32_t n_unset;                 /* tests that were found to depend on unset memory */
	struct filing filing;             /* what was found */
	struct record record;             /* which functions came back */
	struct map votes;                 /* lesson -> how often it was taught */
	struct map doubts;                /* lesson -> how many clean tests speak against it */
	struct map failures;              /* lesson -> how often it explained nothing */
	struct map trials;                /* kind of incident -> how often blame was tried out (see trial_of()) */
	struct map blames;                /* the same -> what the last trial found */
	VEC(const char *) lessons;
	size_t lessons_told;
};

const char *verdict_word(enum verdict verdict)
{
	static const char *const words[] = { "fine", "misuse", "bug", "unclear" };
	return words[verdict];
}

status judge_new(struct unit *unit, const struct target *checked, const struct exec_options *options,
                 struct judge **out)
{
	struct judge *judge = xcalloc(1, sizeof *judge);
	*out = judge;
	judge->unit = unit;
	judge->checked = checked;
	judge->options = options ? *options : (struct exec_options){ 0 };
	judge->patience = PATIENCE;
	judge->arena = arena_new();
	judge->frames = arena_new();
	judge->views = arena_new();
	judge->laws = laws_new(unit, 0);
	judge->internal = find_internal(unit, checked, judge->arena);
	TRY(symbolizer_new(checked, &judge->symbolizer));
	judge->filing = (struct filing){ .unit = unit, .symbolizer = judge->symbolizer, .arena = judge->arena };
	judge->n_executors = 1;
	return executor_new(checked, unit, options, &judge->executors[0]);
}

status judge_hasten(struct judge *judge)
{
	if (judge->n_executors == 2)
		return NULL;
	TRY(executor_new(judge->checked, judge->unit, &judge->options, &judge->executors[1]));
	judge->n_executors = 2;
	return NULL;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	executor_free(judge->executors[0]);
	executor_free(judge->executors[1]);
	executor_free(judge->patient);
	symbolizer_free(judge->symbolizer);
	arena_free(judge->arena);
	arena_free(judge->frames);
	arena_free(judge->views);
	laws_free(judge->laws);
	filing_release(&judge->filing);
	record_release(&judge->record);
	map_release(&judge->votes);
	map_release(&judge->doubts);
	map_release(&judge->failures);
	map_release(&judge->trials);
	map_release(&judge->blames);
	vec_release(&judge->lessons);
	free(judge);
}

struct exec_stats judge_stats(const struct judge *judge)
{
	struct exec_stats sum = { 0 };
	for (size_t i = 0; i < judge->n_executors; i++) {
		struct exec_stats one = executor_stats(judge->executors[i]);
		sum.tests += one.tests;
		sum.workers_started += one.workers_started;
		sum.faults += one.faults;
		sum.hangs += one.hangs;
		sum.exits += one.exits;
	}
	return sum;
}

static status run_checked(struct judge *judge, const struct seq *seq, const struct run **run)
{
	size_t n;
	if (executor_submit(judge->executors[0], &seq, 1, WANT_VALUES | WANT_LEAKS) != 1)
		return fail(TROUBLE_TARGET, "a test of %s is too long for its target", judge->unit->name);
	TRY(executor_collect(judge->executors[0], run, &n));
	return n == 1 ? NULL : fail(TROUBLE_TARGET, "the checked target of %s takes no tests", judge->unit->name);
}

static void limit_fuel(struct judge *judge, uint64_t fuel)
{
	for (size_t i = 0; i < judge->n_executors; i++)
		executor_limit_fuel(judge->executors[i], fuel);
}

static bool is_fine(const struct run *run)
{
	return run->outcome == SK_NORMAL && !run->fault;
}

/* A run that unset memory can bring about, or a number that is passed. */
static bool may_be_unset(const struct run *run)
{
	static const uint32_t never = 1u << SK_CONTRACT | 1u << SK_LEAK | 1u << SK_LOST | 1u << SK_OUT_OF_MEMORY;
	return run->outcome == SK_NORMAL
	               ? !run->fault
	               : run->outcome == SK_FAULT && run->fault && run->steps && !(never >> run->fault->kind & 1);
}

/* The run as one that stays until the next is kept. */
static void keep_run(struct judge *judge, const struct run *run)
{
	arena_clear(judge->views);
	judge->kept = *run;
	judge->kept.probes = NULL;
	judge->kept.steps = arena_memdup(judge->views, run->steps, run->n_steps * sizeof *run->steps);
	if (!run->fault)
		return;
	judge->fault = *run->fault;
	judge->kept.fault = &judge->fault;
}

/* A built-in contract that does not hold becomes the fault of the kept run. */
static status look_for_breach(struct judge *judge, const struct seq *seq, bool again)
{
	bool found;
	enum look how = judge->retrying ? LOOK_ALL : again ? LOOK_AGAIN : LOOK_FIRST;
	TRY(laws_find(judge->laws, judge->executors[0], seq, how, judge->views, &judge->breach, &found));
	if (!found)
		return NULL;
	const struct function *called = &judge->unit->model->functions.at[judge->breach.function];
	judge->fault = (struct sk_fault){ .kind = SK_LAW,
		                          .code = (int32_t)judge->breach.law,
		                          .step = judge->breach.call,
		                          .owner_step = UINT32_MAX,
		                          .owner = judge->breach.is_unit_memory ? SK_OWNER_UNIT_HEAP : SK_OWNER_UNKNOWN,
		                          .is_write = 2,
		                          .line = called->line };
	snprintf(judge->fault.message, sizeof judge->fault.message, "%s", called->name);
	snprintf(judge->fault.file, sizeof judge->fault.file, "%s", called->file);
	judge->kept.outcome = SK_FAULT;
	judge->kept.fault = &judge->fault;
	return NULL;
}

/* Runs the sequence, and looks whether what it does depends on memory that nobody
 * set, or breaks a built-in contract; these are faults like others. `again`: it was
 * looked at before, and must be seen the same way. */
static status run_thoroughly(struct judge *judge, const struct seq *seq, bool again, const struct run **run)
{
	struct sk_fault fault;
	bool found;
	TRY(run_checked(judge, seq, run));
	if (!may_be_unset(*run) || (is_fine(*run) && judge->n_unset >= MAX_UNSET && !judge->telling))
		return NULL;
	keep_run(judge, *run);
	enum unset_look look = judge->glancing ? UNSET_LOOK_LIKELY : UNSET_LOOK_FULLY;
	TRY(unset_find(judge->executors, judge->n_executors, judge->unit, seq, *run, look, judge->views, &fault,
	               &found));
	*run = &judge->kept;
	if (!found)
		return is_fine(*run) ? look_for_breach(judge, seq, again) : NULL;
	judge->n_unset++;
	judge->fault = fault;
	judge->kept.outcome = SK_FAULT;
	judge->kept.fault = &judge->fault;
	return NULL;
}

/* A test that ends well only while its objects lie in memory as they do is not to be kept,
 * and says nothing about the unit: who passes pointers to different objects where code walks
 * from one to the other misuses it. */
static status look_at_layout(struct judge *judge, const struct seq *seq, const struct run **run)
{
	bool matters;
	if (!is_fine(*run) || judge->glancing)
		return NULL;
	if (*run != &judge->kept)
		keep_run(judge, *run);
	*run = &judge->kept;
	TRY(layout_matters(judge->executors[0], judge->unit, seq, &matters));
	if (matters)
		judge->kept.outcome = SK_ILLEGAL;
	return NULL;
}

/* The test ended in a way that says nothing about the unit. */
static bool tells_nothing(const struct run *run)
{
	return run->outcome == SK_EXIT || run->outcome == SK_NOT_RUN || run->outcome == SK_ILLEGAL;
}

/* No room was left to end all that the test made: what leaks is its own. */
static bool leaks_for_want_of_room(const struct seq *closed, const struct run *run)
{
	return closed->n >= SEQ_MAX_STEPS && run->fault && run->fault->kind == SK_LEAK;
}

/* Whoever did it has returned: the place is what the fault itself says. */
static bool names_its_place(const struct sk_fault *fault)
{
	return fault->kind == SK_CONTRACT || fault->kind == SK_UNSET_DECISION || fault->kind == SK_UNSET_RESULT ||
	       fault->kind == SK_LAW;
}

static struct frame *named_frame(struct judge *judge, const struct sk_fault *fault)
{
	struct frame *frame = ARENA_NEW(judge->frames, struct frame);
	frame->function = arena_strdup(judge->frames, fault->message);
	frame->file = arena_strdup(judge->frames, fault->file);
	frame->line = fault->line;
	return frame;
}

static bool has_file(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_FILE && !step_is_descriptor(model, seq->steps[i]))
			return true;
	return false;
}

/* A block of the heap that was not made by the unit, or by a call of another test: it is far
 * from the one that the access began at. */
static bool is_foreign_block(struct judge *judge, const struct seq *seq, const struct sk_fault *fault)
{
	struct frame *made;
	uint32_t n = 0;
	/* Who opened a file cannot be seen: the C library is in between. What the unit allocated
	 * is known to be freed. */
	bool may_be_file = strstr(fault->message, "double-free") && has_file(judge->unit->model, seq);
	bool has_block = strstr(fault->message, "heap-") || may_be_file;
	if (fault->kind != SK_ASAN || fault->owner != SK_OWNER_UNIT_HEAP || !has_block)
		return false;
	fault_frames(judge->symbolizer, fault->alloc_frames, fault->n_alloc_frames, judge->frames, &made, &n);
	bool is_whole = fault->n_alloc_frames < WHOLE_STACK;
	uint32_t maker = n ? model_find_function(judge->unit->model, made[n - 1].function) : NONE;
	return n == 0 || (is_whole && maker != NONE && !seq_calls(seq, maker));
}

void judge_promote(struct judge *judge, const char *const *places, size_t n)
{
	judge->promoted = places;
	judge->n_promoted = n;
}

/* The innermost place is named: by its function, or by its line. */
static bool is_promoted(const struct judge *judge, const struct frame *place)
{
	char *line = xprintf("/%s:%u", place->file, place->line);
	bool found = false;
	for (size_t i = 0; i < judge->n_promoted && !found; i++) {
		char *end = xprintf("/%s", judge->promoted[i]);
		found = str_equal(place->function, judge->promoted[i]) || str_ends(line, end);
		free(end);
	}
	free(line);
	return found;
}

static void look(struct judge *judge, const struct seq *closed, uint32_t n_own, const struct run *run,
                 struct incident *incident)
{
	static const struct sk_fault nothing = { .step = UINT32_MAX };
	struct frame *frames = NULL;
	*incident = (struct incident){ .model = judge->unit->model,
		                       .marks = judge->unit->marks,
		                       .internal = judge->internal,
		                       .seq = closed,
		                       .n_own = n_own,
		                       .run = run,
		                       .fault = run->fault ? run->fault : &nothing,
		                       .breach = run->fault && run->fault->kind == SK_LAW ? &judge->breach : NULL };
	arena_clear(judge->frames);
	if (run->fault && names_its_place(run->fault)) {
		frames = named_frame(judge, run->fault);
		incident->n_frames = 1;
	} else if (run->fault)
		fault_frames(judge->symbolizer,
		             run->fault->kind == SK_LEAK ? run->fault->alloc_frames : run->fault->frames,
		             run->fault->kind == SK_LEAK ? run->fault->n_alloc_frames : run->fault->n_frames,
		             judge->frames, &frames, &incident->n_frames);
	incident->frames = frames;
	incident->is_promoted = incident->n_frames && is_promoted(judge, &frames[0]);
	incident->is_foreign = run->fault && is_foreign_block(judge, closed, run->fault);
	if (run->fault && run->fault->n_free_frames) {
		struct frame *freed;
		uint32_t n;
		fault_frames(judge->symbolizer, run->fault->free_frames, run->fault->n_free_frames, judge->frames,
		             &freed, &n);
		incident->freed_by = n ? freed[n - 1].function : NULL;
	}
}

/* Believes a lesson for good once enough incidents have taught it, and more than
 * clean tests speak against it; until then it only serves the sequence at hand. */
static void vote(struct judge *judge, const struct lesson *lesson)
{
	uint64_t votes = ++*lesson_count(&judge->votes, lesson), doubts = *lesson_count(&judge->doubts, lesson);
	if (votes < lesson_votes_needed(lesson) ||
	    (lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_FIELD && votes <= doubts))
		lesson_revert(judge->unit->model, lesson);
	else
		vec_push(&judge->lessons, lesson_text(judge->unit->model, lesson));
}

/* Where the first block was allocated that leaks; 0: none does. */
static uint64_t leaking_place(const struct run *run)
{
	const struct sk_fault *fault = run->fault;
	return fault && fault->kind == SK_LEAK
	               ? hash_bytes(fault->alloc_frames, fault->n_alloc_frames * sizeof *fault->alloc_frames, 1)
	               : 0;
}

/* With the lesson applied, does the sequence run clean? Lessons about a single
 * call need no such proof, and prove nothing about the rest of the sequence. One about
 * a variable in which what leaks at `place` was left is proven if something else leaks now. */
static status try_lesson(struct judge *judge, struct arena *arena, const struct seq *seq, struct lesson *lesson,
                         uint64_t place, const struct seq **closed, bool *applied, bool *explained)
{
	const struct run *run;
	*explained = false;
	*applied = lesson_apply(judge->unit->model, lesson);
	if (!*applied)
		return NULL;
	const struct lesson in_vain = { .kind = LESSON_NONE, .function = lesson->function, .param = lesson->param };
	uint64_t *failures = lesson_count(&judge->failures, lesson);
	if (*failures >= MAX_FAILURES || *lesson_count(&judge->failures, &in_vain) >= MAX_VAIN) {
		lesson_revert(judge->unit->model, lesson);
		*applied = false;
		return NULL;
	}
	if (lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_DESTROYED && lesson->kind != LESSON_FIELD) {
		*closed = seq_close(arena, judge->unit->model, seq);
		TRY(run_checked(judge, *closed, &run));
		*explained = is_fine(run);
		uint64_t now = leaking_place(run);
		bool elsewhere = place && now && now != place, is_left = lesson->kind == LESSON_LEFT;
		if (!*explained && !(elsewhere && lesson_frees_plain(judge->unit->model, lesson))) {
			/* Another leak proves nothing, nor does a variable that was used twice. */
			++*lesson_count(&judge->failures, elsewhere || (is_left && now) ? &in_vain : lesson);
			lesson_revert(judge->unit->model, lesson);
			*applied = false;
			return NULL;
		}
	}
	vote(judge, lesson);
	return NULL;
}

/* Tries lessons until one explains the incident. */
static status try_lessons(struct judge *judge, struct arena *arena, const struct seq *seq,
                          const struct incident *incident, const struct rule *rule, const struct seq **closed,
                          bool *explained)
{
	struct lesson lessons[MAX_ATTEMPTS];
	uint32_t n = 0;
	bool applied = false;
	uint64_t place = leaking_place(incident->run);
	*explained = false;
	while (n < MAX_ATTEMPTS && (lessons[n] = lesson_of(incident, rule, n)).kind != LESSON_NONE)
		n++; /* gathered first: running anything ends the incident's run */
	for (uint32_t i = 0; i < n && !applied; i++)
		TRY(try_lesson(judge, arena, seq, &lessons[i], place, closed, &applied, explained));
	return NULL;
}

static struct deed deed_of(const struct run *run, uint32_t step)
{
	struct deed deed = { .fails = !is_fine(run) && (!run->fault || run->fault->step <= step), .fault = "" };
	deed.hangs = deed.fails && run->outcome == SK_HANG;
	if (!deed.fails || !run->fault)
		return deed;
	deed.fault = fault_name(run->fault, run->outcome);
	deed.offset = run->fault->region ? (int64_t)(run->fault->address - run->fault->region) : 0;
	return deed;
}

static status try_suspect(struct judge *judge, const struct suspect *suspect, const struct deed *seen, uint32_t step,
                          bool *blamed)
{
	struct deed with[N_SUSPECTED];
	for (int i = 0; i < N_SUSPECTED; i++) {
		const struct run *run;
		TRY(run_thoroughly(judge, suspect->with[i], true, &run));
		with[i] = deed_of(run, step);
	}
	*blamed = suspect_is_to_blame(suspect, seen, with);
	return NULL;
}

/* Tries out which number of the test is to blame for a bug in the very function that
 * it called, or in one that this passed it on to, or for a hang. */
static status try_numbers(struct judge *judge, struct arena *arena, const struct incident *incident, uint64_t *blame,
                          bool *tried)
{
	struct suspect suspects[MAX_SUSPECTS];
	uint32_t step = incident_step(incident);
	struct deed seen = deed_of(incident->run, step);
	size_t n = blame_numbers(arena, incident, suspects, MAX_SUSPECTS);
	bool blamed = false;
	for (size_t i = 0; i < n && !blamed; i++)
		TRY(try_suspect(judge, &suspects[i], &seen, step, &blamed));
	*blame |= blamed ? OWN_NUMBER : 0;
	*tried = *tried || n > 0;
	return NULL;
}

/* With plain numbers a buffer of the test may be too small: another fault than was seen. */
static status try_plain(struct judge *judge, const struct seq *plain, uint32_t owner_seen, uint32_t step,
                        uint64_t *blame)
{
	const struct run *run;
	TRY(run_thoroughly(judge, plain, true, &run));
	bool by_test = run->fault && run->fault->owner == SK_OWNER_TEST && owner_seen != SK_OWNER_TEST &&
	               run->fault->step == step;
	*blame |= by_test || !deed_of(run, step).fails ? OWN_NUMBER : 0;
	return NULL;
}

/* Tries out whether a call that does not end has more to do the larger a number is. */
static status try_work(struct judge *judge, struct arena *arena, const struct incident *incident, uint64_t *blame,
                       bool *tried)
{
	const struct seq *smaller[MAX_SUSPECTS][2];
	size_t n = blame_work(arena, incident, smaller, MAX_SUSPECTS);
	*tried = *tried || n > 0;
	for (size_t i = 0; i < n && !*blame; i++) {
		const struct run *run;
		TRY(run_checked(judge, smaller[i][0], &run));
		uint64_t fuel = run->fuel_used;
		bool ends = run->outcome != SK_HANG;
		if (ends)
			TRY(run_checked(judge, smaller[i][1], &run));
		if (ends && run->outcome != SK_HANG && run->fuel_used > fuel)
			*blame |= GROWING_WORK;
	}
	return NULL;
}

/* Another sequence that does not fail by that step shows `found`. */
static status try_other(struct judge *judge, const struct seq *other, uint32_t step, uint64_t found, uint64_t *blame)
{
	const struct run *run;
	TRY(run_thoroughly(judge, other, true, &run));
	*blame |= deed_of(run, step).fails ? 0 : found;
	return NULL;
}

static bool is_of_unset(const struct sk_fault *fault)
{
	return fault->kind == SK_UNSET_DECISION || fault->kind == SK_UNSET_RESULT || fault->kind == SK_UNSET_USE;
}

/* Tries out whether numbers or arrays that the test passed are to blame. */
static status try_what_was_passed(struct judge *judge, struct arena *arena, const struct incident *incident,
                                  uint64_t circumstances, uint64_t *blame, bool *tried)
{
	const struct seq *plain = blame_elements(arena, incident), *earlier[2];
	bool wild = blame_history(arena, incident, earlier);
	uint32_t owner = incident->fault->owner;
	uint32_t step = incident->fault->kind == SK_LEAK ? UINT32_MAX : incident_step(incident);
	if (incident->run->outcome == SK_HANG || (circumstances & IN_CALLED_FUNCTION) || numbers_come_through(incident))
		TRY(try_numbers(judge, arena, incident, blame, tried));
	if (!*blame)
		TRY(try_work(judge, arena, incident, blame, tried));
	for (size_t i = 0; i < 2 && wild && !*blame; i++) {
		*tried = true;
		TRY(try_plain(judge, earlier[i], owner, step, blame));
	}
	if (*blame || !plain)
		return NULL;
	*tried = true;
	return try_other(judge, plain, step, OWN_ELEMENT, blame);
}

/* Tries out whether something was to be set up that the test did not set up. */
static status try_setups(struct judge *judge, struct arena *arena, const struct incident *incident, uint64_t *blame,
                         bool *tried)
{
	struct setup setups[MAX_SETUPS];
	uint32_t step = incident_step(incident);
	size_t n = with_setup(arena, incident, setups, MAX_SETUPS);
	*tried = n > 0;
	for (size_t i = 0; i < n && !*blame; i++)
		TRY(try_other(judge, setups[i].seq, step + setups[i].added, NOT_SET_UP, blame));
	return NULL;
}

/* ---- what was tried often enough ---- */

#define EARLY_TRIALS 4u

/* Incidents that look alike from outside: the same fault in the same place, by the same call,
 * in the same circumstances. */
static uint64_t trial_of(const struct incident *incident, const struct rule *rule, uint64_t circumstances)
{
	uint32_t i = incident_step(incident);
	uint32_t called = i < incident->seq->n ? incident->seq->steps[i]->index : NONE;
	uint64_t key = hash_text(rule->name, finding_key(incident, rule->verdict));
	key = hash_bytes(&called, sizeof called, key);
	return hash_bytes(&circumstances, sizeof circumstances, key);
}

/* Trying out who is to blame takes a hundred runs and more, and a search may come back to one
 * fault in every second test. After the first few, only the 8th, 16th, 32nd, ... is tried. */
static bool is_tried_enough(struct judge *judge, uint64_t trial)
{
	uint64_t n = ++*map_put(&judge->trials, trial, NULL);
	return !judge->telling && !judge->retrying && n > EARLY_TRIALS && (n & (n - 1)) != 0;
}

/* The rule that decides. Who is to blame may have to be tried out; since that ends
 * the incident's run, it is looked at anew. NULL if it does not happen again. */
static status find_rule(struct judge *judge, struct arena *arena, struct incident *incident, const struct rule **rule)
{
	const struct seq *seq = incident->seq, *plain;
	const struct run *run;
	uint64_t circumstances = circumstances_of(incident), blame = 0;
	uint32_t n_own = incident->n_own, step = incident_step(incident);
	bool hangs = incident->run->outcome == SK_HANG, leaks = incident->fault->kind == SK_LEAK, tried = false;
	/* The runs to come take the place of this one. */
	struct sk_fault fault = *incident->fault;
	struct run first = *incident->run;
	struct incident seen = *incident;
	first.fault = first.fault ? &fault : NULL;
	first.steps = first.steps ? arena_memdup(arena, first.steps, first.n_steps * sizeof *first.steps) : NULL;
	seen.run = &first;
	seen.fault = &fault;
	*rule = rule_for(incident->fault, incident->run->outcome, circumstances);
	if ((!hangs && !leaks && !may_be_unset(incident->run)) || seq_runs(seq))
		return NULL; /* a program is never misused */
	uint64_t trial = trial_of(incident, *rule, circumstances);
	if (is_tried_enough(judge, trial)) {
		*rule = rule_for(incident->fault, incident->run->outcome,
		                 circumstances | *map_put(&judge->blames, trial, NULL));
		return NULL;
	}
	if (is_of_unset(&fault) || ((circumstances & NULL_ADDRESS) && (*rule)->verdict == VERDICT_BUG))
		TRY(try_setups(judge, arena, &seen, &blame, &tried));
	if (blame || (tried && is_of_unset(&fault)))
		; /* that is it, or it is the unit's to set */
	else if ((*rule)->verdict == VERDICT_BUG)
		TRY(try_what_was_passed(judge, arena, &seen, circumstances, &blame, &tried));
	else if (!hangs && !leaks && (tried = (plain = blame_text(arena, incident)) != NULL))
		TRY(try_other(judge, plain, step, LED_BY_TEXT, &blame));
	*map_put(&judge->blames, trial, NULL) = blame;
	if (!tried)
		return NULL;
	TRY(run_thoroughly(judge, seq, true, &run));
	look(judge, seq, n_own, run, incident);
	if (is_fine(run))
		*rule = NULL;
	else if (blame)
		*rule = rule_for(incident->fault, incident->run->outcome, circumstances | blame);
	return NULL;
}

/* A hang is only believed if it outlasts many times the fuel: honest work may take
 * long. Looking takes long too, so after a few hangs no more are looked at. */
static status is_endless(struct judge *judge, const struct seq *closed, bool *endless)
{
	const struct run *run;
	size_t n;
	*endless = false;
	if (judge->patience == 0)
		return NULL;
	judge->patience--;
	if (!judge->patient) {
		struct exec_options options = judge->options;
		options.fuel = PATIENT_FUEL;
		options.milliseconds = PATIENT_MILLISECONDS;
		options.busy_milliseconds = PATIENT_MILLISECONDS;
		TRY(executor_new(judge->checked, judge->unit, &options, &judge->patient));
	}
	if (executor_submit(judge->patient, &closed, 1, WANT_NOTHING) != 1)
		return NULL;
	TRY(executor_collect(judge->patient, &run, &n));
	*endless = n == 1 && run->outcome == SK_HANG;
	return NULL;
}

/* A bug must happen again; what does not is not told as one. */
static status confirm(struct judge *judge, const struct seq *closed, const struct rule *rule, bool known, bool *again)
{
	const struct run *run;
	*again = true;
	if (rule->verdict != VERDICT_BUG || known)
		return NULL;
	TRY(run_thoroughly(judge, closed, true, &run));
	*again = !is_fine(run);
	return NULL;
}

/* A law that took another literal or object than the test has is told of a test that
 * has it. */
static status run_changed(struct judge *judge, struct arena *arena, const struct seq **seq, const struct seq **closed,
                          const struct run **run)
{
	if (!(*run)->fault || (*run)->fault->kind != SK_LAW || !judge->breach.changed)
		return NULL;
	const struct seq *changed = seq_copy(arena, judge->breach.changed),
	                 *all = seq_close(arena, judge->unit->model, changed);
	TRY(run_thoroughly(judge, all, true, run));
	if (is_fine(*run))
		return NULL;
	*seq = changed;
	*closed = all;
	return NULL;
}

/* What is wrong with a closed sequence, and the rule for it; NULL if nothing is. */
static status look_again(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                         struct incident *incident, const struct rule **rule)
{
	const struct run *run;
	*rule = NULL;
	TRY(run_thoroughly(judge, closed, true, &run));
	if (is_fine(run) || tells_nothing(run))
		return NULL;
	look(judge, closed, n_own, run, incident);
	return find_rule(judge, arena, incident, rule);
}

/* What is told as a bug is looked at fully, from the beginning. */
static status stop_glancing(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                            struct incident *incident, const struct rule **rule)
{
	judge->glancing = false;
	limit_fuel(judge, 0);
	return look_again(judge, arena, closed, n_own, incident, rule);
}

static status judge_in_full(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                            enum verdict *verdict, const struct finding **finding)
{
	const struct run *run;
	struct incident incident;
	bool explained, again;
	*finding = NULL;
	*verdict = VERDICT_FINE;
	*closed = seq_close(arena, judge->unit->model, seq);
	TRY(run_thoroughly(judge, *closed, false, &run));
	TRY(run_changed(judge, arena, &seq, closed, &run));
	TRY(look_at_layout(judge, *closed, &run));
	record_run(&judge->record, *closed, run);
	if (is_fine(run)) {
		doubt_lessons(&judge->doubts, judge->unit->model, *closed, run);
		return NULL;
	}
	*verdict = VERDICT_UNCLEAR;
	if (tells_nothing(run) || leaks_for_want_of_room(*closed, run))
		return NULL;
	/* Variants of a short test are short, or tell nothing. */
	if (run->outcome != SK_HANG)
		limit_fuel(judge, LEAST_FUEL + FUEL_FACTOR * run->fuel_used);
	look(judge, *closed, seq->n, run, &incident);
	const struct rule *rule;
	TRY(find_rule(judge, arena, &incident, &rule));
	if (rule && rule->verdict == VERDICT_BUG && judge->glancing)
		TRY(stop_glancing(judge, arena, *closed, seq->n, &incident, &rule));
	if (!rule)
		return NULL;
	if (incident.run->outcome == SK_HANG && rule->verdict == VERDICT_BUG) {
		bool endless;
		TRY(is_endless(judge, *closed, &endless));
		if (!endless)
			return NULL;
	}
	*verdict = rule->verdict;
	*finding = file_finding(&judge->filing, &incident, rule);
	const struct seq *retried = *closed;
	explained = false;
	if (!seq_runs(seq))
		TRY(try_lessons(judge, arena, seq, &incident, rule, &retried, &explained));
	if (explained) {
		*closed = retried;
		*verdict = VERDICT_FINE;
		return NULL;
	}
	TRY(confirm(judge, *closed, rule, (*finding)->count > 1, &again));
	if (!again) {
		*verdict = VERDICT_UNCLEAR;
		if ((*finding)->count == 1)
			((struct finding *)*finding)->verdict = VERDICT_UNCLEAR;
	}
	return NULL;
}

status judge_sequence(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                      enum verdict *verdict, const struct finding **finding)
{
	status st = judge_in_full(judge, arena, seq, closed, verdict, finding);
	limit_fuel(judge, 0);
	return st;
}

status judge_glance(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                    enum verdict *verdict, const struct finding **finding)
{
	judge->glancing = true;
	status st = judge_sequence(judge, arena, seq, closed, verdict, finding);
	judge->glancing = false;
	return st;
}

status judge_again(struct judge *judge, struct arena *arena, const struct earlier_finding *earlier, bool *happens)
{
	const struct run *run;
	struct incident incident;
	*happens = false;
	judge->retrying = true;
	status st = run_thoroughly(judge, earlier->seq, true, &run);
	judge->retrying = false;
	if (st)
		return st;
	if (is_fine(run) || tells_nothing(run))
		return NULL;
	look(judge, earlier->seq, earlier->n_own, run, &incident);
	const struct rule *rule;
	TRY(find_rule(judge, arena, &incident, &rule));
	if (!rule)
		return NULL;
	struct finding *finding = (struct finding *)file_finding(&judge->filing, &incident, rule);
	*happens = finding->key == earlier->key;
	if (!*happens)
		return NULL;
	if (!incident.is_promoted)
		finding->verdict = earlier->verdict;
	finding->count += earlier->count ? earlier->count - 1 : 0;
	return NULL;
}

void judge_seen(struct judge *judge, uint64_t key, uint32_t times)
{
	count_finding(&judge->filing, key, times);
}

status judge_key_of_closed(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                           uint64_t *key)
{
	struct incident incident;
	const struct rule *rule;
	TRY(look_again(judge, arena, closed, n_own, &incident, &rule));
	*key = rule ? finding_key(&incident, rule->verdict) : 0;
	return NULL;
}

status judge_key(struct judge *judge, struct arena *arena, const struct seq *seq, uint64_t *key)
{
	judge->telling = true;
	status st = judge_key_of_closed(judge, arena, seq_close(arena, judge->unit->model, seq), seq->n, key);
	judge->telling = false;
	return st;
}

void judge_laws_off(struct judge *judge, uint32_t off)
{
	laws_free(judge->laws);
	judge->laws = laws_new(judge->unit, off);
}

size_t judge_laws(const struct judge *judge, struct arena *arena, const char *const **lines)
{
	return laws_lines(judge->laws, arena, lines);
}

bool judge_wants(const struct judge *judge, const struct seq *seq)
{
	return laws_want(judge->laws, seq);
}

status judge_breach(struct judge *judge, struct arena *arena, const struct seq *seq, struct breach *breach, bool *found)
{
	return laws_find(judge->laws, judge->executors[0], seq, LOOK_AGAIN, arena, breach, found);
}

status judge_fault(struct judge *judge, struct arena *arena, const struct seq *seq, struct sk_fault *fault)
{
	const struct run *run;
	*fault = (struct sk_fault){ .kind = SK_NO_FAULT };
	TRY(run_checked(judge, seq_close(arena, judge->unit->model, seq), &run));
	if (run->fault)
		*fault = *run->fault;
	return NULL;
}

status judge_tell(struct judge *judge, struct arena *arena, const struct finding *finding, const struct seq *closed,
                  uint32_t n_own, const struct finding **told)
{
	struct incident incident;
	const struct rule *rule;
	*told = NULL;
	judge->telling = true;
	status st = look_again(judge, arena, closed, n_own, &incident, &rule);
	judge->telling = false;
	if (!st && rule && finding_key(&incident, rule->verdict) == finding->key)
		*told = retell_finding(&judge->filing, finding, &incident, rule);
	return st;
}

/* A bug, once more is known of it. */
static void rule_anew(struct judge *judge, struct finding *finding, uint64_t known)
{
	known |= str_equal(finding->rule, "promoted") ? PROMOTED : 0;
	const struct rule *rule = rule_for(&finding->fault, SK_FAULT, known);
	if (rule->verdict == VERDICT_BUG)
		return;
	finding->verdict = rule->verdict;
	finding->rule = rule->name;
	finding->settled = finding->settled ? arena_printf(judge->arena, "%s %s", finding->settled, rule->why)
	                                    : rule->why;
	finding->evidence = arena_printf(judge->arena, "%s %s", finding->evidence, rule->why);
}

/* The same fault in the same place, whatever would be said of it now. */
static status shows_again(struct judge *judge, const struct finding *finding, bool *again)
{
	const struct run *run;
	struct incident incident;
	*again = false;
	judge->telling = true;
	status st = run_thoroughly(judge, finding->seq, true, &run);
	judge->telling = false;
	if (st || is_fine(run) || tells_nothing(run))
		return st;
	look(judge, finding->seq, finding->n_own, run, &incident);
	*again = finding_key(&incident, VERDICT_BUG) == finding->key;
	return NULL;
}

status judge_confirm(struct judge *judge)
{
	for (size_t i = 0; i < judge->filing.findings.n; i++) {
		struct finding *finding = (struct finding *)judge->filing.findings.at[i];
		bool again = true;
		if (finding->verdict == VERDICT_BUG)
			TRY(shows_again(judge, finding, &again));
		if (again)
			continue;
		log_verbose("%s: not seen again", finding->summary);
		rule_anew(judge, finding, NOT_SEEN_AGAIN);
	}
	return NULL;
}

const struct finding *judge_not_seen_outside(struct judge *judge, const struct finding *finding)
{
	struct finding *told = arena_memdup(judge->arena, finding, sizeof *told);
	rule_anew(judge, told, NOT_SEEN_OUTSIDE);
	return told;
}

size_t judge_findings(const struct judge *judge, const struct finding *const **findings)
{
	*findings = (const struct finding *const *)judge->filing.findings.at;
	return judge->filing.findings.n;
}

void judge_settle(struct judge *judge)
{
	for (size_t i = 0; i < judge->filing.findings.n; i++) {
		struct finding *finding = (struct finding *)judge->filing.findings.at[i];
		if (finding->verdict == VERDICT_BUG && never_came_back(&judge->record, finding))
			rule_anew(judge, finding, NEVER_CAME_BACK);
		/* It may have been learned later. */
		if (finding->verdict == VERDICT_BUG && finding->fault.owner == SK_OWNER_FREED &&
		    destroys_kept(judge->unit->model, finding->seq, NULL))
			rule_anew(judge, finding, FREED_MEMORY | KEPT_DESTROYED);
	}
}

size_t judge_learned(struct judge *judge, const char *const **lines)
{
	*lines = (const char *const *)judge->lessons.at + judge->lessons_told;
	size_t n = judge->lessons.n - judge->lessons_told;
	judge->lessons_told = judge->lessons.n;
	return n;
}

size_t judge_lessons(const struct judge *judge)
{
	return judge->lessons.n;
}
