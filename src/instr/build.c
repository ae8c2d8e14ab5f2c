/* build: the way from a unit to a target, stage by stage.
 *
 * build_module() is the list of passes; it explains their order where the order matters. Everything
 * is made in a scratch folder; only the executable and the learned facts are kept. */
#include <string.h>

#include "base/log.h"
#include "instr/cache.h"
#include "instr/compile.h"
#include "instr/driver.h"
#include "instr/instr.h"
#include "instr/labels/labelling.h"
#include "instr/module.h"
#include "proc/beside.h"
#include "proc/child.h"

struct build {
	struct workshop shop;
	struct cache cache;
	const char *staged; /* the folder to be filled; NULL: the target came from the cache */
	struct unit *unit;
	struct target *target;
	struct driver driver;
	struct module *module;
};

static status load_sources(struct build *build)
{
	TRY(module_new(build->shop.kind, &build->module));
	uint32_t n = (uint32_t)build->unit->sources.n + (build->unit->contracts.text != NULL);
	for (uint32_t i = 0; i < n; i++) {
		const struct source *source = driver_source(&build->driver, i)->source;
		const char *bitcode;
		log_progress("compiling %s", source->path);
		TRY(compile_source(&build->shop, &build->driver, i, &bitcode));
		TRY(module_add_source(build->module, bitcode, source));
	}
	return context_prune(build->module);
}

static const char *runtime_file(struct build *build, const char *name)
{
	return arena_printf(build->shop.arena, "%s/%s", build->shop.runtime, name);
}

/* Places labels while marks are still calls. Values that the unit keeps in memory without need
 * would have their labels there, so the code is simplified a little first, without passes that move
 * marks. */
static status place_labels(struct build *build)
{
	struct module *module = build->module;
	struct unit_functions functions = { 0 };
	TRY(module_optimise(module, "globaldce,function(sroa,early-cse)"));
	unit_functions_find(module, &functions);
	status st = module_add_helpers(module, runtime_file(build, "labels_inline.bc"));
	if (!st)
		labels_place(module, build->unit->marks, &functions);
	vec_release(&functions.at);
	return st;
}

/* Reads the flow before probes change it. Links the helpers last before the probes, so that earlier
 * passes see the unit alone. */
static status build_module(struct build *build)
{
	struct module *module = build->module;
	struct unit *unit = build->unit;
	bool symbolic = build->shop.kind == BUILD_SYMBOLIC;
	module_forget_promises(module);
	TRY(known_define(module, unit->model, &build->shop));
	build->target->starts_threads = reroute_calls(module, build->shop.kind);
	for (size_t i = 0; symbolic && i < N_MODELS; i++)
		TRY(module_add_helpers(module, runtime_file(build, model_files[i])));
	TRY(missing_define(module, unit->model, &build->shop));
	if (build->shop.kind == BUILD_CHECKED)
		fresh_place(module);
	globals_make_plain(module);
	module_internalise(module);
	build->target->flow = flow_read(module, unit->marks, build->target->arena);
	build->target->n_flow = (uint32_t)unit->marks->functions.n;
	if (symbolic)
		TRY(place_labels(build));
	TRY(module_add_helpers(module, runtime_file(build, "inline.bc")));
	probes_place(module, unit->marks);
	module_keep_frames(module);
	return module_verify(module);
}

/* The checked build runs few tests, so little is done to make it quick; code that the optimiser
 * removed could not be checked. */
