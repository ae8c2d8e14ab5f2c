/* fitness: how far a set of tests is from covering everything; smaller is better.
 *
 * The value is |M| - |M_T| + the sum of d(b, T): the number of functions that no test enters, plus for each
 * outcome of a condition and each case 0 if it was taken, x/(x + 1) of its smallest distance x if its condition
 * decided at least twice, else 1. A condition that decided once would be pulled to its other side, and its
 * present side would be lost. Statement, condition and MC/DC coverage add their missing goals, from the same
 * record.
 *
 * Everything that the campaign has covered counts as covered by every suite, because the archive keeps its
 * tests. */
#ifndef SKEP_ENGINE_SEARCH_FITNESS_H
#define SKEP_ENGINE_SEARCH_FITNESS_H

#include "base/vec.h"
#include "cover/structure.h"
#include "engine/search/paths.h"
#include "engine/search/tested.h"

struct fitness {
	const struct engine_world *world;
	struct structure *structure; /* while narrow, outcomes that lead to no goal are out of scope */
	VEC(uint32_t) outcomes;      /* in scope and not covered by the campaign */
	VEC(uint32_t) functions;     /* function marks, in scope and not covered by the campaign */
	struct path_goals paths;     /* of decisions, for MC/DC */
	double *nearest;             /* scratch, per outcome */
	uint8_t *times;
	struct cover cover;          /* scratch */
};

void fitness_init(struct fitness *fitness, const struct engine_world *world, struct structure *structure);
void fitness_release(struct fitness *fitness);
/* Takes over the campaign's coverage. Values from before and after do not compare. */
void fitness_refresh(struct fitness *fitness);
/* True if nothing is left to win. */
bool fitness_is_over(const struct fitness *fitness);

/* Returns the fitness of a set of tests. Only good tests count. */
double fitness_of(struct fitness *fitness, struct tested *const *tests, size_t n);

/* Returns x/(x + 1); 1 for a negative x. */
double normalised(double distance);
/* Returns the probe of an outcome. */
uint32_t outcome_probe(const struct marks *marks, uint32_t outcome);
/* Returns the first outcome of its condition or switch; *n is the number of these outcomes. */
uint32_t outcome_siblings(const struct marks *marks, uint32_t outcome, uint32_t *n);
/* True if a test of the campaign decided its condition or switch, so that the outcome can be aimed at. */
bool outcome_is_met(const struct engine_world *world, uint32_t outcome);
uint32_t outcome_function(const struct marks *marks, uint32_t outcome);

#endif
