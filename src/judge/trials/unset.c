/* unset: see unset.h. */
#include "judge/trials/unset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "seq/value.h"

/* The usual fill is 0xa5. The other fills see each bit set and not set: they make a number that is
 * negative with the usual fill zero, then large and positive. Flags, states and kinds are compared
 * with small numbers, so these are tried, too: 1 as a byte and in a word, and small numbers that
 * the unit names. The first two fills most likely make a difference, because code runs well with
 * zero and one if with anything. */
static const unsigned usual_fills[] = { WANT_OTHER_FILL(0xa5), WANT_WORD_FILL(1), WANT_OTHER_FILL(0xff),
	                                WANT_OTHER_FILL(0xa4) };

#define N_LIKELY 2u
#define N_USUAL (sizeof usual_fills / sizeof *usual_fills)
#define MAX_FILLS (N_USUAL + 2u)
#define MAX_NAMED 15            /* larger numbers are no flags, states or kinds */
#define N_LAYOUTS 6u            /* layouts of the heap in which each fill must behave the same again */

/* The results of a run, kept while other runs follow. */
struct view {
	bool is_normal;
	const struct sk_fault *fault; /* NULL: the run has no fault */
	uint32_t n_steps;
	const struct step_result *steps;
	const uint64_t *probes;
};

struct search {
	struct executor *const *checked;
	size_t n_checked;
	const struct unit *unit;
	struct arena *arena;
};

static struct view view_of(const struct search *search, const struct run *run)
{
	size_t words = (search->unit->marks->n_probes + 63) / 64;
	struct view view = { .is_normal = run->outcome == SK_NORMAL, .n_steps = run->steps ? run->n_steps : 0 };
	view.steps = arena_memdup(search->arena, run->steps, view.n_steps * sizeof *run->steps);
	view.probes = arena_memdup(search->arena, run->probes, words * sizeof *run->probes);
	view.fault = run->fault ? arena_memdup(search->arena, run->fault, sizeof *run->fault) : NULL;
	return view;
}

static status collect_view(const struct search *search, size_t i, struct view *view)
{
	const struct run *run;
	size_t n;
	TRY(executor_collect(search->checked[i], &run, &n));
	if (n != 1)
		return fail(TROUBLE_TARGET, "the checked target of %s takes no tests", search->unit->name);
	*view = view_of(search, run);
	return NULL;
}

/* Runs the sequence once with each of the flags, at most as many at a time as there are targets. */
static status view_runs(const struct search *search, const struct seq *seq, const unsigned *flags, size_t n,
                        struct view *views)
{
	status st = NULL;
	for (size_t i = 0; i < n; i++)
		executor_submit(search->checked[i], &seq, 1, WANT_VALUES | flags[i]);
	for (size_t i = 0; i < n; i++) { /* collects all of them, even if one fails, because each target is needed
	                                    again */
		status one = collect_view(search, i, &views[i]);
		if (st)
			status_free(one);
		else
			st = one;
	}
	return st;
}

/* Runs the sequence with each of two flags, side by side if there are two targets. */
static status view_both(const struct search *search, const struct seq *seq, unsigned first, unsigned second,
                        struct view views[2])
{
	const unsigned flags[] = { first, second };
	if (search->n_checked >= 2)
		return view_runs(search, seq, flags, 2, views);
	TRY(view_runs(search, seq, flags, 1, views));
	return view_runs(search, seq, flags + 1, 1, views + 1);
}

/* Only numbers are compared, because addresses and padding differ without a reason. */
static bool is_number(const struct model *model, const struct step *step)
{
	const struct type *type = model_canonical(model, step->type);
	return step_is_call(step) && type->size <= 8 &&
	       (type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_ENUM ||
	        type->kind == TYPE_FLOAT);
}

static bool same_results(const struct search *search, const struct seq *seq, const struct view *a, const struct view *b)
{
	for (uint32_t i = 0; i < seq->n && i < a->n_steps && i < b->n_steps; i++)
		if (is_number(search->unit->model, seq->steps[i]) &&
		    (a->steps[i].size != b->steps[i].size ||
		     memcmp(a->steps[i].bytes, b->steps[i].bytes, a->steps[i].size) != 0))
			return false;
	return true;
}

static bool is_null(const struct step_result *result)
{
	return bytes_are_zero(result->bytes, result->size);
}

