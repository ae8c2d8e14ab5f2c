/* exec_world: a unit of tests/units built and ready to run tests given as text. */
#ifndef SKEP_TESTS_EXEC_WORLD_H
#define SKEP_TESTS_EXEC_WORLD_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exec/exec.h"
#include "front/front.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "seq/text/text.h"

struct world {
	struct source_list sources;
	struct unit *unit;
	struct target *targets[N_BUILDS];
	struct executor *executors[N_BUILDS];
	struct symbolizer *symbolizers[N_BUILDS];
	struct arena *arena;
	char *cache;
};

/* The runtime lies beside the folder of this program. */
static inline void find_runtime(void)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	if (getenv("SKEP_RUNTIME") || n < 0)
		return;
	path[n] = 0;
	for (int i = 0; i < 2; i++)
		*strrchr(path, '/') = 0;
	strcat(path, "/rt");
	setenv("SKEP_RUNTIME", path, 1);
}

/* With a file of contracts; NULL: without. */
static inline status world_open_with(struct world *world, const char *path, const char *contracts)
{
	find_runtime();
	*world = (struct world){ .arena = arena_new() };
	TRY(temp_make("cache", &world->cache));
	TRY(sources_from_args(&world->sources, &path, 1, NULL, 0));
	if (contracts)
		TRY(sources_set_contracts(&world->sources, contracts));
	return front_read(&world->sources, &world->unit);
}

static inline status world_open(struct world *world, const char *path)
{
	return world_open_with(world, path, NULL);
}

static inline status world_start(struct world *world, enum build_kind kind, const struct exec_options *options)
{
	struct build_options build = { .cache_dir = world->cache };
	if (!world->targets[kind])
		TRY(target_build(world->unit, kind, &build, &world->targets[kind]));
	if (!world->symbolizers[kind])
		TRY(symbolizer_new(world->targets[kind], &world->symbolizers[kind]));
	return executor_new(world->targets[kind], world->unit, options, &world->executors[kind]);
}

static inline void world_close(struct world *world)
{
	for (int kind = 0; kind < N_BUILDS; kind++) {
		executor_free(world->executors[kind]);
		symbolizer_free(world->symbolizers[kind]);
		target_free(world->targets[kind]);
	}
	unit_free(world->unit);
	sources_release(&world->sources);
	arena_free(world->arena);
	temp_remove(world->cache);
}

static inline status world_parse(struct world *world, const char *text, struct seq_file *file)
{
	return seq_parse(world->arena, world->unit->model, text, "test", file);
}

static inline status world_run(struct world *world, enum build_kind kind, const struct seq_file *file, unsigned want,
                               const struct run **runs)
{
	const struct seq *seqs[SK_MAX_BATCH];
	size_t n;
	for (size_t i = 0; i < file->n; i++)
		seqs[i] = file->at[i].seq;
	if (executor_submit(world->executors[kind], seqs, file->n, want) != file->n)
		return fail(TROUBLE_TARGET, "the tests do not fit into one batch");
	return executor_collect(world->executors[kind], runs, &n);
}

/* The value that step i of a run gave, as a signed number. */
static inline int64_t result_of(const struct run *run, uint32_t i)
{
	int64_t value = 0;
	int unused = 64 - 8 * run->steps[i].size;
	memcpy(&value, run->steps[i].bytes, run->steps[i].size);
	return (int64_t)((uint64_t)value << unused) >> unused;
}

#endif
