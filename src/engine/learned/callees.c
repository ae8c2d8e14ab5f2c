/* callees: see callees.h. */
#include "engine/learned/callees.h"

#include <stdlib.h>

#define MAX_CALLS 3u   /* a longer test does not show who called a stand-in */
#define MAX_CALLEES 64u /* of one function */

struct callees {
	const struct model *model;
	VEC(uint32_t) *by_function;
};

struct callees *callees_new(const struct model *model)
{
	struct callees *callees = xcalloc(1, sizeof *callees);
	callees->model = model;
	callees->by_function = xcalloc(model->functions.n + 1, sizeof *callees->by_function);
	return callees;
}

void callees_free(struct callees *callees)
{
	for (size_t i = 0; i < callees->model->functions.n; i++)
		vec_release(&callees->by_function[i]);
	free(callees->by_function);
	free(callees);
}

static void note(struct callees *callees, uint32_t function, uint32_t missing)
{
	for (size_t i = 0; i < callees->by_function[function].n; i++)
		if (callees->by_function[function].at[i] == missing)
			return;
	if (callees->by_function[function].n < MAX_CALLEES)
		vec_push(&callees->by_function[function], missing);
}

void callees_learn(struct callees *callees, const struct seq *seq, const struct run *run)
{
	uint32_t calls = 0;
	for (uint32_t i = 0; run->n_stood_in && i < seq->n && calls < MAX_CALLS; i++) {
		if (!step_is_call(seq->steps[i]))
			continue;
		calls++;
		for (uint32_t k = 0; k < run->n_stood_in; k++)
			if (!(run->stood_in[k] & SK_STOOD_IN_VARIABLE) &&
			    !callees->model->missing.at[run->stood_in[k]].known_as)
				note(callees, seq->steps[i]->index, run->stood_in[k]);
	}
}

uint32_t callees_pick(const struct callees *callees, struct rng *rng, uint32_t function)
{
	size_t n = callees->by_function[function].n;
	return n ? callees->by_function[function].at[rng_below(rng, n)] : NONE;
}
