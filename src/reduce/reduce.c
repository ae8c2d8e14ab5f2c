/* reduce: see reduce.h.
 *
 * There are four passes, repeated until none changes anything. First whole steps: a chunk of steps
 * is dropped together with everything that depends on it, and the chunk is halved when no chunk of
 * that size can go. Then parts, from the end: steps that make an object are replaced by fewer steps
 * that make another object. Then failures that the test asks for move to the call that fails. Then
 * literals: each is offered plainer forms, plainest first. Candidates are tried in batches, and the
 * first that keeps what matters wins, so the order is fixed. */
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "reduce/plainer.h"
#include "reduce/replace.h"
#include "seq/failures.h"
#include "seq/format.h"
#include "seq/life.h"
#include "seq/literal.h"
#include "seq/raw.h"

#define BATCH 32u
#define DEFAULT_RUNS 2000u
#define MAX_ROUNDS 4u
#define LONG_LITERAL 32u
#define MOST_COPIED (16u << 20)

struct reduction {
	struct arena *arena;
	const struct model *model;
	bool *is_set_up;         /* types that no test needs to fill by hand */
	const struct seq *best;
	reduce_test *test;
	void *context;
	uint32_t runs_left;
	bool stops_at_first;
	const struct component *components;
	size_t n_components;
};

/* Takes the first candidate that keeps what matters; *first is NONE if none does. */
static status take_first(struct reduction *reduction, const struct seq *const *candidates, size_t n, uint32_t *first)
{
	bool keeps[BATCH] = { 0 };
	*first = NONE;
	if (n > reduction->runs_left)
		n = reduction->runs_left;
	if (!n)
		return NULL;
	TRY(reduction->test(reduction->context, candidates, n, keeps));
	uint32_t k = 0;
	while (k < n && !keeps[k])
		k++;
	bool taken = k < n;
	if (taken) {
		reduction->best = candidates[k];
		*first = k;
	}
	reduction->runs_left -= (uint32_t)(taken && reduction->stops_at_first ? k + 1 : n);
	return NULL;
}

static status try_candidates(struct reduction *reduction, const struct seq *const *candidates, size_t n, bool *taken)
{
	uint32_t first;
	TRY(take_first(reduction, candidates, n, &first));
	*taken = first != NONE;
	return NULL;
}

/* Marks all steps that need a dropped step. */
static void drop_dependents(const struct seq *seq, bool *drop)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			drop[i] = drop[i] || drop[seq_index(i, step->args[a])];
		for (uint32_t f = 0; f < step->n_fills; f++)
			drop[i] = drop[i] || drop[seq_index(i, step->fills[f].arg)];
	}
}

/* Marks literals that no step uses any more. */
static void drop_unused(const struct seq *seq, bool *drop)
{
	bool used[SEQ_MAX_STEPS] = { 0 };
	for (uint32_t i = seq->n; i-- > 0;) {
		const struct step *step = seq->steps[i];
		bool acts = step_is_call(step) || step->kind == STEP_STUB || step->kind == STEP_PEEK ||
		            step->kind == STEP_FREE;
		if (!drop[i] && !acts && !used[i])
			drop[i] = true;
		if (drop[i])
			continue;
		for (uint32_t a = 0; a < step->n_args; a++)
			used[seq_index(i, step->args[a])] = true;
		for (uint32_t f = 0; f < step->n_fills; f++)
			used[seq_index(i, step->fills[f].arg)] = true;
	}
}

/* Keeps everything but calls; true if the sequence has calls. */
static bool drop_calls_only(const struct seq *seq, bool *drop)
{
	bool any = false;
	for (uint32_t i = 0; i < seq->n; i++) {
		drop[i] = drop[i] && step_is_call(seq->steps[i]);
		any = any || drop[i];
	}
	return any;
}

/* No more structs than before are filled by hand that a function could set up. */
static bool is_no_rawer(const struct reduction *reduction, const struct seq *shorter)
{
	return seq_count_raw(reduction->model, reduction->is_set_up, shorter) <=
	       seq_count_raw(reduction->model, reduction->is_set_up, reduction->best);
}

/* A shorter test must not use what has ended, nor pass the end of another buffer, nor do without the call that sets an
 * object up, unless the whole one does. */
static bool is_sound(const struct reduction *reduction, const struct seq *shorter)
{
	const struct seq *whole = reduction->best;
	return (seq_uses_the_living(reduction->model, shorter) || !seq_uses_the_living(reduction->model, whole)) &&
	       (seq_formats_agree(reduction->model, shorter) || !seq_formats_agree(reduction->model, whole)) &&
	       (seq_ends_fit(reduction->model, shorter) || !seq_ends_fit(reduction->model, whole)) &&
	       is_no_rawer(reduction, shorter);
}

/* The sequence without the steps [from, from + size). Steps that depend on them are dropped, too,
 * or, if `redirect`, refer to an earlier variable of the type. Only results of calls are
 * redirected, because literals that several calls share read badly. */
