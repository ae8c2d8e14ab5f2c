/* engine: a way to propose tests. One interface, one folder per engine.
 *
 * An engine returns proposals: a sequence, the build in which it is to run, and the things to be recorded. The
 * campaign runs each proposal and tells the engine the results in the order of the proposals, so that the same
 * seed gives the same campaign. An engine runs nothing itself, does not know how a test is printed, and knows
 * neither the other engines nor its place among them. */
#ifndef SKEP_ENGINE_ENGINE_H
#define SKEP_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "cover/archive.h"
#include "cover/cover.h"
#include "cover/nearest.h"
#include "exec/exec.h"
#include "exec/trace.h"
#include "model/marks.h"
#include "model/model.h"
#include "seq/seq.h"
#include "store/claims.h"
#include "store/counts.h"

/* The world that every engine may look at. Everything is borrowed. Between two calls, never during a call, the
 * campaign may refine the model's roles. */
struct engine_world {
	const struct model *model;
	const struct marks *marks;
	const struct archive *archive;   /* best test known per probe */
	const bool *callable;            /* per function: tests may call it (--only, --skip, static) */
	const struct cover *cover;       /* by the tests in the archive */
	enum criterion criterion;
	const bool *aim;                 /* per function mark: its goals are wanted; NULL: all are */
	const uint64_t *first; /* probes (a bit set) with priority (cover/structure.h); NULL: none */
	const struct flow_graph *flow; /* per function mark; NULL: not known */
	uint32_t n_flow;
	const struct nearest *nearest; /* how near the campaign's tests came to each outcome */
	struct claims *claims; /* where campaigns share the work (store/claims.h); NULL: nobody else tries frontiers */
	struct counts *counts; /* engines may add counts; the journals keep them (store/counts.h) */
};

/* The engine that proposed a test, and its configuration. */
struct tag {
	uint32_t engine; /* its number in the campaign, which fills it in */
	uint32_t configuration; /* as the engine numbers them; 0: all operations */
};

/* A test that an engine wants to see run. */
struct proposal {
	const struct seq *seq; /* lives until the engine was told the result */
	enum build_kind build;
	unsigned want; /* enum want; with WANT_TRACE the engine gets the result before it is asked again */
	bool settles; /* the engine gets the results up to this one before it is asked again */
	struct tag tag; /* comes back with the result */
};

/* The campaign's reception of a proposal. */
enum reception {
	RECEIVED_NORMAL, /* ran to its end */
	RECEIVED_ENDED, /* the unit ended the program: nothing can follow; another input may not end it */
	RECEIVED_ILLEGAL, /* misuse, hang, out of memory: the test must not be built upon */
	RECEIVED_FAILURE, /* a suspected bug: the test must not be built upon */
};

struct engine_result {
	const struct seq *seq;
	const struct run *run;
	enum reception reception;
	struct tag tag; /* of the proposal */
	uint32_t new_probes; /* covered by no earlier test */
	struct nearer nearer; /* outcomes to which no earlier test came so near */
	const struct trace *trace; /* valid during the call; NULL: not wanted, or there is none */
};

/* True if the test ran to its end and the judge found fault with it. */
static inline bool engine_refused(const struct engine_result *result)
{
	return result->reception > RECEIVED_ENDED && result->run->outcome == SK_NORMAL;
}

struct engine;

struct engine_kind {
	const char *name;
	struct engine *(*create)(const struct engine_world *world, uint64_t seed, const void *options);
	void (*destroy)(struct engine *engine);
	/* Writes up to n proposals to `out`, which is zeroed, and returns their number. 0: the engine has
	 * nothing to propose now. */
	size_t (*propose)(struct engine *engine, struct proposal *out, size_t n);
	void (*result)(struct engine *engine, const struct engine_result *result);
	/* Calls `each` with the names and values of the engine's statistics: "component set" 4120, ... */
	void (*statistics)(const struct engine *engine, void (*each)(void *context, const char *name, double value),
	                   void *context);
	/* Takes a test of another engine that covered something new; NULL: not interested. */
	void (*adopt)(struct engine *engine, const struct engine_result *result);
	/* Appends, as a part of a sentence, why the edge of this probe (a condition's outcome, a case) is not
	 * covered; nothing if the engine does not know. NULL: the engine never knows. */
	void (*explain)(const struct engine *engine, uint32_t probe, struct sb *out);
	/* Adds the engine's counts to world.counts. Called before journals are written, when the engine may
	 * wait for a better time, and at the end with `last`. NULL: the engine counts nothing. */
	void (*publish)(struct engine *engine, bool last);
	/* Returns the number of instructions that its solver has evaluated so far (solver_stats.steps). NULL:
	 * it has no solver. */
	uint64_t (*solver_steps)(const struct engine *engine);
	/* The builds that proposals may ask for, bits 1 << BUILD_...: the engine is asked once these builds are
	 * there. 0: the fast build. */
	unsigned builds;
	/* The engine needs nothing to start from but tests to try. It starts the campaign, while heavier
	 * engines wait for tests to start from, and every worker has it. */
	bool is_light;
};

extern const struct engine_kind engine_random, engine_symbolic, engine_search, engine_search_alone, engine_avm,
        engine_program, engine_failing;

/* Returns the engine of that name, or NULL. */
const struct engine_kind *engine_by_name(const char *name);

#endif
