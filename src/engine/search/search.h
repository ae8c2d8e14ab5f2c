/* search: tests that evolve.
 *
 * Whole suites as individuals (suites.h), or tests with one objective per goal (goals.h): both are
 * an evolution (evolution.h) over the same tests (craft.h), judged by how near they come to the
 * outcomes that nobody has taken (fitness.h). Where a change of a literal moved the best individual,
 * symbolic execution is applied to it (inside.h), and now and then local search to one literal
 * after the other (engine/climb.h).
 *
 * The engine is a state machine: it proposes the tests that have no result yet, and goes on when
 * all results are there. */
#ifndef SKEP_ENGINE_SEARCH_SEARCH_H
#define SKEP_ENGINE_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* How generations follow each other. */
struct breeding_options {
	uint32_t population;
	double crossover;            /* chance that two parents are crossed */
	double rank_bias;            /* suites: how much likelier the first one is chosen than the middle one */
	double insertion;            /* suites: sigma, the chance of a new test */
	uint32_t tournament;         /* goals: tests of which the best one is a parent */
	double fresh;                /* goals: share of tests that are no child */
	double seeds;                /* of new tests that come near to what is missing */
	uint32_t max_tests;          /* of a suite */
	uint32_t max_steps;          /* of a test */
};

enum filter {
	FILTER_NONE,                 /* all that may lead to something, those with the shortest way first */
	FILTER_ONE_WAY,              /* only those that were decided one way */
	FILTER_ONE_WAY_FIRST         /* these first, and then the others */
};

/* When and how symbolic execution is applied. */
struct inside_options {
	bool is_off;
	double probability;          /* P */
	double rate;                 /* R, by which P grows and shrinks */
	bool keep_all;               /* also tests that do not improve fitness */
	uint32_t filter;             /* enum filter: which conditions are flipped */
	bool all_individuals;        /* not only the best one: all that a change of literals made better */
	uint32_t max_tests;          /* that one application may run; 0: a share of the budget */
	double max_seconds;          /* that one application may take; 0: a share of the budget, or not limited */
	double solver_seconds;       /* a query may take; 0: the solver's own default */
};

struct search_options {
	bool suites;                 /* whole suites as individuals; else one objective per goal */
	struct breeding_options breeding;
	struct inside_options inside;
	uint32_t climb_every;        /* generations: then one climb */
	bool no_climb;
	bool is_left_out;            /* `auto` goes without the engine: for measurements */
};

/* The paper's, where it has one. */
struct search_options search_defaults(void);

#endif
