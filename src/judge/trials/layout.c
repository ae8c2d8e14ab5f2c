/* layout: see layout.h. */
#include "judge/trials/layout.h"

/* The number of the test's objects that calls can see; with fewer than two there is no order. */
static uint32_t objects_seen(const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		n += step->kind == STEP_BLOCK;
		for (uint32_t a = 0; a < step->n_args; a++)
			n += step->args[a].address;
		for (uint32_t f = 0; f < step->n_fills; f++)
			n += step->fills[f].arg.address;
	}
	return n;
}

status layout_matters(struct executor *checked, const struct unit *unit, const struct seq *seq, bool *matters)
{
	const struct run *run;
	size_t n;
	*matters = false;
	if (objects_seen(seq) < 2)
		return NULL;
	if (executor_submit(checked, &seq, 1, WANT_LAYOUT(1)) != 1)
		return fail(TROUBLE_TARGET, "a test of %s is too long for its target", unit->name);
	TRY(executor_collect(checked, &run, &n));
	if (n != 1)
		return fail(TROUBLE_TARGET, "the checked target of %s takes no tests", unit->name);
	*matters = run->outcome != SK_NORMAL || run->fault;
	return NULL;
}
