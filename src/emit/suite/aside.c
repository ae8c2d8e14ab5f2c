/* aside: see aside.h. */
#define _GNU_SOURCE
#include "emit/suite/aside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "base/str.h"
#include "instr/instr.h"
#include "proc/child.h"

#define MANY_NEIGHBOURS 4u

void aside_open(struct aside *aside, const char *tests_dir, const struct target *target)
{
	*aside = (struct aside){ .folder = xprintf("%s.objects", tests_dir) };
	const char *slash = target ? strrchr(target->path, '/') : NULL;
	if (slash)
		aside->cache = xprintf("%.*s", (int)(slash - target->path), target->path);
}

void aside_close(struct aside *aside)
{
	if (aside->folder)
		dir_remove(aside->folder);
	free(aside->folder);
	free(aside->cache);
	*aside = (struct aside){ 0 };
}

void aside_forget(const struct aside *aside)
{
	dir_remove(aside->folder);
}

/* ---- the cache ---- */

static char *cache_entry(const struct aside *aside, const struct built *built)
{
	return xprintf("%s/objects-%s-%016" PRIx64, aside->cache, built->way, hash_text(built->object_rules, 0));
}

/* If it is there. */
static status copy_object(size_t i, const char *from, const char *to)
{
	char *here = xprintf("%s/unit_%zu.o", from, i), *there = xprintf("%s/unit_%zu.o", to, i), *bytes = NULL;
	size_t size;
	status st = NULL;
	if (access(here, F_OK) == 0 && !(st = file_read(here, &bytes, &size)))
		st = file_write(there, bytes, size);
	free(bytes);
	free(here);
	free(there);
	return st;
}

/* Those of the unit's objects that are there. */
static status copy_objects(const struct unit *unit, const char *from, const char *to)
{
	status st = NULL;
	for (size_t i = 0; i < unit->sources.n && !st; i++)
		st = copy_object(i, from, to);
	return st;
}

/* Neighbours are not what is tested. Where there are many of them, to compile them in every way
 * takes longer than all the rest. */
static void copy_neighbours(const struct aside *aside, const struct built *built)
{
	size_t n = 0;
	for (size_t i = 0; i < built->unit->sources.n; i++)
		n += built->unit->sources.at[i].source->is_context;
	if (n < MANY_NEIGHBOURS || str_equal(built->context_way, built->way))
		return;
	char *from = xprintf("%s/%s", aside->folder, built->context_way);
	for (size_t i = 0; i < built->unit->sources.n; i++)
		if (built->unit->sources.at[i].source->is_context)
			status_free(copy_object(i, from, built->tests_dir));
	free(from);
}

/* Appears under its name as a whole, so any number of skeps can share it. */
static void keep_in_cache(const struct aside *aside, const struct built *built, const char *objects)
{
	char *entry = aside->cache ? cache_entry(aside, built) : NULL;
	char *staged = entry && access(entry, F_OK) < 0 ? xprintf("%s.XXXXXX", entry) : NULL;
	if (staged && mkdtemp(staged)) {
		status st = copy_objects(built->unit, objects, staged);
		if (st || rename(staged, entry) < 0)
			dir_remove(staged);
		status_free(st);
	}
	free(staged);
	free(entry);
}

static void take_from_cache(const struct aside *aside, const struct built *built)
{
	char *entry = aside->cache ? cache_entry(aside, built) : NULL;
	if (entry)
		status_free(copy_objects(built->unit, entry, built->tests_dir));
	free(entry);
}

/* ---- between two looks ---- */

static void move(const char *from, const char *to, const char *name)
{
	char *here = xprintf("%s/%s", from, name), *there = xprintf("%s/%s", to, name);
	if (rename(here, there) < 0)
		unlink(here);
	free(here);
	free(there);
}

static void move_objects(const struct unit *unit, const char *from, const char *to)
{
	for (size_t i = 0; i < unit->sources.n; i++) {
		char *name = xprintf("unit_%zu.o", i);
		move(from, to, name);
		free(name);
	}
}

static char *texts_hash(const struct built *built, const struct built_program *program)
{
	uint64_t hash = hash_text(program->rule, hash_text(built->object_rules, 0));
	return xprintf("%016" PRIx64, hash_text(program->text, hash));
}

/* The file that says from what texts the program beside it was made. */
static char *origin_path(const char *folder, const struct built_program *program)
{
	return xprintf("%s/%s.origin", folder, program->name);
}

static bool is_up_to_date(const struct built *built, const struct built_program *program, const char *folder)
{
	char *path = origin_path(folder, program), *now = texts_hash(built, program), *then = NULL;
	status st = access(path, F_OK) == 0 ? file_read(path, &then, NULL) : NULL;
	bool same = !st && then && str_equal(now, then);
	status_free(st);
	free(then);
	free(now);
	free(path);
	return same;
}

static void put_program(const struct built *built, const struct built_program *program, const char *folder)
{
	char *path = origin_path(folder, program), *origin = texts_hash(built, program);
	move(built->tests_dir, folder, program->name);
	unlink(path);
	if (program->is_built)
		status_free(file_write(path, origin, strlen(origin)));
	free(origin);
	free(path);
}

status aside_bring(const struct aside *aside, struct built *built)
{
	char *folder = xprintf("%s/%s", aside->folder, built->way);
	bool is_first = access(folder, F_OK) < 0;
	status st = dir_make(folder);
	if (!st && is_first && built->context_way)
		copy_neighbours(aside, built);
	if (!st && is_first)
		take_from_cache(aside, built);
	else if (!st)
		move_objects(built->unit, folder, built->tests_dir);
	for (size_t i = 0; i < built->n_programs && !st; i++) {
		struct built_program *program = &built->programs[i];
		program->is_built = is_up_to_date(built, program, folder);
		if (program->is_built)
			move(folder, built->tests_dir, program->name);
	}
	free(folder);
	return st;
}

void aside_put(const struct aside *aside, const struct built *built, bool objects_are_fine)
{
	char *folder = xprintf("%s/%s", aside->folder, built->way);
	move_objects(built->unit, built->tests_dir, folder);
	for (size_t i = 0; i < built->n_programs; i++)
		put_program(built, &built->programs[i], folder);
	if (objects_are_fine)
		keep_in_cache(aside, built, folder);
	free(folder);
}
