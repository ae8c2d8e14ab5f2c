/* mutants: see mutants.h. Compiles the parts, links them as IR, puts the faults in, and emits a
 * program. */
#define _GNU_SOURCE
#include "instr/mutants/mutants.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "instr/compile.h"
#include "instr/module.h"
#include "instr/mutants/mutant_sites.h"
#include "proc/child.h"

struct mutant_build {
	const struct unit *unit;
	const struct source_list *parts;
	const char *cache;           /* may be NULL */
	const char *folder;          /* for intermediate files */
	struct module *module;
	struct arena *arena;         /* for names of files */
};

/* The path where the bitcode of a part stays for the next build; NULL: it is not kept. */
static const char *cached_path(const struct mutant_build *build, const struct source *part)
{
	char *full = build->cache ? realpath(part->path, NULL) : NULL;
	if (!full)
		return NULL;
	uint64_t key = hash_text(full, hash_text(part->directory ? part->directory : "", 0));
	for (size_t i = 0; i < part->n_flags; i++)
		key = hash_text(part->flags[i], key);
	free(full);
	return arena_printf(build->arena, "%s/mutants-%016" PRIx64 ".bc", build->cache, key);
}

static bool is_there(struct mutant_build *build, const char *cached, const struct source *part)
{
	if (!cached || access(cached, R_OK) < 0)
		return false;
	status st = module_add_source(build->module, cached, part);
	if (!st)
		return true;
	sb_clear(&build->module->said); /* a damaged file is made anew without a message */
	status_free(st);
	return false;
}

static void keep_in_cache(const char *bitcode, const char *cached)
{
	char *bytes = NULL;
	size_t size;
	if (!cached)
		return;
	status st = file_read(bitcode, &bytes, &size);
	if (!st)
		st = file_write(cached, bytes, size);
	status_free(st);
	free(bytes);
}

/* The part is a source of the unit; test files are new each time. */
static bool is_source(const struct unit *unit, const struct source *part)
{
	for (size_t i = 0; i < unit->sources.n; i++)
		if (strcmp(unit->sources.at[i].source->path, part->path) == 0)
			return true;
	return false;
}

/* Sources that the tests include are not parts, but their main() counts in the numbering. */
static unsigned mains_before(const struct model *model, const struct source *part)
{
	unsigned n = 0;
	size_t source = 0;
	while (source < model->sources.n && !str_equal(model->sources.at[source], part->path))
		source++;
	for (size_t f = 0; f < model->functions.n; f++)
		n += model->functions.at[f].is_main && model->functions.at[f].source < source;
	return n;
}

static status load_part(struct mutant_build *build, size_t i)
{
	const struct source *part = &build->parts->at.at[i];
	const char *bitcode = arena_printf(build->arena, "%s/%zu.bc", build->folder, i);
	bool is_program = i + 1 == build->parts->at.n;
	const char *cached = is_source(build->unit, part) ? cached_path(build, part) : NULL;
	build->module->n_mains = mains_before(build->unit->model, part);
	if (is_there(build, cached, part))
		return NULL;
	log_progress("compiling %s for mutants", part->path);
	TRY(compile_plain(part, bitcode));
	if (is_program)
		return module_add_program(build->module, bitcode, part->path);
	keep_in_cache(bitcode, cached);
	return module_add_source(build->module, bitcode, part);
}

static status load_parts(struct mutant_build *build)
{
	TRY(module_new(BUILD_CHECKED, &build->module)); /* for the quick code generator */
	for (size_t i = 0; i < build->parts->at.n; i++)
		TRY(load_part(build, i));
	return context_prune(build->module);
}

static void describe(const struct unit *unit, const struct site_list *sites, struct arena *arena,
                     struct mutant_list *mutants)
{
	struct source_lines *lines = source_lines_new(unit->marks);
	mutants->n = sites->at.n;
	mutants->at = ARENA_ARRAY(arena, struct mutant, sites->at.n + 1);
	for (size_t i = 0; i < sites->at.n; i++) {
		const struct site *site = &sites->at.at[i];
		mutants->at[i] = (struct mutant){ site->function, site->line, site_text(lines, site, arena) };
	}
	source_lines_free(lines);
}

/* Makes the descriptions first, because a fault changes its instruction. */
static status put_faults_in(struct mutant_build *build, size_t limit, struct arena *arena, struct mutant_list *mutants)
{
	const struct marks *marks = build->unit->marks;
	struct site_list sites = { 0 };
	sites_find(build->module, build->unit, &sites);
	mutants->n_possible = sites.at.n;
	sites_choose(&sites, marks->functions.n, limit);
	describe(build->unit, &sites, arena, mutants);
	sites_apply(build->module, &sites);
	fuel_place(build->module, marks);
	vec_release(&sites.at);
	return module_verify(build->module);
}

static status make_program(struct mutant_build *build, const char *program)
{
	const char *runtime;
	TRY(runtime_find(build->arena, &runtime));
	const char *objects[] = { arena_printf(build->arena, "%s/unit.o", build->folder),
		                  arena_printf(build->arena, "%s/mutant_run.o", runtime) };
	TRY(module_optimise(build->module, "default<O0>")); /* inlines functions that must be inlined */
	constructors_place(build->module);
	TRY(module_emit(build->module, objects[0]));
	return link_plain(build->parts, objects, 2, program);
}

status mutants_build(const struct unit *unit, const struct source_list *parts, const char *cache, const char *program,
                     size_t limit, struct arena *arena, struct mutant_list *mutants)
{
	struct mutant_build build = { .unit = unit, .parts = parts, .cache = cache, .arena = arena_new() };
	char *folder = NULL;
	status st = NULL;
	*mutants = (struct mutant_list){ 0 };
	TRY_OUT(temp_make("mutants", &folder));
	build.folder = folder;
	TRY_OUT(load_parts(&build));
	TRY_OUT(put_faults_in(&build, limit, arena, mutants));
	TRY_OUT(make_program(&build, program));
out:
	module_free(build.module);
	temp_remove(folder);
	arena_free(build.arena);
	return st;
}
