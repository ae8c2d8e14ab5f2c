/* regress: how often undirected and directed tests hit the targets, as plain data. */
#ifndef SKEP_EMIT_REGRESS_H
#define SKEP_EMIT_REGRESS_H

#include <jansson.h>

#include "engine/random/pursuit.h"
#include "model/marks.h"

struct regress_target {
	uint32_t probe;
	const char *file;
	uint32_t line, last;         /* the first line that was changed or named, and the last of the same code */
};

struct regress_results {
	const struct regress_target *targets;
	uint32_t n;
	const struct marks *marks;
	const uint64_t *tests;       /* by way, and WITHOUT_SWARM */
	const uint64_t *runs, *failed; /* by way, and WITHOUT_SWARM: tests that ran, and those that failed */
	const uint64_t *barren;      /* by way: configurations from which no test could be made */
	const uint64_t *hits;        /* [way * n + target] */
	const uint64_t *needs;       /* by merging */
	uint64_t all, reached;       /* tests of all engines; tests among them that hit a target */
};

/* The shares of one target. */
struct regress_share {
	uint64_t undirected_tests, undirected_hits, directed_tests, directed_hits;
	double undirected, directed; /* shares of the tests */
	double ratio;                /* directed to undirected; negative: no undirected test hit the target */
	uint32_t best;               /* the way that hit it most often; 0: no directed test hit it */
};

/* Reads the results off the counts of a campaign. All but the targets lives in arena. */
struct regress_results regress_read(const struct regress_target *targets, uint32_t n, const struct marks *marks,
                                    const struct counts *counts, struct arena *arena);
struct regress_share regress_share_of(const struct regress_results *results, uint32_t target);
/* Returns `regress` of summary.json. */
json_t *regress_json(const struct regress_results *results);

#endif
