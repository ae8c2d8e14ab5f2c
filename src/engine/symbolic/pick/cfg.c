/* cfg: control-flow directed, as in CREST.
 *
 * The decision of the current run that is nearest to an uncovered goal is flipped. If the new run wins
 * something, or has a candidate nearer to a goal, it becomes the current run; otherwise the next decision of
 * the current run is tried. After too many failures, or when no decision is left, the search starts again from
 * a random run. It is local on purpose: it comes back to earlier runs only by chance. */
#include <stdlib.h>

#include "engine/symbolic/strategy.h"

#define MAX_FAILURES 30u

struct local {
	uint64_t current;        /* number of the run; 0: none */
	uint32_t nearest;        /* for which it was chosen */
	unsigned failures;
};

static void *create(void)
{
	return xcalloc(1, sizeof(struct local));
}

static size_t nearest_of(const struct search *search, uint64_t test, bool *found)
{
	size_t best = 0;
	*found = false;
	for (size_t i = 0; i < search->n; i++) {
		const struct candidate *a = &search->at[i], *b = &search->at[best];
		if (a->test->number != test)
			continue;
		if (!*found || a->distance < b->distance || (a->distance == b->distance && a->number < b->number))
			best = i;
		*found = true;
	}
	return best;
}

static size_t pick(void *memory, const struct search *search)
{
	struct local *local = memory;
	bool found;
	size_t i = nearest_of(search, local->current, &found);
	if (found && local->failures < MAX_FAILURES)
		return i;
	local->current = search->at[rng_below(search->rng, search->n)].test->number;
	local->failures = 0;
	i = nearest_of(search, local->current, &found);
	local->nearest = search->at[i].distance;
	return i;
}

static void told(void *memory, const struct search *search, const struct tried *tried)
{
	struct local *local = memory;
	bool found = false;
	size_t i = tried->to ? nearest_of(search, tried->to->number, &found) : 0;
	if (tried->to && (tried->new_probes || (found && search->at[i].distance < local->nearest))) {
		local->current = tried->to->number;
		local->nearest = found ? search->at[i].distance : NONE;
		local->failures = 0;
		return;
	}
	local->failures++;
}

const struct strategy strategy_cfg = { "cfg", create, free, pick, told };
