/* trials: see trials.h. */
#include "judge/trials/trials.h"

#include <stdlib.h>

#include "judge/filing.h"
#include "judge/rules.h"
#include "judge/trials/blame.h"
#include "judge/trials/made_up.h"
#include "judge/trials/past_end.h"
#include "judge/trials/setup.h"
#include "seq/raw.h"

#define MAX_SETUPS 6
#define MAX_SUSPECTS 4u       /* numbers of a call that may be to blame */
#define EARLY_TRIALS 4u       /* of incidents that look alike, so many are tried, then the 8th, 16th, 32nd, ... */

/* ---- variants ---- */

/* A question with the means to answer it. */
struct court {
	struct checker *checker;
	struct arena *arena;
	const struct question *question;
	const struct incident *incident; /* the incident, with a copy of its run that outlives other runs */
};

static status look_at(const struct court *court, const struct seq *seq, const struct run **run)
{
	return checker_look(court->checker, seq, court->question->look, run);
}

/* The behaviour of a run up to this step. */
static struct deed deed_of(const struct run *run, uint32_t step)
{
	struct deed deed = { .fails = !run_is_fine(run) && (!run->fault || run->fault->step <= step), .fault = "" };
	deed.hangs = deed.fails && run->outcome == SK_HANG;
	if (!deed.fails || !run->fault)
		return deed;
	deed.fault = fault_name(run->fault, run->outcome);
	deed.offset = run->fault->region ? (int64_t)(run->fault->address - run->fault->region) : 0;
	return deed;
}

/* *fine: the variant does not fail before or in this step. */
static status try_variant(const struct court *court, const struct seq *variant, uint32_t step, bool *fine)
{
	const struct run *run;
	TRY(look_at(court, variant, &run));
	*fine = !deed_of(run, step).fails;
	return NULL;
}

/* The step of the fault; a leak may belong to no step, then it is after all steps. */
static uint32_t fault_step(const struct incident *incident)
{
	return incident->fault->kind == SK_LEAK ? UINT32_MAX : incident_step(incident);
}

/* ---- NOT_SET_UP ---- */

static bool is_of_unset(const struct question *question)
{
	uint32_t kind = question->incident->fault->kind;
	return kind == SK_UNSET_DECISION || kind == SK_UNSET_RESULT || kind == SK_UNSET_USE;
}

static bool is_told_as_bug(const struct question *question)
{
	return question->rule->verdict == VERDICT_BUG;
}

static bool may_lack_setup(const struct question *question)
{
	return is_of_unset(question) || (question->class == FAULT_NULL_POINTER && is_told_as_bug(question));
}

static status try_each(const struct court *court, const struct setup *setups, size_t n, bool *found, bool *ran)
{
	uint32_t step = incident_step(court->incident);
	*ran = n > 0;
	for (size_t i = 0; i < n && !*found; i++)
		TRY(try_variant(court, setups[i].seq, step + setups[i].added, found));
	return NULL;
}

static status try_setups(const struct court *court, bool *found, bool *ran)
{
	struct setup setups[MAX_SETUPS];
	size_t n = with_setup(court->arena, court->incident, setups, MAX_SETUPS);
	return try_each(court, setups, n, found, ran);
}

static bool may_lack_module(const struct question *question)
{
	return is_told_as_bug(question) && question->class != FAULT_LAW && question->class != FAULT_LEAK;
}

static status try_module(const struct court *court, bool *found, bool *ran)
{
	struct setup setups[MAX_SETUPS];
	size_t n = with_module_set_up(court->arena, court->incident, setups, MAX_SETUPS);
	return try_each(court, setups, n, found, ran);
}

/* ---- FAILED_SETUP ---- */

static bool may_have_failed_setup(const struct question *question)
{
	return is_told_as_bug(question) && question->class != FAULT_LAW && question->class != FAULT_LEAK;
}

static status try_failed_setups(const struct court *court, bool *found, bool *ran)
{
	const struct run *run;
	const struct seq *plain = with_plain_setups(court->arena, court->incident);
	*ran = plain != NULL;
	if (!plain)
		return NULL;
	TRY(look_at(court, plain, &run));
	*found = !deed_of(run, incident_step(court->incident)).fails && setup_had_failed(court->incident, run);
	return NULL;
}

/* ---- OWN_NUMBER ---- */

static bool may_blame_number(const struct question *question)
{
	const struct incident *incident = question->incident;
	return is_told_as_bug(question) &&
	       (incident->run->outcome == SK_HANG || circumstances_have(&question->circumstances, IN_CALLED_FUNCTION) ||
	        numbers_come_through(incident));
}