/* No result that a caller sees differs; of a pointer, a caller sees whether it is null. */
static bool has_no_effect(const struct search *search, const struct seq *seq, const struct view *a,
                          const struct view *b)
{
	if (a->is_normal != b->is_normal || !same_results(search, seq, a, b))
		return false;
	for (uint32_t i = 0; i < seq->n && i < a->n_steps && i < b->n_steps; i++)
		if (is_null(&a->steps[i]) != is_null(&b->steps[i]))
			return false;
	return true;
}

static bool same_decisions(const struct search *search, const struct view *a, const struct view *b)
{
	size_t words = (search->unit->marks->n_probes + 63) / 64;
	return a->is_normal == b->is_normal && memcmp(a->probes, b->probes, words * sizeof *a->probes) == 0;
}

/* Any two faults count as the same. */
static bool same(const struct search *search, const struct seq *seq, const struct view *a, const struct view *b)
{
	if (!a->is_normal && !b->is_normal)
		return true;
	return same_decisions(search, a, b) && same_results(search, seq, a, b);
}

/* ---- where ---- */

static bool bit(const struct view *view, uint32_t probe)
{
	return view->probes[probe / 64] >> probe % 64 & 1;
}

static unsigned outcomes(const struct marks *marks, const struct view *view, uint32_t condition)
{
	return bit(view, marks_condition_probe(marks, condition, false)) |
	       (unsigned)bit(view, marks_condition_probe(marks, condition, true)) << 1;
}

/* The condition that both runs reached and decided differently; NONE: there is none. */
static uint32_t differing_condition(const struct marks *marks, const struct view *a, const struct view *b)
{
	for (uint32_t c = 0; c < marks->conditions.n; c++) {
		unsigned x = outcomes(marks, a, c), y = outcomes(marks, b, c);
		if (x && y && x != y)
			return c;
	}
	return NONE;
}

static void set_place(const struct search *search, struct sk_fault *fault, uint32_t function, const struct place *place)
{
	const struct marks *marks = search->unit->marks;
	snprintf(fault->message, sizeof fault->message, "%s", marks->functions.at[function].name);
	snprintf(fault->file, sizeof fault->file, "%s", marks->files.at[place->file]);
	fault->line = place->line;
}

/* Names the called function as the place, for want of a better one. */
static void set_called(const struct search *search, const struct step *call, struct sk_fault *fault)
{
	const struct marks *marks = search->unit->marks;
	const char *name = step_function(search->unit->model, call)->name;
	snprintf(fault->message, sizeof fault->message, "%s", name);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		if (str_equal(marks->functions.at[f].name, name))
			set_place(search, fault, f, &marks->functions.at[f].place);
}

static void describe(const struct search *search, const struct seq *seq, const struct view *a, const struct view *b,
                     struct sk_fault *fault)
{
	const struct marks *marks = search->unit->marks;
	const struct step *call = seq->steps[seq->n - 1];
	uint32_t condition = differing_condition(marks, a, b);
	const struct sk_fault *only = a->fault ? a->fault : b->fault;
	if (only) {
		*fault = *only;
		fault->kind = SK_UNSET_USE;
		fault->step = seq->n - 1;
		return;
	}
	*fault = (struct sk_fault){ .kind = same_decisions(search, a, b) ? SK_UNSET_RESULT : SK_UNSET_DECISION,
		                    .step = seq->n - 1,
		                    .owner_step = UINT32_MAX,
		                    .is_write = 2 };
	if (fault->kind == SK_UNSET_DECISION && condition != NONE)
		set_place(search, fault, marks->conditions.at[condition].function,
		          &marks->conditions.at[condition].place);
	else
		set_called(search, call, fault);
}

/* Looks whether the runs of the first n steps differ; if so, fills the fault with the last call of
 * these. */
static status look_at_beginning(const struct search *search, const struct seq *seq, uint32_t n, unsigned fill,
                                struct sk_fault *fault, bool *differs)
{
	struct seq beginning = *seq;
	struct view with[2];
	beginning.n = n;
	TRY(view_both(search, &beginning, 0, fill, with));
	*differs = !same(search, &beginning, &with[0], &with[1]);
	if (*differs)
		describe(search, &beginning, &with[0], &with[1], fault);
	return NULL;
}

/* Finds a call after which the runs differ, and before which they do not: this call is the cause,
 * later differences may be its consequences. Searches by halves, because tests are long. */
