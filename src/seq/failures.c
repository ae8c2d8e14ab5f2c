/* failures: see failures.h. */
#include "seq/failures.h"

#include <string.h>

#define MOST_TRIED 6u /* numbers to try before one call */

uint32_t seq_fails(const struct model *model, const struct seq *seq)
{
	uint32_t fails = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL)
			fails |= model->functions.at[seq->steps[i]->index].fails;
	return fails;
}

const struct seq *seq_with_failure(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                   uint32_t operation, uint32_t n)
{
	const struct step number = { .kind = STEP_VALUE,
		                     .type = model->functions.at[operation].params[0].type,
		                     .bytes = (const void *)&n,
		                     .size = sizeof n };
	const struct arg arg = { .back = 1 };
	const struct step call = step_call(model, operation, &arg);
	return seq_insert(arena, seq_insert(arena, seq, i, &number), i + 1, &call);
}

/* Leaves out the operation, and its number if that is a literal of its own. */
static const struct seq *without_failure(struct arena *arena, const struct model *model, const struct seq *seq,
                                         uint32_t i, uint32_t *n_dropped)
{
	uint32_t number = seq_index(i, seq->steps[i]->args[0]);
	bool drop[SEQ_MAX_STEPS] = { 0 };
	drop[i] = true;
	drop[number] = number + 1 == i && seq->steps[number]->kind == STEP_VALUE;
	*n_dropped = 1 + drop[number];
	return seq_without(arena, model, seq, drop);
}

size_t seq_later_failures(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max)
{
	const struct step *step = seq->steps[i];
	const struct function *operation = step_function(model, step);
	uint32_t n_dropped, n = 0;
	size_t n_out = 0;
	if (!operation || !operation->fails)
		return 0;
	const struct step *number = seq->steps[seq_index(i, step->args[0])];
	if (number->kind != STEP_VALUE || number->size != sizeof n)
		return 0;
	memcpy(&n, number->bytes, sizeof n);
	const struct seq *rest = without_failure(arena, model, seq, i, &n_dropped);
	for (uint32_t k = rest ? rest->n : 0; k-- > i + 2 - n_dropped && n_out < max;) {
		const struct function *called = step_function(model, rest->steps[k]);
		for (uint32_t m = 1; called && !called->sets && m <= n && m <= MOST_TRIED && n_out < max; m++)
			out[n_out++] = seq_with_failure(arena, model, rest, k, step->index, m);
	}
	return n_out;
}
