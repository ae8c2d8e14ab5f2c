/* build: the way from a unit to a target, stage by stage.
 *
 * build_module() is the list of passes; their order matters and is explained
 * where it does. Everything is made in a scratch folder; only the executable and
 * the facts learned are kept. */
#include <string.h>

#include "base/log.h"
#include "instr/cache.h"
#include "instr/compile.h"
#include "instr/driver.h"
#include "instr/instr.h"
#include "instr/module.h"
#include "proc/beside.h"
#include "proc/child.h"

struct build {
	struct workshop shop;
	struct cache cache;
	const char *staged; /* to be filled; NULL: the target came from the cache */
	struct unit *unit;
	struct target *target;
	struct driver driver;
	struct module *module;
};

static status load_sources(struct build *build)
{
	TRY(module_new(build->shop.kind, &build->module));
	for (uint32_t i = 0; i < build->unit->sources.n; i++) {
		const char *bitcode;
		log_progress("compiling %s", build->unit->sources.at[i].source->path);
		TRY(compile_source(&build->shop, &build->driver, i, &bitcode));
		TRY(module_add_source(build->module, bitcode, build->unit->sources.at[i].source->path));
	}
	return NULL;
}

/* The flow is read before probes change it. Helpers come last before the probes,
 * so that the passes before them see the unit alone. */
static status build_module(struct build *build)
{
	struct module *module = build->module;
	struct unit *unit = build->unit;
	build->target->starts_threads = reroute_calls(module, build->shop.kind);
	TRY(missing_define(module, unit->model, &build->shop));
	globals_make_plain(module);
	module_internalise(module);
	build->target->flow = flow_read(module, unit->marks, build->target->arena);
	build->target->n_flow = (uint32_t)unit->marks->functions.n;
	TRY(module_add_helpers(module, arena_printf(build->shop.arena, "%s/inline.bc", build->shop.runtime)));
	probes_place(module, unit->marks);
	module_keep_frames(module);
	return module_verify(module);
}

/* The checked build runs few tests, so little is done to make it quick; what the
 * optimiser removed could not be checked any more. */
static status optimise(struct build *build)
{
	if (build->shop.kind == BUILD_FAST)
		return module_optimise(build->module, "default<O2>");
	TRY(module_optimise(build->module, "always-inline,globaldce,function(sroa,early-cse,simplifycfg),asan"));
	reroute_reports(build->module);
	return NULL;
}

static status make_program(struct build *build, const char *program)
{
	const char *objects[2];
	objects[0] = workshop_path(&build->shop, "unit.o");
	TRY(load_sources(build));
	TRY(build_module(build));
	log_progress("optimising");
	TRY(optimise(build));
	globals_move(build->module);
	constructors_place(build->module);
	TRY(module_emit(build->module, objects[0]));
	TRY(compile_tables(&build->shop, &build->driver, &objects[1]));
	return link_target(&build->shop, objects, 2, program);
}

/* ---- one target ---- */

/* Takes the target from the cache; if it is not there, build->staged is where to
 * build it. */
static status build_open(struct build *build, struct unit *unit, const struct source_list *sources,
                         enum build_kind kind, const struct build_options *options)
{
	struct target *target = xcalloc(1, sizeof *target);
	struct arena *arena = arena_new();
	*build = (struct build){ .unit = unit, .target = target };
	build->shop = (struct workshop){ .arena = arena, .sources = sources, .kind = kind };
	target->kind = kind;
	target->arena = arena_new();
	TRY(runtime_find(arena, &build->shop.runtime));
	TRY(cache_open(&build->cache, arena, unit, sources, kind, options, build->shop.runtime));
	if (cache_take(&build->cache, target, unit))
		return NULL;
	return cache_stage(&build->cache, target, &build->staged);
}

/* Puts the executable and the facts into build->staged. */
static status build_make(struct build *build)
{
	char *scratch = NULL;
	status st = NULL;
	double start = now_seconds();
	TRY(temp_make("build", &scratch));
	build->shop.folder = scratch;
	driver_init(&build->driver, build->unit);
	TRY_OUT(make_program(build, arena_printf(build->shop.arena, "%s/target", build->staged)));
	build->target->build_seconds = now_seconds() - start;
	TRY_OUT(cache_write_facts(build->staged, build->target, build->unit));
out:
	log_progress("%s", "");
	module_free(build->module);
	build->module = NULL;
	driver_release(&build->driver);
	temp_remove(scratch);
	return st;
}

/* Hands out the target, or after a failure lets everything go. */
static status build_close(struct build *build, status st, struct target **out)
{
	if (!build->target)
		return st;
	if (!st && build->staged)
		st = cache_keep(&build->cache, build->staged, build->target);
	if (!st) {
		*out = build->target;
	} else {
		if (build->staged)
			cache_drop(&build->cache, build->staged, build->target);
		target_free(build->target);
	}
	arena_free(build->shop.arena);
	return st;
}

status target_build(struct unit *unit, const struct source_list *sources, enum build_kind kind,
                    const struct build_options *options, struct target **out)
{
	struct build build;
	status st = build_open(&build, unit, sources, kind, options);
	if (!st && build.staged)
		st = build_make(&build);
	return build_close(&build, st, out);
}

/* ---- all targets ---- */

static status make_beside(void *context)
{
	return build_make(context);
}

/* What the other process learned is read from where it put it. The numbers of
 * missing functions are compiled in: should they differ from those of the target
 * built meanwhile, this one is built again. */
static status adopt(struct build *build)
{
	if (cache_read_staged(build->staged, build->target, build->unit))
		return NULL;
	log_verbose("the checked target numbers missing functions in its own way: building it again");
	return build_make(build);
}

static status make_both(struct build *fast, struct build *checked)
{
	struct beside *beside = NULL;
	TRY(beside_start(make_beside, checked, &beside));
	status st = build_make(fast);
	if (st) {
		beside_cancel(beside);
		return st;
	}
	TRY(beside_finish(beside));
	return adopt(checked);
}

static status make_all(struct build *builds)
{
	struct build *fast = &builds[BUILD_FAST], *checked = &builds[BUILD_CHECKED];
	if (fast->staged && checked->staged)
		return make_both(fast, checked);
	for (int kind = 0; kind < N_BUILDS; kind++)
		if (builds[kind].staged)
			TRY(build_make(&builds[kind]));
	return NULL;
}

status targets_build(struct unit *unit, const struct source_list *sources, const struct build_options *options,
                     struct target **targets)
{
	struct build builds[N_BUILDS] = { 0 };
	status st = NULL;
	memset(targets, 0, N_BUILDS * sizeof *targets);
	for (int kind = 0; kind < N_BUILDS && !st; kind++)
		st = build_open(&builds[kind], unit, sources, (enum build_kind)kind, options);
	if (!st)
		st = make_all(builds);
	for (int kind = 0; kind < N_BUILDS; kind++)
		st = build_close(&builds[kind], st, &targets[kind]);
	for (int kind = 0; kind < N_BUILDS && st; kind++) {
		target_free(targets[kind]);
		targets[kind] = NULL;
	}
	return st;
}

void target_free(struct target *target)
{
	if (!target)
		return;
	if (target->temporary)
		temp_remove(target->temporary);
	arena_free(target->arena);
	free(target);
}