static status try_suspect(const struct court *court, const struct suspect *suspect, const struct deed *seen,
                          uint32_t step, bool *blamed)
{
	struct deed with[N_SUSPECTED];
	for (int i = 0; i < N_SUSPECTED; i++) {
		const struct run *run;
		TRY(look_at(court, suspect->with[i], &run));
		with[i] = deed_of(run, step);
	}
	*blamed = suspect_is_to_blame(suspect, seen, with);
	return NULL;
}

/* For a hang, or a fault in the called function or in a function that it passed the number on to. */
static status try_numbers(const struct court *court, bool *found, bool *ran)
{
	struct suspect suspects[MAX_SUSPECTS];
	uint32_t step = incident_step(court->incident);
	struct deed seen = deed_of(court->incident->run, step);
	size_t n = blame_numbers(court->arena, court->incident, suspects, MAX_SUSPECTS);
	*ran = n > 0;
	for (size_t i = 0; i < n && !*found; i++)
		TRY(try_suspect(court, &suspects[i], &seen, step, found));
	return NULL;
}

/* With plain numbers a buffer of the test may be too small, which is another fault than the first. */
static status try_plain(const struct court *court, const struct seq *plain, bool *found)
{
	const struct run *run;
	uint32_t step = fault_step(court->incident);
	TRY(look_at(court, plain, &run));
	bool by_test = run->fault && run->fault->owner == SK_OWNER_TEST &&
	               court->incident->fault->owner != SK_OWNER_TEST && run->fault->step == step;
	*found = by_test || !deed_of(run, step).fails;
	return NULL;
}

/* For numbers that earlier calls got. */
static status try_history(const struct court *court, bool *found, bool *ran)
{
	const struct seq *plain[2];
	*ran = blame_history(court->arena, court->incident, plain);
	for (size_t i = 0; i < 2 && *ran && !*found; i++)
		TRY(try_plain(court, plain[i], found));
	return NULL;
}

/* ---- GROWING_WORK ---- */

static status try_work(const struct court *court, bool *found, bool *ran)
{
	const struct seq *smaller[MAX_SUSPECTS][2];
	size_t n = blame_work(court->arena, court->incident, smaller, MAX_SUSPECTS);
	*ran = n > 0;
	for (size_t i = 0; i < n && !*found; i++) {
		const struct run *run;
		TRY(checker_run(court->checker, smaller[i][0], &run));
		uint64_t fuel = run->fuel_used;
		bool ends = run->outcome != SK_HANG;
		if (ends)
			TRY(checker_run(court->checker, smaller[i][1], &run));
		*found = ends && run->outcome != SK_HANG && run->fuel_used > fuel;
	}
	return NULL;
}

/* ---- OWN_ELEMENT ---- */

static status try_elements(const struct court *court, bool *found, bool *ran)
{
	const struct seq *plain = blame_elements(court->arena, court->incident);
	*ran = plain != NULL;
	return plain ? try_variant(court, plain, fault_step(court->incident), found) : NULL;
}

static status try_places(const struct court *court, bool *found, bool *ran)
{
	const struct seq *even = blame_places(court->arena, court->incident);
	*ran = even != NULL;
	return even ? try_variant(court, even, fault_step(court->incident), found) : NULL;
}

/* ---- LED_BY_TEXT: past the end of a text, or of a buffer whose length was passed ---- */

static bool may_blame_text(const struct question *question)
{
	return !is_told_as_bug(question) && question->class != FAULT_HANG && question->incident->fault->kind != SK_LEAK;
}

static status try_text(const struct court *court, bool *found, bool *ran)
{
	const struct seq *plain = blame_text(court->arena, court->incident);
	*ran = plain != NULL;
	return plain ? try_variant(court, plain, incident_step(court->incident), found) : NULL;
}

static status try_all(const struct court *court, const struct seq *const *variants, size_t n, bool *any, bool *all)
{
	uint32_t step = incident_step(court->incident);
	*any = false;
	*all = n > 0;
	for (size_t i = 0; i < n && variants[i]; i++) {
		bool fine;
		TRY(try_variant(court, variants[i], step, &fine));
		*any |= fine;
		*all &= fine;
	}
	return NULL;
}

static bool is_past_end(const struct run *run, const struct past_end *variants)
{
	return run->fault && run->fault->owner == SK_OWNER_TEST && run->fault->owner_step == variants->block;
}