static status find_call(const struct search *search, const struct seq *seq, unsigned fill, struct sk_fault *fault,
                        bool *found)
{
	uint32_t *calls = xcalloc(seq->n + 1, sizeof *calls), same_up_to = 0, n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]))
			calls[n++] = i + 1;
	status st = n ? look_at_beginning(search, seq, calls[n - 1], fill, fault, found) : NULL;
	while (!st && *found && same_up_to + 1 < n) {
		uint32_t middle = (same_up_to + n) / 2; /* the number of steps to keep */
		bool differs = false;
		st = look_at_beginning(search, seq, calls[middle - 1], fill, fault, &differs);
		if (differs)
			n = middle;
		else
			same_up_to = middle;
	}
	free(calls);
	return st;
}

/* Does each of the two fills give the same again in all layouts of the heap and in either process?
 * Behaviour that depends on a bit of an address would repeat only every other time. */
static status are_steady(const struct search *search, const struct seq *seq, const struct view *usual, unsigned fill,
                         const struct view *other, bool *steady)
{
	*steady = true;
	for (unsigned layout = 0; layout <= N_LAYOUTS && *steady; layout++) {
		bool swapped = layout % 2;
		struct view again[2];
		TRY(view_both(search, seq, WANT_LAYOUT(layout) | (swapped ? fill : 0),
		              WANT_LAYOUT(layout) | (swapped ? 0 : fill), again));
		*steady = same(search, seq, usual, &again[swapped]) && same(search, seq, other, &again[!swapped]);
	}
	return NULL;
}

/* ---- fills ---- */

static void note_number(uint32_t *named, int64_t number)
{
	if (number > 1 && number <= MAX_NAMED)
		*named |= 1u << number;
}

/* The small numbers that the unit's source or its types name, as bits. */
static uint32_t named_numbers(const struct unit *unit)
{
	const struct model *model = unit->model;
	uint32_t named = 0;
	for (size_t i = 0; i < model->literals.n; i++)
		if (!model->literals.at[i].is_string && !model->literals.at[i].is_real)
			note_number(&named, model->literals.at[i].number);
	for (size_t i = 0; i < model->types.n; i++)
		for (uint32_t e = 0; model->types.at[i].kind == TYPE_ENUM && e < model->types.at[i].n_enumerators; e++)
			note_number(&named, model->types.at[i].enumerators[e].value);
	return named;
}

/* Takes the smallest named numbers, because most comparisons are with those. */
static size_t fills_of(const struct unit *unit, unsigned *fills)
{
	uint32_t named = named_numbers(unit);
	size_t n = N_USUAL;
	memcpy(fills, usual_fills, sizeof usual_fills);
	for (unsigned number = 2; number <= MAX_NAMED && n < MAX_FILLS; number++)
		if (named >> number & 1)
			fills[n++] = WANT_WORD_FILL(number);
	return n;
}

/* Another fill led to another behaviour than the usual one: finds the fault. */
static status look_into(const struct search *search, const struct seq *seq, const struct view *usual, unsigned fill,
                        const struct view *other, struct sk_fault *fault, bool *found, bool *steady)
{
	TRY(are_steady(search, seq, usual, fill, other, steady));
	if (!*steady)
		return NULL;
	TRY(find_call(search, seq, fill, fault, found));
	if (*found && fault->kind == SK_UNSET_DECISION && has_no_effect(search, seq, usual, other))
		fault->code = UNSET_WITHOUT_EFFECT;
	return NULL;
}

status unset_find(struct executor *const *checked, size_t n_checked, const struct unit *unit, const struct seq *seq,
                  const struct run *first, enum unset_look look, struct arena *arena, struct sk_fault *fault,
                  bool *found)
{
	struct search search = { .checked = checked, .n_checked = n_checked, .unit = unit, .arena = arena };
	struct view usual = view_of(&search, first), *others = ARENA_ARRAY(arena, struct view, n_checked);
	unsigned fills[MAX_FILLS];
	size_t n = fills_of(unit, fills);
	n = look == UNSET_LOOK_LIKELY ? N_LIKELY : n;
	bool steady = true;
	*found = false;
	for (size_t i = 0, at_once; i < n && !*found; i += at_once) {
		at_once = n - i < n_checked ? n - i : n_checked;
		TRY(view_runs(&search, seq, fills + i, at_once, others));
		for (size_t k = 0; k < at_once && !*found && steady; k++)
			if (!same(&search, seq, &usual, &others[k]))
				TRY(look_into(&search, seq, &usual, fills[i + k], &others[k], fault, found, &steady));
		if (!steady)
			return NULL;
	}
	return NULL;
}
