/* inside: symbolic execution inside the search, applied to the best individual.
 *
 * It is applied when the best individual changed, a change of literals moved its fitness, and chance wants it:
 * with probability P, which grows by R after a useful application and shrinks by R after a useless one. It is
 * also applied when the population has spent on its generations what the last application cost; after each
 * useless application this wait doubles. The paper has no such rule, because its generations take seconds.
 *
 * One application traces the tests of the individual. It flips conditions that were decided one way only, those
 * with the shortest way there first, and then other conditions that may lead to a goal. The paper leaves these
 * out, but a loop may have to go the same way many times before the next goal shows. Tests that improve fitness
 * stay, and are traced as well. The application ends when nothing is left to flip, or its limit is reached. */
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
	uint32_t solved, kept;   /* flips that gave a test; tests of these that stay */
	uint32_t new_probes;     /* covered first by these tests */
	double before, after;    /* fitness of the individual */
};

/* All applications together. */
struct applied {
	uint64_t n, useful, kept, declined; /* declined by chance */
};

/* Cost of the present application. */
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
	struct work generations, application; /* since the last application; of the present one */
	uint64_t solver_steps;           /* before the present application */
	struct map traced;               /* hashes of tests that were traced */
	VEC(struct application) applications; /* the first MAX_REPORTED, and the present one */
	struct applied applied;
	/* The application under way. */
	VEC(struct tested *) suite;      /* held: the individual's tests, and tests that stay */
	size_t next;              /* the next test of these to be traced */
	struct effort effort;
	struct arena *arena;             /* of the test that runs */
	bool is_flip;                    /* this test is a solution, not one of the individual's */
	struct candidate candidate;
	uint64_t n_traced;
};

void inside_init(struct inside *inside, struct craft *craft, uint64_t seed);
void inside_release(struct inside *inside);

/* Notes that a test of a generation has run. */
void inside_note(struct inside *inside, const struct run *run);
/* Draws whether to apply it to this individual now. */
bool inside_wants(struct inside *inside, const struct best *best);
void inside_begin(struct inside *inside, const struct best *best, uint64_t generation);
/* Returns the next test to run in the symbolic build with a trace; NULL: the application is over. */
const struct seq *inside_next(struct inside *inside);
/* Takes the test's result. Returns the test if it stays, held by the application; otherwise NULL. */
struct tested *inside_take(struct inside *inside, const struct engine_result *result);
void inside_end(struct inside *inside);

#endif