/* The length is that of the buffer, because with a larger one the call goes farther past the end. */
static status try_length(const struct court *court, const struct past_end *variants, bool *found)
{
	const struct run *run;
	if (!*found || !variants->long_length)
		return NULL;
	TRY(look_at(court, variants->long_length, &run));
	*found = is_past_end(run, variants);
	return NULL;
}

/* An option of the call says that the buffer is a text: with it the length means nothing, and without it the call keeps
 * to the length. */
static status try_options(const struct court *court, const struct past_end *variants, bool *found)
{
	bool any, all;
	*found = variants->n_options > 0;
	for (size_t i = 0; i < 2 && *found; i++) {
		const struct run *run;
		TRY(look_at(court, variants->short_length[i], &run));
		*found = is_past_end(run, variants);
	}
	if (!*found)
		return NULL;
	TRY(try_all(court, variants->options, variants->n_options, &any, &all));
	*found = any;
	return NULL;
}

static status try_end(const struct court *court, bool *found, bool *ran)
{
	struct past_end variants;
	bool any, all;
	*ran = past_end_variants(court->arena, court->incident, &variants);
	if (!*ran)
		return NULL;
	TRY(try_all(court, &variants.numbers, 1, &any, &all));
	if (any)
		return NULL;
	TRY(try_all(court, &variants.slack, 1, &any, &all));
	if (!any)
		return NULL;
	TRY(try_all(court, variants.contents, PAST_END_CONTENTS, found, &all));
	if (*found) {
		TRY(try_options(court, &variants, &any));
		*found = !any;
		return NULL;
	}
	TRY(try_all(court, variants.larger, PAST_END_LARGER, found, &all));
	if (!*found && variants.one_more[0])
		TRY(try_all(court, variants.one_more, 2, &any, found));
	TRY(try_length(court, &variants, found));
	return NULL;
}

/* ---- ALL_THE_SAME ---- */

static bool is_same_deed(const struct deed *a, const struct deed *b)
{
	return a->fails && b->fails && str_equal(a->fault, b->fault) && a->offset == b->offset;
}

/* A struct that the test fills by hand though a function sets it up stays an excuse: with any content it lacks the
 * memory that the function would have given it. */
static bool has_raw_struct(const struct incident *incident)
{
	bool *is_set_up = model_types_set_up(incident->model);
	uint32_t n = seq_count_raw(incident->model, is_set_up, incident->seq);
	free(is_set_up);
	return n > 0;
}

/* This trial is held before the others: its result takes excuses away, and the others may find
 * better ones. */
static status try_made_up(const struct court *court, bool *found, bool *ran)
{
	const struct seq *variants[N_MADE_UP];
	uint32_t step = incident_step(court->incident);
	struct deed seen = deed_of(court->incident->run, step);
	const struct circumstances *circumstances = &court->question->circumstances;
	*found = *ran = (circumstances_have(circumstances, TEST_MADE_OBJECT) ||
	                 circumstances_have(circumstances, TEST_CALLBACK)) &&
	                !is_told_as_bug(court->question) && !has_raw_struct(court->incident) &&
	                made_up_variants(court->arena, court->incident, variants);
	for (int i = 0; i < N_MADE_UP && *found; i++) {
		const struct run *run;
		TRY(look_at(court, variants[i], &run));
		struct deed deed = deed_of(run, step);
		*found = run->fault && run->fault->step == step && is_same_deed(&seen, &deed);
	}
	return NULL;
}

static status lift_excuses(const struct court *court, struct question *question, struct circumstances *found, bool *ran)
{
	bool same;
	TRY(try_made_up(court, &same, ran));
	if (!same)
		return NULL;
	circumstances_add(found, ALL_THE_SAME);
	circumstances_add(&question->circumstances, ALL_THE_SAME);
	question->rule = rule_for(question->class, &question->circumstances);
	return NULL;
}

/* ---- the order ---- */

struct trial {
	enum circumstance finds;
	bool (*is_held)(const struct question *question);
	status (*hold)(const struct court *court, bool *found, bool *ran);
	/* If this trial ran and found nothing, no other trial is held if is_enough() says so; NULL:
	 * others are held. */
	bool (*is_enough)(const struct question *question);
};

/* The trials in their order. The first that finds something is the last that is held. If there are functions to set
 * the memory up, and calling them does not help, the unit itself has to set it. */