static const struct seq *without_chunk(const struct reduction *reduction, uint32_t from, uint32_t size, bool redirect)
{
	const struct seq *seq = reduction->best;
	bool drop[SEQ_MAX_STEPS] = { 0 };
	for (uint32_t i = from; i < from + size && i < seq->n; i++)
		drop[i] = true;
	if (redirect && !drop_calls_only(seq, drop))
		return NULL;
	if (!redirect)
		drop_dependents(seq, drop);
	const struct seq *shorter = seq_without(reduction->arena, reduction->model, seq, drop);
	if (!shorter || !shorter->n)
		return NULL;
	bool unused[SEQ_MAX_STEPS] = { 0 };
	drop_unused(shorter, unused);
	shorter = seq_without(reduction->arena, reduction->model, shorter, unused);
	return shorter && shorter->n && shorter->n < seq->n && is_sound(reduction, shorter) ? shorter : NULL;
}

/* The sequence without the struct that step v makes and the call that sets it up; an earlier one of the type takes its
 * place. NULL: there is none, or no call sets it up. */
static const struct seq *without_object(const struct reduction *reduction, uint32_t v)
{
	const struct seq *seq = reduction->best;
	bool drop[SEQ_MAX_STEPS] = { 0 }, unused[SEQ_MAX_STEPS] = { 0 };
	uint32_t use = step_made_by_hand(reduction->model, seq->steps[v]) == NONE ? seq->n : seq_first_use(seq, v);
	const struct function *called = use == seq->n ? NULL : step_function(reduction->model, seq->steps[use]);
	if (!called || !called->is_maker || called->made_param == NONE ||
	    seq_index(use, seq->steps[use]->args[called->made_param]) != v)
		return NULL;
	drop[v] = drop[use] = true;
	const struct seq *shorter = seq_without(reduction->arena, reduction->model, seq, drop);
	if (!shorter || !shorter->n)
		return NULL;
	drop_unused(shorter, unused);
	shorter = seq_without(reduction->arena, reduction->model, shorter, unused);
	return shorter && shorter->n && is_sound(reduction, shorter) ? shorter : NULL;
}

/* Tries to do with one object of a type where the test has two. */
static status join_objects(struct reduction *reduction, bool *any)
{
	for (uint32_t v = reduction->best->n; v-- > 0 && reduction->runs_left;) {
		const struct seq *joined = v < reduction->best->n ? without_object(reduction, v) : NULL;
		bool taken = false;
		if (joined)
			TRY(try_candidates(reduction, &joined, 1, &taken));
		*any = *any || taken;
	}
	return NULL;
}

/* Goes once over the sequence with chunks of one size, from the end. */
static status sweep_chunks(struct reduction *reduction, uint32_t size, bool *any)
{
	uint32_t end = reduction->best->n;
	while (end > 0 && reduction->runs_left) {
		const struct seq *candidates[BATCH];
		size_t n = 0;
		uint32_t at = end;
		while (at > 0 && n + 2 <= BATCH) {
			at = at > size ? at - size : 0;
			for (int redirect = 0; redirect < 2; redirect++) {
				candidates[n] = without_chunk(reduction, at, size, redirect);
				n += candidates[n] != NULL;
			}
		}
		bool taken;
		TRY(try_candidates(reduction, candidates, n, &taken));
		*any = *any || taken;
		end = taken && end > reduction->best->n ? reduction->best->n : taken ? end : at;
	}
	return NULL;
}

static status remove_steps(struct reduction *reduction, bool *any)
{
	for (uint32_t size = reduction->best->n / 2 + 1; size >= 1; size /= 2)
		TRY(sweep_chunks(reduction, size, any));
	return NULL;
}

static size_t drop_rawer(const struct reduction *reduction, const struct seq **candidates, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (is_no_rawer(reduction, candidates[i]))
			candidates[kept++] = candidates[i];
	return kept;
}

static status replace_parts(struct reduction *reduction, bool *any)
{
	uint32_t i = reduction->n_components ? reduction->best->n : 0;
	while (i-- > 0 && reduction->runs_left) {
		const struct seq *candidates[BATCH];
		size_t n = replaced_forms(reduction->arena, reduction->model, reduction->best, i, reduction->components,
		                          reduction->n_components, candidates, BATCH);
		n = drop_rawer(reduction, candidates, n);
		bool taken;
		TRY(try_candidates(reduction, candidates, n, &taken));
		*any = *any || taken;
		i = taken && i > reduction->best->n ? reduction->best->n : i;
	}
	return NULL;
}

static status simplify_step(struct reduction *reduction, uint32_t i, bool *any)
{
	for (uint32_t rounds = 0; rounds < 16 && reduction->runs_left; rounds++) {
		const struct seq *candidates[BATCH];
		size_t n = plainer_forms(reduction->arena, reduction->model, reduction->best, i, candidates, BATCH);
		bool taken;
		TRY(try_candidates(reduction, candidates, n, &taken));
		if (!taken)
			return NULL;
		*any = true;
	}
	return NULL;
}

