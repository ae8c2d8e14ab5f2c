/* fitness: how far a set of tests is from covering everything; smaller is better.
 *
 * |M| - |M_T| + the sum of d(b, T): functions that no test enters, and for each outcome of a
 * condition and each case 0 if it was taken, x/(x + 1) of its smallest distance x if its condition
 * decided at least twice, else 1. A condition that decided once would be pulled to its other side,
 * and the side it has be lost. Statement, condition and MC/DC coverage add the goals that are
 * missing, from the same record.
 *
 * What the campaign has covered counts as covered by every suite: the archive keeps its tests. */
#ifndef SKEP_ENGINE_SEARCH_FITNESS_H
#define SKEP_ENGINE_SEARCH_FITNESS_H

#include "base/vec.h"
#include "cover/structure.h"
#include "engine/search/paths.h"
#include "engine/search/tested.h"

struct fitness {
	const struct engine_world *world;
	struct structure *structure; /* while it is narrow, outcomes that lead to no goal are out of scope */
	VEC(uint32_t) outcomes;      /* in scope and not covered by the campaign */
	VEC(uint32_t) functions;     /* function marks, likewise */
	struct path_goals paths;     /* of decisions, for MC/DC */
	double *nearest;             /* scratch, per outcome */
	uint8_t *times;
	struct cover cover;          /* scratch */
};

void fitness_init(struct fitness *fitness, const struct engine_world *world, struct structure *structure);
void fitness_release(struct fitness *fitness);
/* Takes over what the campaign has covered; values from before do not compare with those after. */
void fitness_refresh(struct fitness *fitness);
/* Nothing is left to win. */
bool fitness_is_over(const struct fitness *fitness);

/* Only good tests count. */
double fitness_of(struct fitness *fitness, struct tested *const *tests, size_t n);

/* x/(x + 1); 1 for a negative x. */
double normalised(double distance);
/* The probe of an outcome, and the first outcome and number of outcomes of its condition or switch. */
uint32_t outcome_probe(const struct marks *marks, uint32_t outcome);
uint32_t outcome_siblings(const struct marks *marks, uint32_t outcome, uint32_t *n);
/* Some test of the campaign decided its condition or switch: it can be aimed at. */
bool outcome_is_met(const struct engine_world *world, uint32_t outcome);
uint32_t outcome_function(const struct marks *marks, uint32_t outcome);

#endif
