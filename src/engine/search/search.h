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

/* 0 stands for the default everywhere. */
struct search_options {
	bool suites;                 /* whole suites as individuals; else one objective per goal */
	uint32_t population;         /* 80 */
	double crossover;            /* 0.75 */
	double rank_bias;            /* 1.7 */
	double insertion;            /* sigma: a new test in a suite, 0.1 */
	uint32_t max_tests;          /* of a suite, 50 */
	uint32_t max_steps;          /* of a test, 80 */
	/* Symbolic execution inside. */
	bool no_symbolic;
	double probability;          /* P, 1 */
	double rate;                 /* R, by which P grows and shrinks, 1 */
	bool keep_all;               /* also tests that do not improve fitness */
	bool no_filter;              /* also conditions that were decided both ways */
	uint32_t symbolic_tests;     /* that one application may run, 200 */
	double symbolic_seconds;     /* that one application may take; 0: not limited in time */
	double solver_seconds;       /* a query may take */
	bool is_left_out;            /* `auto` goes without the engine: for measurements */
	/* Local search. */
	bool no_climb;
};

#endif
