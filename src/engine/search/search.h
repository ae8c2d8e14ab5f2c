/* search: tests that evolve.
 *
 * An individual is a whole suite (suites.h), or a test with one objective per goal (goals.h). Both are an
 * evolution (evolution.h) over the same tests (craft.h), judged by their distances to outcomes that nobody has
 * taken (fitness.h). Where a change of a literal moved the best individual, symbolic execution is applied to it
 * (inside.h), and now and then local search to one literal after the other (engine/climb.h).
 *
 * The engine is a state machine: it proposes the tests that have no result yet, and goes on when all results
 * are there. */
#ifndef SKEP_ENGINE_SEARCH_SEARCH_H
#define SKEP_ENGINE_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* Parameters of the step from one generation to the next. */
struct breeding_options {
	uint32_t population;
	double crossover;            /* chance that two parents are crossed */
	double rank_bias;            /* suites: how much likelier the best is chosen than the middle */
	double insertion;            /* suites: sigma, the chance of a new test */
	uint32_t tournament;         /* goals: the best of so many tests is a parent */
	double fresh;                /* goals: share of tests that are made anew */
	double seeds;                /* share of new tests that come near missing goals */
	uint32_t max_tests;          /* of a suite */
	uint32_t max_steps;          /* of a test */
};

enum filter {
	FILTER_NONE,                 /* all that may lead to a goal, the shortest way first */
	FILTER_ONE_WAY,              /* only conditions that were decided one way */
	FILTER_ONE_WAY_FIRST         /* these first, and then the others */
};

/* When and how symbolic execution is applied. */
struct inside_options {
	bool is_off;
	double probability;          /* P */
	double rate;                 /* R, by which P grows and shrinks */
	bool keep_all;               /* keeps tests that do not improve fitness, too */
	uint32_t filter;             /* enum filter: which conditions are flipped */
	bool all_individuals;        /* all individuals that a change of literals improved */
	uint32_t max_tests;          /* of an application; 0: a share of the budget */
	double max_seconds;          /* of an application; 0: a share of the budget, or no limit */
	double solver_seconds;       /* of a query; 0: the solver's default */
};

struct search_options {
	bool suites;                 /* individuals are suites; else tests with one objective per goal */
	struct breeding_options breeding;
	struct inside_options inside;
	uint32_t climb_every;        /* generations between two climbs */
	bool no_climb;
	bool is_left_out;            /* `auto` leaves the engine out: for measurements */
};

/* Returns the paper's values, where it has some. */
struct search_options search_defaults(void);

#endif
