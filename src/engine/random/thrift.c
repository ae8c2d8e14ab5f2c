/* thrift: see thrift.h. */
#include "engine/random/thrift.h"

#include "seq/value.h"

#define DEAR 32768u          /* fuel of a test that moves about a megabyte */
#define OVERHEAD 256u        /* a test takes some time even if it does nothing */
#define SHARE 0.2
#define MORE 4.0             /* times the fuel per step of tests without such a number: the number is to blame */
#define LEAST_SIZE 65536
#define MOST_SIZE (INT64_C(128) << 20) /* a test gets no more memory */

void thrift_learn(struct thrift *thrift, const struct model *model, const struct seq *seq, const struct run *run)
{
	bool looks_dear = thrift_looks_dear(model, seq);
	struct spent *spent = looks_dear ? &thrift->sized : &thrift->others;
	thrift->all += (double)run->fuel_used + OVERHEAD;
	if (run->outcome == SK_HANG) /* the numbers in a test say nothing about an endless loop */
		return;
	spent->fuel += (double)run->fuel_used;
	spent->steps += seq->n;
	if (looks_dear && run->fuel_used > DEAR)
		thrift->dear += (double)run->fuel_used;
}

static double per_step(const struct spent *spent)
{
	return spent->fuel / (spent->steps + 1);
}

bool thrift_saves(const struct thrift *thrift)
{
	return thrift->dear > SHARE * thrift->all && per_step(&thrift->sized) > MORE * per_step(&thrift->others);
}

bool thrift_looks_dear(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		const struct type *type = step->kind == STEP_VALUE ? model_canonical(model, step->type) : NULL;
		if (!type || type->kind != TYPE_INT || type->size < 4)
			continue;
		int64_t number = value_int(type, step->bytes);
		if (number >= LEAST_SIZE && number <= MOST_SIZE)
			return true;
	}
	return false;
}
