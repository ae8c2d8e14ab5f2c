/* aside: see aside.h. */
#define _GNU_SOURCE
#include "emit/suite/gate/aside.h"

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

/* Returns the rule of one object, from its name to the blank line; NULL: the Makefile has none. */
static const char *object_rule(const struct built *built, size_t i, size_t *length)
{
	char *start = xprintf("\nunit_%zu.o: ", i);
	const char *rule = strstr(built->object_rules, start), *end = rule ? strstr(rule, "\n\n") : NULL;
	free(start);
	*length = !rule ? 0 : end ? (size_t)(end - rule) : strlen(rule);
	return rule;
}

/* Hashes the lines that set a variable. Comments do not count. */
static uint64_t hash_settings(const char *rules)
{
	const char *first = strstr(rules, "\nunit_"), *end = first ? first : rules + strlen(rules);
	uint64_t hash = 0;
	for (const char *line = rules, *next; line < end; line = next) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next ? next + 1 : end;
		if (*line != '#')
			hash = hash_bytes(line, (size_t)(next - line), hash);
	}
	return hash;
}

/* Returns the name of an object in the cache. The name depends on the object's own rule, so other objects do
 * not matter. NULL: there is no rule. */
static char *cache_entry(const struct aside *aside, const struct built *built, size_t i)
{
	size_t length;
	const char *rule = aside->cache ? object_rule(built, i, &length) : NULL;
	if (!rule)
		return NULL;
	return xprintf("%s/object-%s-%016" PRIx64 ".o", aside->cache, built->way,
	               hash_bytes(rule, length, hash_settings(built->object_rules)));
}

static status copy_file(const char *from, const char *to)
{
	char *bytes = NULL;
	size_t size;
	status st = file_read(from, &bytes, &size);
	if (!st)
		st = file_write(to, bytes, size);
	free(bytes);
	return st;
}

/* Copies the object, if it exists. */
static status copy_object(size_t i, const char *from, const char *to)
{
	char *here = xprintf("%s/unit_%zu.o", from, i), *there = xprintf("%s/unit_%zu.o", to, i);
	status st = access(here, F_OK) == 0 ? copy_file(here, there) : NULL;
	free(here);
	free(there);
	return st;
}

/* True if neighbours may come from another way. Neighbours are not tested, and where there are many of them,
 * compiling them in every way takes longer than all other work. */
static bool takes_neighbours(const struct built *built)
{
	size_t n = 0;
	if (!built->context_way || str_equal(built->context_way, built->way))
		return false;
	for (size_t i = 0; i < built->unit->sources.n; i++)
		n += built->unit->sources.at[i].source->is_context;
	return n >= MANY_NEIGHBOURS;
}

static void copy_neighbours(const struct aside *aside, const struct built *built)
{
	if (!takes_neighbours(built))
		return;
	char *from = xprintf("%s/%s", aside->folder, built->context_way);
	for (size_t i = 0; i < built->unit->sources.n; i++)
		if (built->unit->sources.at[i].source->is_context)
			status_free(copy_object(i, from, built->tests_dir));
	free(from);
}

/* Puts the object into the cache. It appears under its name as a whole, so several skeps can share the cache. */
static void keep_object(const char *object, const char *entry)
{
	char *staged = access(object, F_OK) == 0 && access(entry, F_OK) < 0 ? xprintf("%s.XXXXXX", entry) : NULL;
	int fd = staged ? mkstemp(staged) : -1;
	if (fd >= 0) {
		close(fd);
		status st = copy_file(object, staged);
		if (st || rename(staged, entry) < 0)
			unlink(staged);
		status_free(st);
	}
	free(staged);
}

static void keep_in_cache(const struct aside *aside, const struct built *built, const char *objects)
{
	for (size_t i = 0; i < built->unit->sources.n; i++) {
		char *entry = cache_entry(aside, built, i), *object = xprintf("%s/unit_%zu.o", objects, i);
		if (entry)
			keep_object(object, entry);
		free(object);
		free(entry);
	}
}

static void take_from_cache(const struct aside *aside, const struct built *built)
{
	for (size_t i = 0; i < built->unit->sources.n; i++) {
		char *entry = cache_entry(aside, built, i), *object = xprintf("%s/unit_%zu.o", built->tests_dir, i);
		if (entry && access(entry, F_OK) == 0)
			status_free(copy_file(entry, object));
		free(object);
		free(entry);
	}
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

/* Returns the path of the file with the texts from which the program was made. */
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

static bool is_cached(const struct aside *aside, const struct built *built, size_t i)
{
	char *entry = cache_entry(aside, built, i);
	bool is_there = entry && access(entry, F_OK) == 0;
	free(entry);
	return is_there;
}

bool aside_has_objects(const struct aside *aside, const struct built *built)
{
	char *folder = xprintf("%s/%s", aside->folder, built->way);
	bool has = !takes_neighbours(built) || access(folder, F_OK) == 0, cached = true;
	for (size_t i = 0; i < built->unit->sources.n && !has && cached; i++)
		cached = is_cached(aside, built, i);
	free(folder);
	return has || cached;
}

status aside_bring(const struct aside *aside, struct built *built)
{
	char *folder = xprintf("%s/%s", aside->folder, built->way);
	bool is_first = access(folder, F_OK) < 0;
	status st = dir_make(folder);
	if (!st && is_first)
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