typedef const struct seq *range_form(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                     uint32_t at, uint32_t size);

/* The part of the remaining budget that one literal may use. */
struct allowance {
	uint32_t runs_left;      /* it ends when the reduction has no more runs than this left */
	uint64_t bytes;          /* each candidate is a copy of the literal */
};

static bool is_spent(const struct reduction *reduction, const struct allowance *allowance)
{
	return reduction->runs_left <= allowance->runs_left || !allowance->bytes;
}

/* Lists the next ranges below *end that can change in this way; moves *end below them. */
static size_t list_ranges(struct reduction *reduction, uint32_t i, uint32_t size, range_form *form,
                          struct allowance *allowance, uint32_t *end, const struct seq **candidates, uint32_t *starts)
{
	size_t n = 0;
	while (*end > 0 && n < BATCH && allowance->bytes) {
		uint32_t at = *end > size ? *end - size : 0;
		candidates[n] = form(reduction->arena, reduction->model, reduction->best, i, at, *end - at);
		if (candidates[n]) {
			uint64_t copied = reduction->best->steps[i]->size;
			allowance->bytes -= copied < allowance->bytes ? copied : allowance->bytes;
			starts[n++] = at;
		}
		*end = at;
	}
	return n;
}

/* Goes once over a long literal with ranges of one size, from the end. */
static status sweep_ranges(struct reduction *reduction, uint32_t i, uint32_t size, range_form *form,
                           struct allowance *allowance, bool *any)
{
	uint32_t unit, end = plainer_units(reduction->model, reduction->best, i, &unit) * unit;
	while (end > 0 && !is_spent(reduction, allowance)) {
		const struct seq *candidates[BATCH];
		uint32_t starts[BATCH], first;
		size_t n = list_ranges(reduction, i, size * unit, form, allowance, &end, candidates, starts);
		TRY(take_first(reduction, candidates, n, &first));
		if (first == NONE)
			continue;
		end = starts[first]; /* the ranges above were tried */
		*any = true;
	}
	return NULL;
}

/* For a long literal, plainer_forms() lists changes of its first bytes; the others are reached by
 * halving, as for steps. Each size fills before it cuts: filled ranges are not tried again, but a
 * cut that is not possible is tried for every range of every size. */
static status simplify_ranges(struct reduction *reduction, uint32_t i, bool *any)
{
	struct allowance allowance = { .runs_left = reduction->runs_left / 2, .bytes = MOST_COPIED };
	uint32_t unit, units = plainer_units(reduction->model, reduction->best, i, &unit);
	for (uint32_t size = units >= LONG_LITERAL ? units / 2 : 0; size > 0; size /= 2) {
		TRY(sweep_ranges(reduction, i, size, plainer_filled, &allowance, any));
		TRY(sweep_ranges(reduction, i, size, plainer_without, &allowance, any));
	}
	return NULL;
}

static status simplify_literals(struct reduction *reduction, bool *any)
{
	for (uint32_t i = 0; i < reduction->best->n; i++) {
		TRY(simplify_step(reduction, i, any));
		TRY(simplify_ranges(reduction, i, any));
	}
	return NULL;
}

/* Moves failures that tests ask for to the place right before the call that fails. */
static status move_failures(struct reduction *reduction, bool *any)
{
	for (uint32_t i = 0; i < reduction->best->n && reduction->runs_left; i++) {
		const struct seq *candidates[BATCH];
		size_t n = seq_later_failures(reduction->arena, reduction->model, reduction->best, i, candidates,
		                              BATCH);
		bool taken;
		TRY(try_candidates(reduction, candidates, n, &taken));
		*any = *any || taken;
	}
	return NULL;
}

status reduce_sequence(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                       void *context, const struct reduce_options *options, const struct seq **result)
{
	struct reduction reduction = { .arena = arena,
		                       .model = model,
		                       .is_set_up = model_types_set_up(model),
		                       .best = seq,
		                       .test = test,
		                       .context = context,
		                       .runs_left = options && options->max_runs ? options->max_runs : DEFAULT_RUNS,
		                       .stops_at_first = options && options->stops_at_first,
		                       .components = options ? options->components : NULL,
		                       .n_components = options ? options->n_components : 0 };
	status st = NULL;
	bool any = true;
	for (uint32_t round = 0; round < MAX_ROUNDS && any && reduction.runs_left; round++) {
		any = false;
		TRY_OUT(remove_steps(&reduction, &any));
		TRY_OUT(join_objects(&reduction, &any));
		TRY_OUT(replace_parts(&reduction, &any));
		TRY_OUT(move_failures(&reduction, &any));
		TRY_OUT(simplify_literals(&reduction, &any));
	}
	*result = reduction.best;
out:
	free(reduction.is_set_up);
	return st;
}
