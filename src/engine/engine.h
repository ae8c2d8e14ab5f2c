/* engine: a way to propose tests. One interface, one folder per engine.
 *
 * An engine returns proposals: a sequence, the build it is to run in, and what is to be
 * recorded. The campaign runs each of them and tells the engine the results in the order
 * of the proposals, so that the same seed gives the same campaign. An engine never runs
 * anything itself, does not know how a test is printed, and knows neither the other engines
 * nor its place among them. */
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
#include "store/counts.h"

/* The world that every engine may look at. All borrowed; the model's roles may be refined
 * by the campaign between two calls (never during one). */
struct engine_world {
	const struct model *model;
	const struct marks *marks;
	const struct archive *archive;   /* best test known per probe */
	const bool *callable;            /* per function: may a test call it (only, skip, static applied) */
	const struct cover *cover;       /* by the tests in the archive */
	enum criterion criterion;
	const bool *aim;                 /* per function mark: its goals are wanted; NULL: all are */
	const uint64_t *first; /* bit set of probes: these come first (cover/structure.h); NULL: none does */
	const struct flow_graph *flow; /* per function mark; NULL: not known */
	uint32_t n_flow;
	const struct nearest *nearest; /* how near the campaign's tests came to each outcome */
	struct counts *counts; /* engines may add; the journals keep them (store/counts.h) */
};

/* Who proposed a test, and with which configuration. */
struct tag {
	uint32_t engine; /* its number in the campaign, which fills it in */
	uint32_t configuration; /* as the engine numbers them; 0: all operations */
};

/* A test that an engine wants to see run. */
struct proposal {
	const struct seq *seq; /* lives until the engine was told the result */
	enum build_kind build;
	unsigned want; /* enum want; with WANT_TRACE the result is told before
	                                    the engine is asked again */
	bool settles; /* the results up to this one are told before the engine is asked again */
	struct tag tag; /* comes back with the result */
};

/* How the campaign saw one proposal. */
enum reception {
	RECEIVED_NORMAL,     /* ran to its end */
	RECEIVED_ENDED, /* the unit ended the program: nothing can follow, but another input may do something else */
	RECEIVED_ILLEGAL, /* misuse, hang, out of memory: not to be built upon */
	RECEIVED_FAILURE, /* a suspected bug: not to be built upon either */
};

struct engine_result {
	const struct seq *seq;
	const struct run *run;
	enum reception reception;
	struct tag tag; /* of the proposal */
	uint32_t new_probes; /* not covered by any test before */
	struct nearer nearer; /* outcomes that no test came so near to before */
	const struct trace *trace; /* if it was wanted and there is one, during the call; else NULL */
};

/* It ran to its end, and the judge found fault with it. */
static inline bool engine_refused(const struct engine_result *result)
{
	return result->reception > RECEIVED_ENDED && result->run->outcome == SK_NORMAL;
}

struct engine;

struct engine_kind {
	const char *name;
	struct engine *(*create)(const struct engine_world *world, uint64_t seed, const void *options);
	void (*destroy)(struct engine *engine);
	/* Up to n proposals, in `out`, which comes zeroed. 0: has nothing to propose now. */
	size_t (*propose)(struct engine *engine, struct proposal *out, size_t n);
	void (*result)(struct engine *engine, const struct engine_result *result);
	/* For the statistics: name and value pairs, "component set" 4120, ... */
	void (*statistics)(const struct engine *engine, void (*each)(void *context, const char *name, double value),
	                   void *context);
	/* A test of another engine that covered something new; NULL: not interested. */
	void (*adopt)(struct engine *engine, const struct engine_result *result);
	/* Why the way that this probe stands for (a condition's outcome, a case) is not
	 * covered, appended as a part of a sentence; nothing if that is not known. NULL:
	 * never known. */
	void (*explain)(const struct engine *engine, uint32_t probe, struct sb *out);
	/* Adds what the engine counted to world.counts. Called before journals are written, when it may
	 * wait for a better time, and with `last` at the end. NULL: it counts nothing. */
	void (*publish)(struct engine *engine, bool last);
	/* Instructions that its solver has evaluated so far (solver_stats.steps). NULL: it solves nothing. */
	uint64_t (*solver_steps)(const struct engine *engine);
	/* The builds that proposals may ask for, bits 1 << BUILD_...: the engine is asked once they
	 * are there. 0: the fast one. */
	unsigned builds;
	/* It starts from nothing and needs nothing but tests to try: it begins, while heavier engines
	 * wait for something to start from, and every worker has it. */
	bool is_light;
};

extern const struct engine_kind engine_random, engine_symbolic, engine_search, engine_search_alone, engine_avm,
        engine_program, engine_failing;

/* NULL if there is none of that name. */
const struct engine_kind *engine_by_name(const char *name);

#endif