static const struct trial order[] = {
	{ NOT_SET_UP, may_lack_setup, try_setups, is_of_unset }, /* a call that was left out */
	{ NOT_SET_UP, may_lack_module, try_module, NULL }, /* such a call for what the unit itself keeps */
	{ FAILED_SETUP, may_have_failed_setup, try_failed_setups, NULL }, /* such a call that said that it failed */
	{ OWN_NUMBER, may_blame_number, try_numbers, NULL }, /* numbers of the call that failed */
	{ GROWING_WORK, is_told_as_bug, try_work, NULL }, /* much work, of a call that does not end */
	{ OWN_NUMBER, is_told_as_bug, try_history, NULL }, /* numbers of earlier calls */
	{ OWN_ELEMENT, is_told_as_bug, try_elements, NULL }, /* numbers in arrays */
	{ OWN_ELEMENT, is_told_as_bug, try_places, NULL }, /* numbers that lead to unaligned places */
	{ LED_BY_TEXT, may_blame_text, try_text, NULL }, /* characters of a string */
	{ LED_BY_TEXT, may_blame_text, try_end, NULL }, /* bytes of a buffer, or their number */
};

static status hold_one(const struct court *court, const struct trial *trial, bool *found, bool *ran)
{
	*found = *ran = false;
	return trial->is_held(court->question) ? trial->hold(court, found, ran) : NULL;
}

static status hold_in_order(const struct court *court, struct circumstances *found, bool *ran)
{
	const struct question *question = court->question;
	const struct trial *end = order + sizeof order / sizeof *order;
	bool finds = false;
	for (const struct trial *trial = order; trial < end && !finds; trial++) {
		bool runs;
		TRY(hold_one(court, trial, &finds, &runs));
		*ran = *ran || runs;
		if (finds)
			circumstances_add(found, trial->finds);
		if (runs && trial->is_enough && trial->is_enough(question))
			break;
	}
	return NULL;
}

/* ---- how often ---- */

void trials_release(struct trials *trials)
{
	map_release(&trials->counts);
	map_release(&trials->found);
	vec_release(&trials->sets);
}

/* Incidents with equal likeness have the same fault in the same place, by the same call, in the
 * same circumstances. */
static uint64_t likeness(const struct question *question)
{
	const struct incident *incident = question->incident;
	uint32_t i = incident_step(incident);
	uint32_t called = i < incident->seq->n ? incident->seq->steps[i]->index : NONE;
	uint64_t key = hash_text(question->rule->name, finding_key(incident, question->rule->verdict));
	key = hash_bytes(&called, sizeof called, key);
	key = hash_bytes(&incident->fault->owner, sizeof incident->fault->owner, key);
	return hash_bytes(&question->circumstances, sizeof question->circumstances, key);
}

static bool is_tried_enough(struct trials *trials, const struct question *question, uint64_t alike)
{
	uint64_t n = ++*map_put(&trials->counts, alike, NULL);
	return !question->look.is_to_tell && n > EARLY_TRIALS && (n & (n - 1)) != 0;
}

/* The fault is a leak or a hang, or a number or unset memory can bring it about. */
static bool can_be_tried(const struct question *question)
{
	return question->class == FAULT_HANG || question->incident->fault->kind == SK_LEAK ||
	       run_may_be_unset(question->incident->run);
}

status trials_hold(struct trials *trials, struct checker *checker, struct arena *arena, const struct question *question,
                   struct circumstances *found, bool *ran)
{
	*found = (struct circumstances){ 0 };
	*ran = false;
	if (!can_be_tried(question))
		return NULL;
	uint64_t alike = likeness(question);
	if (is_tried_enough(trials, question, alike)) {
		uint64_t last = *map_put(&trials->found, alike, NULL);
		if (last)
			circumstances_unite(found, &trials->sets.at[last - 1]);
		return NULL;
	}
	/* The runs of the variants will overwrite the incident's run. */
	struct sk_fault fault = *question->incident->fault;
	struct run run = *question->incident->run;
	struct incident incident = *question->incident;
	struct question lasting = *question;
	run.fault = run.fault ? &fault : NULL;
	run.steps = run.steps ? arena_memdup(arena, run.steps, run.n_steps * sizeof *run.steps) : NULL;
	incident.run = &run;
	incident.fault = &fault;
	lasting.incident = &incident;
	const struct court court = { .checker = checker, .arena = arena, .question = &lasting, .incident = &incident };
	struct circumstances finds = { 0 };
	TRY(lift_excuses(&court, &lasting, &finds, ran));
	TRY(hold_in_order(&court, &finds, ran));
	vec_push(&trials->sets, finds);
	*map_put(&trials->found, alike, NULL) = trials->sets.n;
	circumstances_unite(found, &finds);
	return NULL;
}
