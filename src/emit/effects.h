/* effects: which operations help tests to hit a goal, and which hinder them, as the outputs tell it.
 *
 * The figures come from the counts of swarm tests (engine/influence.h). For a goal that few of them hit, the
 * figures of the nearest place before it with enough hits stand in. */
#ifndef SKEP_EMIT_EFFECTS_H
#define SKEP_EMIT_EFFECTS_H

#include "emit/results.h"
#include "engine/influence.h"

#define EFFECTS_NAMED 6u         /* as many operations of each kind at most */
#define EFFECTS_LEAST_HITS 10u   /* a goal with fewer hits has too little data */

struct effect {
	const char *operation;
	struct influence_of is;
};

struct effects {
	uint32_t probe;          /* whose hits are counted: the goal, or a place before it; NONE: no data */
	uint64_t hits;           /* of the goal itself */
	uint64_t tests;          /* swarm tests in all */
	struct effect helps[EFFECTS_NAMED], hinders[EFFECTS_NAMED]; /* the strongest first */
	uint32_t n_helps, n_hinders;
};

struct effects effects_of(const struct results *results, uint32_t probe);
/* Appends "helped by: table_put, table_grow; hindered by: table_clear"; nothing if nothing is known. */
void effects_print(const struct effects *effects, struct sb *out);

#endif
