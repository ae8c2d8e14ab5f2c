/* circumstances: see circumstances.h. */
#include "judge/circumstances/circumstances.h"

#include <stdlib.h>

#include "base/mem.h"
#include "judge/circumstances/predicates.h"

#define SEEN(name, predicate, words) [name] = { #name, words, OF_NONE, NULL, predicate },
#define ASKED(name, of, predicate, words) [name] = { #name, words, of, predicate, NULL },
#define TRIED(name, words) [name] = { #name, words, OF_NONE, NULL, NULL },
#define SETTLED(name, words) [name] = { #name, words, OF_NONE, NULL, NULL },
const struct circumstance_row circumstance_rows[N_CIRCUMSTANCES] = {
#include "judge/circumstances/circumstances.def"
};
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

void circumstances_add(struct circumstances *set, enum circumstance circumstance)
{
	set->words[circumstance / 64] |= UINT64_C(1) << circumstance % 64;
}

bool circumstances_have(const struct circumstances *set, enum circumstance circumstance)
{
	return set->words[circumstance / 64] >> circumstance % 64 & 1;
}

void circumstances_remove(struct circumstances *set, enum circumstance circumstance)
{
	set->words[circumstance / 64] &= ~(UINT64_C(1) << circumstance % 64);
}

bool circumstances_unite(struct circumstances *set, const struct circumstances *others)
{
	uint64_t any = 0;
	for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++) {
		set->words[i] |= others->words[i];
		any |= others->words[i];
	}
	return any;
}

void circumstances_restrict(struct circumstances *set, const enum circumstance *these, size_t n)
{
	struct circumstances kept = { 0 };
	for (size_t i = 0; i < n; i++)
		if (circumstances_have(set, these[i]))
			circumstances_add(&kept, these[i]);
	*set = kept;
}

/* Asks the predicates of this kind about a step, and adds the circumstances that hold. */
static void ask(const struct incident *incident, enum asked_of of, uint32_t step, struct circumstances *found)
{
	for (uint32_t c = 0; c < N_CIRCUMSTANCES; c++)
		if (circumstance_rows[c].of == of && !circumstances_have(found, c) &&
		    circumstance_rows[c].holds(incident, step))
			circumstances_add(found, c);
}

static void ask_calls(const struct incident *incident, enum asked_of of, struct circumstances *found)
{
	for (uint32_t i = 0; i < incident->seq->n; i++)
		if (step_is_call(incident->seq->steps[i]))
			ask(incident, of, i, found);
}

/* Asks about the call that failed, then about earlier calls that had to do with its arguments. */
static void ask_parts(const struct incident *incident, uint32_t last, struct circumstances *found)
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

struct circumstances circumstances_of(const struct incident *incident)
{
	static const enum circumstance of_programs[] = { RUNS_PROGRAM, PROMOTED, STOOD_IN, USUAL_ARITHMETIC };
	uint32_t last = incident_step(incident);
	struct circumstances found = { 0 };
	for (uint32_t c = 0; c < N_CIRCUMSTANCES; c++)
		if (circumstance_rows[c].is_seen && circumstance_rows[c].is_seen(incident))
			circumstances_add(&found, c);
	if (circumstances_have(&found, RUNS_PROGRAM)) { /* excuses about calls do not fit a program */
		circumstances_restrict(&found, of_programs, sizeof of_programs / sizeof *of_programs);
		return found;
	}
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
