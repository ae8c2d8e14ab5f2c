/* symbolic: dynamic symbolic execution.
 *
 * A test runs in the symbolic build and leaves a trace: its decisions, and how they depend on the bytes of its
 * literals. Every decision on the way could have gone differently. These other ways are candidates: they are
 * kept if the coverage structure sees a goal behind them (candidates.h), chosen by a strategy (strategy.h), and
 * solved for the bytes that take them (solve/solve.h). The new test runs, and leaves a trace.
 *
 * The first tests come from the archive and from new calls (seeds.h). */
#ifndef SKEP_ENGINE_SYMBOLIC_SYMBOLIC_H
#define SKEP_ENGINE_SYMBOLIC_SYMBOLIC_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/symbolic/strategy.h"
#include "seq/seq.h"

struct symbolic_options {
	const struct strategy *strategy;  /* NULL: the default */
	double solver_seconds;            /* of a query; 0: the solver's default */
	bool no_filter;                   /* tries irrelevant candidates, too: for measurements */
	uint32_t patience;                /* runs in vain before a goal comes last; 0: the default */
	bool no_directed;                 /* no branch-directed generation (directed.h) */
	uint32_t max_seeds;               /* the most first tests; 0: any number */
	const struct seq *const *starts;  /* first tests that come before others; borrowed */
	size_t n_starts;
};

#endif
