/* order: see order.h. */
#include "reduce/order.h"

#include <string.h>

struct ordering {
	const struct seq *seq;
	struct seq_builder builder;
	uint32_t place[SEQ_MAX_STEPS]; /* of each step in the new order; NONE: it has none yet */
};

/* A step without effect on other steps. */
static bool is_literal(const struct step *step)
{
	return step->kind == STEP_VALUE || step->kind == STEP_BLOCK || step->kind == STEP_CALLBACK;
}

static struct arg moved(const struct ordering *ordering, uint32_t i, struct arg arg)
{
	return seq_arg(&ordering->builder, ordering->place[seq_index(i, arg)], arg.address);
}

/* Places step i behind the literals that it uses. */
static void place(struct ordering *ordering, uint32_t i)
{
	struct step step = *ordering->seq->steps[i];
	struct arena *arena = ordering->builder.arena;
	struct arg *args = arena_memdup(arena, step.args, step.n_args * sizeof *args);
	struct fill *fills = arena_memdup(arena, step.fills, step.n_fills * sizeof *fills);
	for (uint32_t k = 0; k < step.n_args + step.n_fills; k++) {
		uint32_t v = seq_index(i, k < step.n_args ? args[k] : fills[k - step.n_args].arg);
		if (ordering->place[v] == NONE)
			place(ordering, v);
	}
	for (uint32_t a = 0; a < step.n_args; a++)
		args[a] = moved(ordering, i, args[a]);
	for (uint32_t f = 0; f < step.n_fills; f++)
		fills[f].arg = moved(ordering, i, fills[f].arg);
	step.args = args;
	step.fills = fills;
	ordering->place[i] = seq_add(&ordering->builder, &step);
}

status order_literals(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                      void *context, const struct seq **result)
{
	struct ordering ordering = { .seq = seq };
	bool keeps = false;
	*result = seq;
	if (seq->n > SEQ_MAX_STEPS)
		return NULL;
	memset(ordering.place, 0xff, sizeof ordering.place);
	seq_begin(&ordering.builder, arena);
	for (uint32_t i = 0; i < seq->n; i++)
		if (!is_literal(seq->steps[i]))
			place(&ordering, i);
	const struct seq *ordered = seq_finish(&ordering.builder);
	if (!ordered->n || seq_equal(ordered, seq) || !seq_is_valid(ordered, model))
		return NULL;
	TRY(test(context, &ordered, 1, &keeps));
	*result = keeps ? ordered : seq;
	return NULL;
}
