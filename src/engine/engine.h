/* engine: a way to propose tests. One interface, one folder per engine.
 *
 * An engine knows the model and what its proposals did; it never runs anything
 * and never knows how a test is printed. The campaign asks for proposals, runs
 * them, and tells the engine each result in the order it proposed them, so that
 * the same seed gives the same campaign. Engines never call each other. */
#ifndef SKEP_ENGINE_ENGINE_H
#define SKEP_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "cover/archive.h"
#include "cover/cover.h"
#include "exec/exec.h"
#include "exec/trace.h"
#include "model/marks.h"
#include "model/model.h"
#include "seq/seq.h"

/* What every engine may look at. All borrowed; the model's roles may be refined
 * by the campaign between two calls (never during one). */
struct engine_world {
	const struct model *model;
	const struct marks *marks;
	const struct archive *archive;   /* best test known per probe */
	const bool *callable;            /* per function: may a test call it (only, skip, static applied) */
	const struct cover *cover;       /* by the tests in the archive */
	enum criterion criterion;
	const bool *aim;                 /* per function mark: its goals are wanted; NULL: all are */
	const struct flow_graph *flow;   /* per function mark; NULL: not known */
	uint32_t n_flow;
};

/* How the campaign saw one proposal. */
enum reception {
	RECEIVED_NORMAL,     /* ran to its end */
	RECEIVED_ILLEGAL,    /* misuse, hang, exit, out of memory: not to be built upon */
	RECEIVED_FAILURE,    /* a suspected bug: not to be built upon either */
};

struct engine_result {
	const struct seq *seq;
	const struct run *run;           /* step values included */
	enum reception reception;
	uint32_t new_probes;             /* not covered by any test before */
	const struct trace *trace;       /* of a run in the symbolic build, during the call; else NULL */
};

struct engine;

struct engine_kind {
	const char *name;
	struct engine *(*create)(const struct engine_world *world, uint64_t seed, const void *options);
	void (*destroy)(struct engine *engine);
	/* Up to n sequences, in `out`; they live until the engine was told their
	 * result. 0: has nothing more to propose. Sets the `want` flags. */
	size_t (*propose)(struct engine *engine, const struct seq **out, size_t n, unsigned *want);
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
	/* Proposals run one at a time in the symbolic build: each result comes, with its
	 * trace, before the next proposal is asked for. */
	bool symbolic;
};

extern const struct engine_kind engine_random, engine_symbolic;

/* NULL if there is none of that name. */
const struct engine_kind *engine_by_name(const char *name);

#endif
