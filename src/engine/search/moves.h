/* moves: climbs (engine/climb.h) from the campaign's nearest tests towards outcomes that nobody has
 * taken; one climb at a time. Outcomes that were climbed to least come first, then near ones. */
#ifndef SKEP_ENGINE_SEARCH_MOVES_H
#define SKEP_ENGINE_SEARCH_MOVES_H

#include "engine/climb.h"
#include "engine/search/craft.h"

struct moves {
	struct craft *craft;
	struct climb climb;
	uint32_t outcome;            /* that is climbed to; NONE: none is */
	uint32_t *tries;             /* per outcome */
	uint64_t *from;              /* per outcome: hash of the test that the last climb began with */
	VEC(struct tested *) around; /* held: neighbours under way */
	uint64_t in_vain, steps;     /* neighbours since a step to a nearer test, and steps then */
	uint64_t climbs, reached;
};

void moves_init(struct moves *moves, struct craft *craft);
void moves_release(struct moves *moves);
/* Chooses an outcome; false: there is none to climb to that was not climbed to from the same test. */
bool moves_begin(struct moves *moves);
/* Puts the next neighbours to what waits; false: the climb is over. They must have results when it
 * is called again. */
bool moves_go_on(struct moves *moves);

#endif
