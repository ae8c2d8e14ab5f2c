/* evolution: takes a population from one generation to the next. One interface, two kinds.
 *
 * An evolution breeds: tests without a result go to the craft, which gets them run. Then it selects. */
#ifndef SKEP_ENGINE_SEARCH_EVOLUTION_H
#define SKEP_ENGINE_SEARCH_EVOLUTION_H

#include "engine/search/craft.h"

struct evolution; /* defined by each kind */

/* The best individual, and its origin. */
struct best {
	struct tested *const *tests; /* valid until the next generation */
	size_t n;
	bool has_changed;            /* since the last generation */
	bool by_literals;            /* its fitness changed by a change of literals */
	/* Tests that covered something lately; filled in by the engine. */
	struct tested *const *winners;
	size_t n_winners;
};

struct evolution_kind {
	const char *name;
	struct evolution *(*create)(struct craft *craft);
	void (*destroy)(struct evolution *evolution);
	/* Makes the tests from which the next generation is chosen; the first time, the population. */
	void (*breed)(struct evolution *evolution);
	/* Selects the next generation. All tests have results. */
	void (*select)(struct evolution *evolution);
	struct best (*best)(const struct evolution *evolution);
	/* Takes a test, with its result, that improves the best individual. The caller holds it. */
	void (*take_in)(struct evolution *evolution, struct tested *test);
	double (*fitness)(const struct evolution *evolution); /* of the best individual */
};

extern const struct evolution_kind evolution_suites, evolution_goals;

#endif
