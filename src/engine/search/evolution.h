/* evolution: how a population goes from one generation to the next. One interface, two kinds.
 *
 * An evolution breeds: tests without a result go to the craft, which sees that they are run. Then
 * it selects. */
#ifndef SKEP_ENGINE_SEARCH_EVOLUTION_H
#define SKEP_ENGINE_SEARCH_EVOLUTION_H

#include "engine/search/craft.h"

struct evolution; /* of one kind */

/* The best individual, and how it came to be. */
struct best {
	struct tested *const *tests; /* until the next generation */
	size_t n;
	bool has_changed;            /* since the last generation */
	bool by_literals;            /* a change of literals changed its fitness */
	/* Tests that covered something lately; filled in by the engine. */
	struct tested *const *winners;
	size_t n_winners;
};

struct evolution_kind {
	const char *name;
	struct evolution *(*create)(struct craft *craft);
	void (*destroy)(struct evolution *evolution);
	/* Makes what the next generation is chosen from; the first time, the population. */
	void (*breed)(struct evolution *evolution);
	/* All tests have results. */
	void (*select)(struct evolution *evolution);
	struct best (*best)(const struct evolution *evolution);
	/* A test, with its result, that makes the best individual better. Held by the caller. */
	void (*take_in)(struct evolution *evolution, struct tested *test);
	double (*fitness)(const struct evolution *evolution); /* of the best individual */
};

extern const struct evolution_kind evolution_suites, evolution_goals;

#endif
