/* build: the way from a unit to a target, stage by stage.
 *
 * build_module() is the list of passes; their order matters and is explained
 * where it does. Everything is made in a scratch folder; only the executable and
 * the facts learned are kept. */
#include "base/log.h"
#include "instr/cache.h"
#include "instr/compile.h"
#include "instr/driver.h"
#include "instr/instr.h"
#include "instr/module.h"
#include "proc/child.h"

struct build {
	struct workshop shop;
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

static status build_anew(struct build *build, const struct cache *cache)
{
	char *scratch = NULL;
	const char *staged = NULL;
	status st = NULL;
	TRY(temp_make("build", &scratch));
	build->shop.folder = scratch;
	driver_init(&build->driver, build->unit);
	TRY_OUT(cache_stage(cache, build->target, &staged));
	TRY_OUT(make_program(build, arena_printf(build->shop.arena, "%s/target", staged)));
	TRY_OUT(cache_keep(cache, staged, build->target, build->unit));
out:
	if (st && staged)
		cache_drop(cache, staged, build->target);
	log_progress("%s", "");
	module_free(build->module);
	driver_release(&build->driver);
	temp_remove(scratch);
	return st;
}

status target_build(struct unit *unit, const struct source_list *sources, enum build_kind kind,
                    const struct build_options *options, struct target **out)
{
	struct arena *arena = arena_new(); /* what lives only while building */
	struct target *target = xcalloc(1, sizeof *target);
	struct build build = { .shop = { .arena = arena, .sources = sources, .kind = kind },
		               .unit = unit,
		               .target = target };
	struct cache cache;
	status st = NULL;
	target->kind = kind;
	target->arena = arena_new();
	TRY_OUT(runtime_find(arena, &build.shop.runtime));
	TRY_OUT(cache_open(&cache, arena, unit, sources, kind, options, build.shop.runtime));
	if (!cache_take(&cache, target, unit))
		TRY_OUT(build_anew(&build, &cache));
	*out = target;
out:
	arena_free(arena);
	if (st)
		target_free(target);
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
