/* instr: a unit -> targets that tests can run in.
 *
 * Only this folder sees LLVM. Compile the marked text to IR (clang-19), link
 * the sources into one module, turn each mark into a probe, move globals, reroute
 * calls into the C library, define what is missing, link helper bitcode
 * (rt/inlined/inline.c), optimise, emit, link with the runtime. */
#ifndef SKEP_INSTR_INSTR_H
#define SKEP_INSTR_INSTR_H

#include "base/status.h"
#include "front/front.h"
#include "model/marks.h"

enum build_kind { BUILD_FAST, BUILD_CHECKED, BUILD_SYMBOLIC, N_BUILDS };
/* "fast", "checked" or "symbolic". */
const char *build_kind_name(enum build_kind kind);

struct build_options {
	const char *cache_dir;   /* NULL: $XDG_CACHE_HOME/skep or ~/.cache/skep */
	bool no_cache;
	unsigned kinds;          /* for targets_build(): bits 1 << BUILD_...; 0: fast and checked */
};

/* A built target: an executable and the control flow seen while building. In a
 * flow graph, callees are function marks. */
struct target {
	enum build_kind kind;
	const char *path;                 /* the executable, in the cache */
	const struct flow_graph *flow;    /* one per function mark */
	uint32_t n_flow;
	bool starts_threads;              /* calls pthread_create or the like: a fork per test */
	bool from_cache;
	double build_seconds;             /* that it took to build, now or when it was put into the cache */
	struct arena *arena;
	char *temporary;                  /* folder to remove with the target; NULL: it stays in the cache */
};

/* Builds the unit, or takes it from the cache. Along the way the model learns:
 * functions the unit calls and nobody defines are added to unit->model->missing
 * (numbers once given stay), and a function that cannot be called from C text
 * gets its why_not. */
MUST_USE status target_build(struct unit *unit, enum build_kind kind, const struct build_options *options,
                             struct target **target);
/* The kinds that options name, as one target_build() after the other would give them;
 * side by side, on more than one processor in less time. targets has N_BUILDS entries;
 * those of other kinds are NULL. */
MUST_USE status targets_build(struct unit *unit, const struct build_options *options, struct target **targets);
void target_free(struct target *target);

#endif
