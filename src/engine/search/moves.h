/* moves: climbs (engine/climb.h) from the campaign's nearest tests towards outcomes that nobody has taken, one
 * climb at a time. Outcomes with the fewest climbs come first, then near ones. */
#ifndef SKEP_ENGINE_SEARCH_MOVES_H
#define SKEP_ENGINE_SEARCH_MOVES_H

#include "engine/climb.h"
#include "engine/search/craft.h"

struct moves {
	struct craft *craft;
	struct climb climb;
	uint32_t outcome;            /* the aim of the climb; NONE: there is no climb */
	uint32_t *tries;             /* per outcome */
	uint64_t *from;              /* per outcome: hash of the test with which its last climb began */
	VEC(struct tested *) around; /* held: neighbours without results */
	uint64_t in_vain, steps;     /* neighbours since the last nearer test; steps then */
	uint64_t climbs, reached;
};

void moves_init(struct moves *moves, struct craft *craft);
void moves_release(struct moves *moves);
/* Chooses an outcome and begins a climb. False: every outcome was climbed to from its nearest test already. */
bool moves_begin(struct moves *moves);
/* Adds the next neighbours to the waiting tests; false: the climb is over. They must have results at the next
 * call. */
bool moves_go_on(struct moves *moves);

#endif
