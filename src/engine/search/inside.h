/* inside: symbolic execution inside the search, applied to the best individual.
 *
 * Applied when the best individual changed, a change of literals moved its fitness, and chance
 * wants it: with probability P, which grows by R when an application gave something and shrinks by
 * R when it did not. A population that has spent on its generations what the last application cost
 * gets one, too, and waits twice as long after each that gave nothing: that is not in the paper,
 * where generations take seconds. One application traces the tests of the individual, and flips conditions that
 * were decided one way only, those with the shortest way there first, and then the others that may lead to a goal: the
 * paper leaves these out, but a loop may have to go the same way many times before the next goal shows. Tests that improve fitness
 * stay, and are traced as well. It ends when nothing is left to flip, or its limit is reached. */
#ifndef SKEP_ENGINE_SEARCH_INSIDE_H
#define SKEP_ENGINE_SEARCH_INSIDE_H

#include "engine/cost.h"
#include "engine/flips/solving.h"
#include "engine/flips/traces.h"
#include "engine/search/evolution.h"

/* The outcome of one application; for the report. */
struct application {
	uint64_t generation;
	uint32_t tests;          /* of the individual */
	uint32_t conditions;     /* that were to be flipped */
	uint32_t solved, kept;   /* tests that were found, and that stay */
	uint32_t new_probes;     /* that these won */
	double before, after;    /* fitness of the individual */
};

/* All applications together. */
struct applied {
	uint64_t n, useful, kept, declined; /* declined by chance */
};

/* Spent on the application under way. */
struct effort {
	uint32_t runs, queries;
	double start;
};

struct inside {
	struct craft *craft;
	struct candidates pool;
	struct traces traces;
	struct solving solving;
	double probability;
	double wait;              /* nanoseconds of generations until an application is overdue */
	struct work generations, application; /* since the last application; of the one under way */
	uint64_t solver_steps;           /* before that one */
	struct map traced;               /* hashes of tests that have been */
	VEC(struct application) applications; /* the first MAX_REPORTED, and the one under way */
	struct applied applied;
	/* The application under way. */
	VEC(struct tested *) suite;      /* held: the individual, and tests that stay */
	size_t next;              /* of these, to be traced */
	struct effort effort;
	struct arena *arena;             /* of the test under way */
	bool is_flip;                    /* it is a solution, not a test of the individual */
	struct candidate candidate;
	uint64_t n_traced;
};

void inside_init(struct inside *inside, struct craft *craft, uint64_t seed);
void inside_release(struct inside *inside);

/* A test of a generation has run. */
void inside_note(struct inside *inside, const struct run *run);
/* Draws whether it is applied to this individual now. */
bool inside_wants(struct inside *inside, const struct best *best);
void inside_begin(struct inside *inside, const struct best *best, uint64_t generation);
/* The next test to run in the symbolic build with a trace; NULL: the application is over. */
const struct seq *inside_next(struct inside *inside);
/* Its result; a test that stays is returned, held by the application. NULL: none does. */
struct tested *inside_take(struct inside *inside, const struct engine_result *result);
void inside_end(struct inside *inside);

#endif
