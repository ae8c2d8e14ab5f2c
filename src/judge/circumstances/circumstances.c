/* circumstances: see circumstances.h. */
#include "judge/circumstances/circumstances.h"

#include <stdlib.h>

#include "base/mem.h"
#include "judge/circumstances/predicates.h"

#define SEEN(name, predicate, words) [NUMBER_##name] = { #name, words, OF_NONE, NULL, predicate },
#define ASKED(name, of, predicate, words) [NUMBER_##name] = { #name, words, of, predicate, NULL },
#define TRIED(name, words) [NUMBER_##name] = { #name, words, OF_NONE, NULL, NULL },
#define SETTLED(name, words) [NUMBER_##name] = { #name, words, OF_NONE, NULL, NULL },
const struct circumstance_row circumstance_rows[N_CIRCUMSTANCES] = {
#include "judge/circumstances/circumstances.def"
};
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

/* Asks the predicates of the kind about a step, and adds those that hold. */
static void ask(const struct incident *incident, enum asked_of of, uint32_t step, uint64_t *found)
{
	for (uint32_t c = 0; c < N_CIRCUMSTANCES; c++)
		if (circumstance_rows[c].of == of && !(*found >> c & 1) && circumstance_rows[c].holds(incident, step))
			*found |= UINT64_C(1) << c;
}

static void ask_calls(const struct incident *incident, enum asked_of of, uint64_t *found)
{
	for (uint32_t i = 0; i < incident->seq->n; i++)
		if (step_is_call(incident->seq->steps[i]))
			ask(incident, of, i, found);
}

/* The call that failed, then back. */
static void ask_parts(const struct incident *incident, uint32_t last, uint64_t *found)
{
	bool *marked = xcalloc(incident->seq->n, sizeof *marked);
	marked[last] = true;
	for (uint32_t i = last + 1; i-- > 0;) {
		bool part = takes_part(marked, incident->seq, i);
		if (!step_is_call(incident->seq->steps[i]))
			continue;
		if (part || is_for_all(incident, i))
			ask(incident, OF_PARTS_AND_GLOBAL, i, found);
		if (!part)
			continue;
		ask(incident, OF_PARTS, i, found);
		ask(incident, OF_PARTS_OR_ALL, i, found);
	}
	free(marked);
}

uint64_t circumstances_of(const struct incident *incident)
{
	uint32_t last = incident_step(incident);
	uint64_t found = 0;
	for (uint32_t c = 0; c < N_CIRCUMSTANCES; c++)
		if (circumstance_rows[c].is_seen && circumstance_rows[c].is_seen(incident))
			found |= UINT64_C(1) << c;
	if (found & RUNS_PROGRAM) /* no excuse about calls fits a program */
		return found & (RUNS_PROGRAM | PROMOTED | STOOD_IN | USUAL_ARITHMETIC);
	ask_calls(incident, OF_ALL_CALLS, &found);
	for (uint32_t i = 0; i <= last && i < incident->seq->n; i++)
		ask(incident, OF_STEPS, i, &found);
	if (incident->fault->kind == SK_LEAK) {
		ask_calls(incident, OF_PARTS_OR_ALL, &found);
		return found;
	}
	if (last >= incident->seq->n || !step_is_call(incident->seq->steps[last]))
		return found;
	ask(incident, OF_CALL, last, &found);
	ask_parts(incident, last, &found);
	return found;
}
