/* candidates: the pool of ways that have not been tried.
 *
 * A candidate is a prefix of a traced run with its last decision flipped. It is kept
 * small: which test, which place in its trace, which way instead. What the coverage
 * structure thinks of it is kept beside it and brought up to date when coverage
 * grew; candidates that became irrelevant are dropped then. The prefixes that were
 * ever in the pool are remembered, so that none is tried twice.
 *
 * Candidates that only lead to goals of which there is no hope (structure.h) wait. */
#ifndef SKEP_ENGINE_FLIPS_CANDIDATES_H
#define SKEP_ENGINE_FLIPS_CANDIDATES_H

#include "base/map.h"
#include "cover/structure.h"
#include "exec/trace.h"
#include "seq/seq.h"

/* A goal that a test came near: the other way out of a decision it met. */
struct nearby {
	uint32_t edge;
	double distance;         /* of the branch, as runs record it */
};

/* A test that was traced. Lives while candidates, or the engine, hold it. */
struct traced {
	uint64_t number;         /* counts traced tests: smaller is older */
	struct arena *arena;     /* holds seq and calls */
	const struct seq *seq;
	uint32_t *calls;         /* per step: function mark that it calls, or NONE */
	uint32_t open_until;     /* steps before this one are followed by a call with goals left */
	uint32_t hope_until;     /* ... and with hope of one */
	uint64_t open_version, hope_version; /* of the structure for which that holds */
	uint32_t new_probes;     /* that its run won */
	uint32_t refs;
	VEC(struct nearby) nearby;
	uint32_t goal;           /* for which `fitness` was looked up last */
	double fitness;
	struct trace trace;      /* a copy (traces.h); nodes is NULL when it was let go */
	void *trace_memory;      /* of the copy */
	size_t trace_bytes;
};

struct candidate {
	struct traced *test;
	uint32_t position;       /* in the trace */
	uint32_t step;           /* of the test */
	uint32_t depth;          /* symbolic decisions before it */
	struct flip flip;
	uint32_t towards; /* flip.edge; for a hidden branch the other way out of the next decision; may be NONE */
	uint64_t number; /* counts candidates: smaller is older */
	uint64_t prefix; /* hash of the marks met up to it, flipped */
	uint32_t tries;  /* of its edge before it was taken out of the pool */
	/* The judgement of the coverage structure. */
	enum relevance relevance;
	uint32_t contribution; /* goals on the edge and a few decisions further */
	uint32_t distance; /* to the nearest goal; NONE: not known */
};

#define WALK_DOWN 3u
#define FRESH 4u /* tries of an edge that is still expected to give way */

struct candidates {
	VEC(struct candidate) at;    /* first those that are ready, then those that wait */
	size_t ready;
	const struct marks *marks;
	struct structure *structure;
	struct map seen; /* prefixes that were candidates */
	uint64_t version, hope; /* of the structure the pool was checked with */
	uint64_t next_number;
	uint32_t *tries;             /* per edge: candidates taken that flip to it */
	bool no_filter; /* keep irrelevant ones too: for measurements */
	uint64_t made, filtered, repeated, dropped;
};

void candidates_init(struct candidates *candidates, const struct marks *marks, struct structure *structure);
void candidates_release(struct candidates *candidates);

/* Adds those of a fresh trace that are relevant and new. */
void candidates_collect(struct candidates *candidates, struct traced *test, const struct trace *trace);
/* Checks the pool again if coverage grew, or hope was lost. */
void candidates_check(struct candidates *candidates);
/* How often the edge that the candidate is for was tried before. */
uint32_t candidates_tries(const struct candidates *candidates, const struct candidate *candidate);
/* A try won something: what was tried before is forgotten. */
void candidates_praise(struct candidates *candidates, const struct candidate *candidate);
/* Takes candidate i out of the pool; the caller takes over its hold on the test. */
struct candidate candidates_take(struct candidates *candidates, size_t i);

/* Hash of the marks met in a trace up to `position`, as in candidate.prefix; true if
 * some prefix of the trace has it. */
bool trace_has_prefix(const struct marks *marks, const struct traced *test, const struct trace *trace, uint64_t prefix);
/* The case that a switch takes for a value. */
uint32_t switch_case_for(const struct marks *marks, uint32_t of_switch, uint64_t value, uint32_t bits);

void traced_hold(struct traced *test);
void traced_drop(struct traced *test);

#endif
