/* random: feedback-directed random call sequences.
 *
 * The engine works bottom-up: it picks a function, finds or makes its arguments, appends the call, has the
 * sequence run, and keeps the sequence if it gave something new. Illegal sequences are never built upon, equal
 * sequences never run twice, and values that another sequence gives already are not reused. Sequences that
 * covered something new are also changed in place. Every device can be switched off, to measure its effect. */
#ifndef SKEP_ENGINE_RANDOM_RANDOM_H
#define SKEP_ENGINE_RANDOM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* Code that tests are to hit: probes of regions or functions. All borrowed. */
struct random_targets {
	const uint32_t *probes;
	uint32_t n;
	const uint32_t *dominators;  /* cover/dominators.h; NULL: not known */
	bool even;                   /* all ways of aiming have equal shares: for measurements */
	uint64_t first_look;         /* undirected tests before tests are aimed; 0: the default */
};

struct random_options {
	bool no_components;      /* undirected: every sequence starts from nothing */
	bool no_equivalence;     /* run equal sequences again */
	bool no_index_pruning;   /* reuse values however often they were seen */
	bool no_null_filter;     /* build upon null results */
	bool no_large_filter;    /* build upon large numbers */
	bool no_mutation;        /* never change a sequence in place */
	bool no_swarm;           /* every test may call everything */
	bool no_hunt;            /* propose nothing for findings alone */
	bool no_flows;           /* results of calls are no arguments */
	const struct random_targets *targets; /* NULL: none in particular */
	double repeat_chance;    /* 0: 0.1 */
	uint32_t repeat_max;     /* 0: 100 */
	uint64_t large_number;   /* 0: 100000 */
	uint32_t max_calls;      /* appended to one sequence; 0: 6 */
	uint32_t swarm_calls;    /* of every swarm test, as far as there is room; 0: 1 to 64 at random */
};

/* Sets an option, "name=value". A failure lists names and values. */
MUST_USE status random_set(struct random_options *options, const char *setting);

#endif
