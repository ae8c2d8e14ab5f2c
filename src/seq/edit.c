/* edit: sequences made from another sequence, by leaving out or replacing steps.
 *
 * References are distances, so leaving a step out changes all references that reach over it. Only
 * steps with such references are made anew; the others are shared. */
#include <string.h>

#include "base/status.h"
#include "seq/literal.h"
#include "seq/seq.h"
#include "seq/step.h"

struct cut {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	const bool *drop;
	uint32_t place[SEQ_MAX_STEPS]; /* places of the kept steps in the new sequence */
};

/* The newest kept step before i that can replace step `lost`. It must be of the same kind, because
 * a text is not the name of a scratch file, and a number is not an open file. */
static uint32_t stand_in(const struct cut *cut, uint32_t i, uint32_t lost)
{
	type_id type = cut->seq->steps[lost]->type;
	bool is_no_file = cut->seq->steps[lost]->kind == STEP_VALUE && seq_is_descriptor(cut->model, cut->seq, lost);
	while (i-- > 0)
		if (!cut->drop[i] && cut->seq->steps[i]->kind == cut->seq->steps[lost]->kind &&
		    step_variable_size(cut->seq->steps[i], cut->model) &&
		    model_same_type(cut->model, cut->seq->steps[i]->type, type) &&
		    (!is_no_file || seq_is_descriptor(cut->model, cut->seq, i)))
			return i;
	return NONE;
}

/* The argument of step i as it must be in the new sequence; false: no variable fits. */
static bool move_arg(const struct cut *cut, uint32_t i, struct arg *arg)
{
	uint32_t to = seq_index(i, *arg);
	if (cut->drop[to])
		to = stand_in(cut, i, to);
	if (to == NONE)
		return false;
	arg->back = cut->place[i] - cut->place[to];
	return true;
}

/* Calls move_arg() on every reference of a step. *changed: one of them is different now. */
static bool move_args(const struct cut *cut, uint32_t i, struct arg *args, struct fill *fills, bool *changed)
{
	const struct step *step = cut->seq->steps[i];
	for (uint32_t a = 0; a < step->n_args; a++) {
		args[a] = step->args[a];
		if (!move_arg(cut, i, &args[a]))
			return false;
		*changed |= args[a].back != step->args[a].back;
	}
	for (uint32_t f = 0; f < step->n_fills; f++) {
		fills[f] = step->fills[f];
		if (!move_arg(cut, i, &fills[f].arg))
			return false;
		*changed |= fills[f].arg.back != step->fills[f].arg.back;
	}
	return true;
}

/* Step i with its references moved; the step itself if none moves; NULL: a reference has no
 * replacement. */
static const struct step *moved(const struct cut *cut, uint32_t i)
{
	const struct step *step = cut->seq->steps[i];
	if (!step->n_args && !step->n_fills)
		return step;
	struct arg *args = xmalloc(step->n_args * sizeof *args);
	struct fill *fills = xmalloc(step->n_fills * sizeof *fills);
	struct step copy = *step;
	copy.args = args;
	copy.fills = fills;
	bool changed = false;
	const struct step *result = NULL;
	if (move_args(cut, i, args, fills, &changed))
		result = changed ? step_copy(cut->arena, &copy) : step;
	free(args);
	free(fills);
	return result;
}

const struct seq *seq_without(struct arena *arena, const struct model *model, const struct seq *seq, const bool *drop)
{
	struct cut cut = { .arena = arena, .model = model, .seq = seq, .drop = drop };
	const struct step **steps = ARENA_ARRAY(arena, const struct step *, seq->n);
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		cut.place[i] = n;
		if (drop[i])
			continue;
		steps[n] = moved(&cut, i);
		if (!steps[n])
			return NULL;
		n++;
	}
	const struct seq *shorter = seq_of_steps(arena, steps, n);
	return seq_settings_fit(model, shorter) ? shorter : NULL;
}

const struct seq *seq_replace(struct arena *arena, const struct seq *seq, uint32_t i, const struct step *step)
{
	INVARIANT(i < seq->n && seq->steps[i]->type == step->type);
	const struct step **steps = arena_memdup(arena, seq->steps, seq->n * sizeof *steps);
	steps[i] = step_copy(arena, step);
	return seq_of_steps(arena, steps, seq->n);
}

/* Step i as it is one place further on, after a step was inserted before `at`. */
static const struct step *pushed_on(struct arena *arena, const struct step *step, uint32_t i, uint32_t at)
{
	struct step copy = *step;
	if (!step->n_args && !step->n_fills)
		return step;
	struct arg *args = arena_memdup(arena, step->args, step->n_args * sizeof *args);
	struct fill *fills = arena_memdup(arena, step->fills, step->n_fills * sizeof *fills);
	for (uint32_t a = 0; a < step->n_args; a++)
		args[a].back += seq_index(i, args[a]) < at;
	for (uint32_t f = 0; f < step->n_fills; f++)
		fills[f].arg.back += seq_index(i, fills[f].arg) < at;
	copy.args = args;
	copy.fills = fills;
	return step_copy(arena, &copy);
}

const struct seq *seq_insert(struct arena *arena, const struct seq *seq, uint32_t at, const struct step *step)
{
	INVARIANT(at <= seq->n);
	const struct step **steps = ARENA_ARRAY(arena, const struct step *, seq->n + 1);
	for (uint32_t i = 0; i < at; i++)
		steps[i] = seq->steps[i];
	steps[at] = step_copy(arena, step);
	for (uint32_t i = at; i < seq->n; i++)
		steps[i + 1] = pushed_on(arena, seq->steps[i], i, at);
	return seq_of_steps(arena, steps, seq->n + 1);
}