static status optimise(struct build *build)
{
	if (build->shop.kind != BUILD_CHECKED)
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

/* The files that the fast target left for this one may be damaged; then they are made anew. */
static status make_program_somehow(struct build *build, const char *program)
{
	status st = make_program(build, program);
	if (!st || !build->shop.shared || build->shop.kind != BUILD_SYMBOLIC)
		return st;
	status_free(st);
	module_free(build->module);
	build->module = NULL;
	build->shop.shared = NULL;
	return make_program(build, program);
}

/* ---- one target ---- */

/* The symbolic target finds the results of clang in the fast target's folder, if that one is kept. */
static status share(struct build *build, const struct build_options *options)
{
	struct workshop *shop = &build->shop;
	struct cache fast = { 0 };
	if (!build->cache.folder)
		return NULL;
	if (shop->kind == BUILD_SYMBOLIC)
		TRY(cache_open(&fast, shop->arena, build->unit, BUILD_FAST, options, shop->runtime));
	shop->shared = shop->kind == BUILD_FAST ? build->staged : fast.entry;
	return NULL;
}

/* Takes the target from the cache. If it is not there, build->staged is the folder in which to
 * build it. */
static status build_open(struct build *build, struct unit *unit, enum build_kind kind,
                         const struct build_options *options)
{
	struct target *target = xcalloc(1, sizeof *target);
	struct arena *arena = arena_new();
	*build = (struct build){ .unit = unit, .target = target };
	build->shop = (struct workshop){ .arena = arena, .sources = &unit->given, .kind = kind };
	target->kind = kind;
	target->arena = arena_new();
	TRY(runtime_find(arena, &build->shop.runtime));
	TRY(cache_open(&build->cache, arena, unit, kind, options, build->shop.runtime));
	if (cache_take(&build->cache, target, unit))
		return NULL;
	TRY(cache_stage(&build->cache, target, &build->staged));
	return share(build, options);
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
	TRY_OUT(make_program_somehow(build, arena_printf(build->shop.arena, "%s/target", build->staged)));
	build->target->build_seconds = now_seconds() - start;
	TRY_OUT(cache_write_facts(build->staged, build->target, build->unit));
out:
	log_progress_end();
	module_free(build->module);
	build->module = NULL;
	driver_release(&build->driver);
	temp_remove(scratch);
	return st;
}

/* Hands out the target; after a failure, removes everything. */
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

status target_build(struct unit *unit, enum build_kind kind, const struct build_options *options, struct target **out)
{
	struct build build;
	status st = build_open(&build, unit, kind, options);
	if (!st && build.staged)
		st = build_make(&build);
	return build_close(&build, st, out);
}

/* ---- all targets ---- */

static status make_beside(void *context)
{
	return build_make(context);
}

/* Reads the facts that the other process wrote. The numbers of missing functions are compiled in,
 * so this target is built again if they differ from those of the target that was built meanwhile. */
static status adopt(struct build *build)
{
	if (cache_read_staged(build->staged, build->target, build->unit))
		return NULL;
	log_verbose("the %s target numbers missing functions in its own way: building it again",
	            build_kind_name(build->shop.kind));
	return build_make(build);
}

/* Makes the first target here, and each of the others in a process of its own. */
static status make_side_by_side(struct build *const *builds, size_t n)
{
	struct beside *besides[N_BUILDS] = { 0 };
	size_t n_started = 0;
	status st = NULL;
	for (; n_started + 1 < n && !st; n_started++)
		st = beside_start(make_beside, builds[n_started + 1], &besides[n_started]);
	if (!st)
		st = build_make(builds[0]);
	for (size_t i = 0; i < n_started; i++) {
		if (st && besides[i])
			beside_cancel(besides[i]);
		else if (!st)
			st = beside_finish(besides[i]);
	}
	for (size_t i = 1; i < n && !st; i++)
		st = adopt(builds[i]);
	return st;
}

static status make_all(struct build *builds)
{
	struct build *missing[N_BUILDS];
	size_t n = 0;
	for (int kind = 0; kind < N_BUILDS; kind++)
		if (builds[kind].staged)
			missing[n++] = &builds[kind];
	return n ? make_side_by_side(missing, n) : NULL;
}

status targets_build(struct unit *unit, const struct build_options *options, struct target **targets)
{
	struct build builds[N_BUILDS] = { 0 };
	unsigned kinds = options->kinds ? options->kinds : 1u << BUILD_FAST | 1u << BUILD_CHECKED;
	status st = NULL;
	memset(targets, 0, N_BUILDS * sizeof *targets);
	for (int kind = 0; kind < N_BUILDS && !st; kind++)
		if (kinds >> kind & 1)
			st = build_open(&builds[kind], unit, (enum build_kind)kind, options);
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

const char *build_kind_name(enum build_kind kind)
{
	static const char *const names[N_BUILDS] = { "fast", "checked", "symbolic" };
	return names[kind];
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
