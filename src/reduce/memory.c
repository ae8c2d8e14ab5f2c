/* memory: see memory.h. */
#include "reduce/memory.h"

#include <string.h>

#include "seq/literal.h"

#define SIZES 8u /* tried, from 1 element to 128 */

struct plainer {
	struct arena *arena;
	const struct model *model;
	const struct seq *best;
	reduce_test *test;
	void *context;
};

typedef bool param_fn(const struct model *model, const struct param *param);

static bool may_write(const struct model *model, const struct param *param)
{
	const struct type *pointer = model_type(model, param->type);
	return pointer->kind == TYPE_POINTER && !model_type(model, pointer->target)->is_const;
}

static bool learned_its_size(const struct model *model, const struct param *param)
{
	(void)model;
	return param->role == ROLE_BUFFER && param->partner == NONE && param->belief == BELIEF_LEARNED && param->count;
}

/* Only calls get block i, and each by a parameter of this kind. */
static bool all_uses(const struct plainer *plainer, uint32_t i, param_fn *is_such)
{
	const struct seq *seq = plainer->best;
	uint32_t uses = 0;
	for (uint32_t k = i + 1; k < seq->n; k++) {
		const struct step *step = seq->steps[k];
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (seq_index(k, step->fills[f].arg) == i)
				return false;
		for (uint32_t a = 0; a < step->n_args; a++) {
			if (seq_index(k, step->args[a]) != i)
				continue;
			if (!step_is_call(step) || step->args[a].address ||
			    !is_such(plainer->model, &step_function(plainer->model, step)->params[a]))
				return false;
			uses++;
		}
	}
	return uses > 0;
}

/* The sequence with so many zeroes as block i. */
static const struct seq *with_zeroes(const struct plainer *plainer, uint32_t i, uint32_t size)
{
	struct step step = *plainer->best->steps[i];
	step.is_string = false;
	step.size = size;
	step.bytes = arena_alloc(plainer->arena, size + 1);
	const struct seq *seq = seq_replace(plainer->arena, plainer->best, i, &step);
	seq = seq ? seq_settle_lengths(plainer->arena, plainer->model, seq) : NULL;
	return seq && seq_is_valid(seq, plainer->model) ? seq : NULL;
}

/* Takes the first candidate that keeps what matters. */
static status take_first(struct plainer *plainer, const struct seq *const *candidates, size_t n)
{
	bool keeps[SIZES] = { 0 };
	size_t k = 0;
	if (n)
		TRY(plainer->test(plainer->context, candidates, n, keeps));
	while (k < n && !keeps[k])
		k++;
	plainer->best = k < n ? candidates[k] : plainer->best;
	return NULL;
}

static status zero(struct plainer *plainer, uint32_t i)
{
	const struct seq *zeroed = with_zeroes(plainer, i, plainer->best->steps[i]->size);
	return take_first(plainer, &zeroed, zeroed != NULL);
}

/* Smaller sizes, the smallest first. */
static status shrink(struct plainer *plainer, uint32_t i)
{
	const struct step *step = plainer->best->steps[i];
	const struct seq *candidates[SIZES];
	size_t n = 0;
	uint64_t element = step_element_size(plainer->model, step);
	for (uint64_t count = 1; n < SIZES && count * element < step->size; count *= 2) {
		candidates[n] = with_zeroes(plainer, i, (uint32_t)(count * element));
		n += candidates[n] != NULL;
	}
	return take_first(plainer, candidates, n);
}

static uint32_t count_uses(const struct seq *seq, uint32_t v)
{
	uint32_t uses = 0;
	for (uint32_t k = v + 1; k < seq->n; k++) {
		const struct step *step = seq->steps[k];
		for (uint32_t n = 0; n < step->n_args + step->n_fills; n++)
			uses += seq_index(k, n < step->n_args ? step->args[n] : step->fills[n - step->n_args].arg) == v;
	}
	return uses;
}

/* The sequence in which array i of pointers is shorter by its last pointer; NULL: there is none. */
static const struct seq *without_last(const struct plainer *plainer, uint32_t i)
{
	struct step step = *plainer->best->steps[i];
	const struct type *array = model_canonical(plainer->model, step.type);
	const struct fill *last = step.n_fills ? &step.fills[step.n_fills - 1] : NULL;
	const uint32_t slot = sizeof(void *);
	if (!last || model_canonical(plainer->model, array->target)->kind != TYPE_POINTER ||
	    last->offset + 2 * slot < step.size)
		return NULL;
	uint32_t v = seq_index(i, last->arg);
	bool drop[SEQ_MAX_STEPS] = { 0 };
	char *bytes = arena_memdup(plainer->arena, step.bytes, step.size);
	memset(bytes + last->offset, 0, slot);
	step.n_fills--;
	step.size -= slot;
	step.bytes = bytes;
	drop[v] = count_uses(plainer->best, v) == 1 && plainer->best->steps[v]->kind == STEP_BLOCK;
	const struct seq *seq = seq_replace(plainer->arena, plainer->best, i, &step);
	seq = drop[v] ? seq_without(plainer->arena, plainer->model, seq, drop) : seq;
	seq = seq ? seq_settle_lengths(plainer->arena, plainer->model, seq) : NULL;
	return seq && seq_is_valid(seq, plainer->model) ? seq : NULL;
}

/* Takes pointers from the end of array i. */
static status shorten(struct plainer *plainer, uint32_t i)
{
	for (uint32_t times = 0; times < SIZES; times++) {
		const struct seq *before = plainer->best, *shorter = without_last(plainer, i);
		TRY(take_first(plainer, &shorter, shorter != NULL));
		if (plainer->best == before)
			return NULL;
		i -= before->n - plainer->best->n; /* the last pointer's text stood before it */
	}
	return NULL;
}

status plain_memory(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                    void *context, const struct seq **result)
{
	struct plainer plainer = { .arena = arena, .model = model, .best = seq, .test = test, .context = context };
	for (uint32_t i = seq->n; i-- > 0;) { /* from the end, because arrays lose texts before them */
		const struct step *step = plainer.best->steps[i];
		if (step->kind == STEP_BLOCK && step->n_fills) {
			uint32_t n = plainer.best->n;
			TRY(shorten(&plainer, i));
			i -= n - plainer.best->n;
		}
		if (step->kind != STEP_BLOCK || step->n_fills)
			continue;
		/* An empty text is as plain as a zero. */
		if (step->is_string && step->size > 1 && step_element_size(model, step) == 1 &&
		    all_uses(&plainer, i, may_write))
			TRY(zero(&plainer, i));
		if (all_uses(&plainer, i, learned_its_size))
			TRY(shrink(&plainer, i));
	}
	*result = plainer.best;
	return NULL;
}
