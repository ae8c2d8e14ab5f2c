/* candidates: the pool of ways through the unit that have not been tried.
 *
 * A candidate is a prefix of a traced run with its last decision flipped. It is stored as a test, a place in
 * the test's trace, and the other way at that place. The judgement of the coverage structure is kept beside it
 * and renewed when coverage grows; irrelevant candidates are dropped then. The pool remembers all prefixes that
 * it ever had, so that none is tried twice.
 *
 * Candidates wait if they lead only to goals of which there is no hope (structure.h). */
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

/* A traced test. It lives while candidates, or the engine, hold it. */
struct traced {
	uint64_t number;         /* counts traced tests: smaller is older */
	struct arena *arena;     /* holds seq and calls */
	const struct seq *seq;
	uint32_t *calls;         /* per step: function mark that it calls, or NONE */
	uint32_t open_until;     /* up to this step, a later call has goals left */
	uint32_t hope_until;     /* up to this step, a later call has goals with hope */
	uint64_t open_version, hope_version; /* versions of the structure for which these hold */
	uint32_t new_probes;     /* covered first by its run */
	uint32_t refs;
	VEC(struct nearby) nearby;
	uint32_t goal;           /* the goal for which `fitness` was computed last */
	double fitness;
	struct trace trace;      /* a copy (traces.h); nodes is NULL after the copy was dropped */
	void *trace_memory;      /* of the copy */
	size_t trace_bytes;
};

struct candidate {
	struct traced *test;
	uint32_t position;       /* in the trace */
	uint32_t step;           /* of the test */
	uint32_t depth;          /* symbolic decisions before it */
	struct flip flip;
	uint32_t towards; /* flip.edge; of a hidden branch the next decision's other way; may be NONE */
	uint64_t number; /* counts candidates: smaller is older */
	uint64_t prefix; /* hash of the marks up to its decision, with that flipped */
	uint64_t frontier; /* hash of all decisions up to its own, with that flipped: never twice in the pool */
	uint32_t tries; /* of its edge, when it was taken out of the pool */
	/* The coverage structure's judgement. */
	enum relevance relevance;
	uint32_t contribution; /* goals on the edge and within a few decisions behind it */
	uint32_t distance; /* to the nearest goal; NONE: not known */
};

#define WALK_DOWN 3u
#define FRESH 4u /* an edge with fewer tries is still expected to give way */

struct candidates {
	VEC(struct candidate) at; /* ready candidates, then waiting ones */
	size_t ready;
	const struct marks *marks;
	struct structure *structure;
	struct map seen; /* prefixes of all candidates so far */
	uint64_t version, hope; /* of the structure at the last check of the pool */
	uint64_t next_number;
	uint32_t *tries; /* per edge: candidates taken that flip to it */
	bool no_filter; /* keeps irrelevant candidates, too: for measurements */
	uint64_t made, filtered, repeated, dropped;
};

void candidates_init(struct candidates *candidates, const struct marks *marks, struct structure *structure);
void candidates_release(struct candidates *candidates);

/* Adds the relevant, new candidates of a fresh trace. */
void candidates_collect(struct candidates *candidates, struct traced *test, const struct trace *trace);
/* Checks the pool again if coverage grew or hope was lost. */
void candidates_check(struct candidates *candidates);
/* Returns how often the candidate's edge was tried before. */
uint32_t candidates_tries(const struct candidates *candidates, const struct candidate *candidate);
/* Forgets the earlier tries of the candidate's edge, because a try won something. */
void candidates_praise(struct candidates *candidates, const struct candidate *candidate);
/* Takes candidate i out of the pool. The caller takes over its hold on the test. */
struct candidate candidates_take(struct candidates *candidates, size_t i);
/* True if a candidate that was taken out of the pool would still be in it: what it leads to is not covered yet. */
bool candidates_want(struct candidates *candidates, struct candidate *candidate);

/* True if some prefix of the trace, up to `position`, has this hash, computed as in candidate.prefix. */
bool trace_has_prefix(const struct marks *marks, const struct traced *test, const struct trace *trace, uint64_t prefix);
/* Returns the case that a switch takes for a value. */
uint32_t switch_case_for(const struct marks *marks, uint32_t of_switch, uint64_t value, uint32_t bits);

void traced_hold(struct traced *test);
void traced_drop(struct traced *test);

#endif
