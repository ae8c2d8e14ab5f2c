/* apart: see apart.h. */
#include "reduce/apart.h"

#include "seq/literal.h"
#include "seq/raw.h"

struct parting {
	struct arena *arena;
	const struct model *model;
	const struct seq *best;
	reduce_test *test;
	void *context;
};

/* Step v once more, to be put before step i. */
static struct step copy_for(const struct parting *parting, uint32_t v, uint32_t i)
{
	struct step copy = *parting->best->steps[v];
	struct arg *args = ARENA_ARRAY(parting->arena, struct arg, copy.n_args + 1);
	struct fill *fills = ARENA_ARRAY(parting->arena, struct fill, copy.n_fills + 1);
	for (uint32_t a = 0; a < copy.n_args; a++)
		args[a] = (struct arg){ copy.args[a].back + (i - v), copy.args[a].address };
	for (uint32_t f = 0; f < copy.n_fills; f++) {
		fills[f] = copy.fills[f];
		fills[f].arg.back += i - v;
	}
	copy.args = args;
	copy.fills = fills;
	return copy;
}

/* The call that sets variable v up before step i; NONE: none does. */
static uint32_t set_up_call(const struct parting *parting, uint32_t v, uint32_t i)
{
	uint32_t use = seq_first_use(parting->best, v);
	if (use >= i || !step_is_call(parting->best->steps[use]))
		return NONE;
	const struct function *called = step_function(parting->model, parting->best->steps[use]);
	bool is_setup = called->is_maker && called->made_param != NONE &&
	                seq_index(use, parting->best->steps[use]->args[called->made_param]) == v;
	return is_setup ? use : NONE;
}

/* A literal of the test, or an object that a maker gives. */
static bool can_copy(const struct parting *parting, uint32_t v)
{
	const struct step *step = parting->best->steps[v];
	const struct function *called = step_is_call(step) ? step_function(parting->model, step) : NULL;
	if (called)
		return called->is_maker && called->made_param == NONE;
	return step->kind == STEP_BLOCK ||
	       (step->kind == STEP_VALUE && seq_is_free_literal(parting->model, parting->best, v));
}

/* The call with argument a led to variable `to`. */
static const struct seq *redirected(const struct parting *parting, const struct seq *seq, uint32_t call, uint32_t a,
                                    uint32_t to)
{
	struct step step = *seq->steps[call];
	struct arg *args = arena_memdup(parting->arena, step.args, step.n_args * sizeof *args);
	args[a].back = call - to;
	step.args = args;
	return seq_replace(parting->arena, seq, call, &step);
}

/* The call only writes there: one element will do, whatever was in it. */
static bool is_output(const struct parting *parting, uint32_t call, uint32_t a)
{
	return step_function(parting->model, parting->best->steps[call])->params[a].role == ROLE_OUT;
}

/* The sequence in which argument a of call i has a copy of variable v. */
static const struct seq *with_copy(const struct parting *parting, uint32_t i, uint32_t a, uint32_t v)
{
	struct step copy = copy_for(parting, v, i);
	if (is_output(parting, i, a) && copy.kind == STEP_BLOCK && !copy.n_fills) {
		copy.size = (uint32_t)step_element_size(parting->model, &copy);
		copy.bytes = arena_alloc(parting->arena, copy.size);
	}
	uint32_t use = set_up_call(parting, v, i);
	const struct seq *seq = seq_insert(parting->arena, parting->best, i, &copy);
	if (use == NONE)
		return redirected(parting, seq, i + 1, a, i);
	struct step setup = copy_for(parting, use, i + 1);
	seq = seq_insert(parting->arena, seq, i + 1, &setup);
	for (uint32_t k = 0; k < setup.n_args; k++)
		if (seq_index(use, parting->best->steps[use]->args[k]) == v)
			seq = redirected(parting, seq, i + 1, k, i);
	return redirected(parting, seq, i + 2, a, i);
}

/* An earlier argument of the call is the same variable. */
static bool is_shared(const struct step *call, uint32_t a)
{
	for (uint32_t b = 0; b < a; b++)
		if (call->args[b].back == call->args[a].back)
			return true;
	return false;
}

static status look_at(struct parting *parting, uint32_t i, uint32_t a)
{
	uint32_t v = seq_index(i, parting->best->steps[i]->args[a]);
	bool keeps = false;
	if (!is_shared(parting->best->steps[i], a) || !can_copy(parting, v) || parting->best->n + 2 > SEQ_MAX_STEPS)
		return NULL;
	const struct seq *candidate = with_copy(parting, i, a, v);
	candidate = candidate ? seq_settle_lengths(parting->arena, parting->model, candidate) : NULL;
	if (!candidate || !seq_is_valid(candidate, parting->model))
		return NULL;
	TRY(parting->test(parting->context, &candidate, 1, &keeps));
	if (keeps)
		parting->best = candidate;
	return NULL;
}

status set_apart(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                 void *context, const struct seq **result)
{
	struct parting parting = { .arena = arena, .model = model, .best = seq, .test = test, .context = context };
	for (uint32_t i = 0; i < parting.best->n; i++)
		for (uint32_t a = 1; step_is_call(parting.best->steps[i]) && a < parting.best->steps[i]->n_args; a++) {
			uint32_t before = parting.best->n;
			TRY(look_at(&parting, i, a));
			i += parting.best->n - before;
		}
	*result = parting.best;
	return NULL;
}
