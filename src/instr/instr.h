/* instr: a unit -> targets that tests can run in.
 *
 * Only this folder sees LLVM. It compiles the marked text to IR (clang-19), links the sources into
 * one module, turns each mark into a probe, moves globals, reroutes calls into the C library,
 * defines missing functions, links helper bitcode (rt/inlined/inline.c), optimises, emits, and
 * links with the runtime. */
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

/* A built target: an executable, and the control flow seen in the build. Callees in flow graphs are
 * function marks. */
struct target {
	enum build_kind kind;
	const char *path;                 /* the executable, in the cache */
	const struct flow_graph *flow;    /* a graph per function mark */
	uint32_t n_flow;
	bool starts_threads;              /* it calls pthread_create() or a similar function: each test gets a
	                                     process */
	bool from_cache;
	double build_seconds;             /* time of the build, now or when the target was put into the cache */
	struct arena *arena;
	char *temporary;                  /* folder to be removed with the target; NULL: the target stays in the
	                                     cache */
};

/* Builds the unit, or takes it from the cache; the caller frees the target. The model learns from
 * the build: functions that the unit calls and nobody defines are added to unit->model->missing,
 * where numbers never change, and a function that C text cannot call gets its why_not. */
MUST_USE status target_build(struct unit *unit, enum build_kind kind, const struct build_options *options,
                             struct target **target);
/* Builds the kinds that options name, with the result of target_build() one after the other, but
 * side by side. targets has N_BUILDS entries; those of other kinds are set to NULL. */
MUST_USE status targets_build(struct unit *unit, const struct build_options *options, struct target **targets);
void target_free(struct target *target);

#endif
