/* named_sources: the sources of one unit from a compilation database: the sources that the user
 * names, or all sources of a project that has only one unit. */
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "front/project/database.h"
#include "front/read/paths.h"
#include "front/project/project.h"
#include "front/sources.h"

static status add_entry(struct source_list *list, const struct database_entry *entry, const char *path)
{
	TRY(source_check(path));
	return sources_add(list, path, entry->directory, entry->flags, entry->n_flags);
}

/* Both paths name one file; links are followed. */
static bool same_file(const char *a, const char *b)
{
	struct stat x, y;
	if (str_equal(a, b))
		return true;
	return str_equal(path_base(a), path_base(b)) && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

static bool is_wanted(const struct project_wish *wish, const char *target)
{
	for (size_t i = 0; wish && i < wish->n_targets; i++)
		if (target && str_equal(target, wish->targets[i]))
			return true;
	return !wish || !wish->n_targets;
}

static status add_one(struct source_list *list, const struct database *database, const struct project_wish *wish,
                      const char *path)
{
	TRY(source_check(path));
	const char *wanted = path_absolute(database->arena, NULL, path);
	for (size_t i = 0; i < database->at.n; i++)
		if (is_wanted(wish, database->at.at[i].target) && same_file(wanted, database->at.at[i].file))
			return add_entry(list, &database->at.at[i], path);
	return fail(TROUBLE_INPUT, "%s: not in %s%s; build it there, or give its flags after -- instead of -p", path,
	            database->path, wish && wish->n_targets ? " for that target" : "");
}

static status several_units(const struct project *project)
{
	struct sb names = { 0 };
	for (size_t i = 0; i < project->units.n; i++)
		if (project->units.at[i].target)
			sb_addf(&names, "%s%s", names.n ? ", " : "", project->units.at[i].target);
	status st = fail(TROUBLE_USAGE, "%s has several targets; choose one with --target, or name sources: %s",
	                 project->database, sb_text(&names));
	sb_release(&names);
	return st;
}

static status take_only_unit(struct source_list *list, const char *directory, const struct project_wish *wish)
{
	struct project *project = NULL;
	struct project_wish none = { 0 };
	TRY(project_read(directory, wish ? wish : &none, &project));
	status st = project->units.n > 1 ? several_units(project) : NULL;
	if (!st) {
		*list = project->units.at[0].sources;
		project->units.at[0].sources = (struct source_list){ 0 };
	}
	project_free(project);
	return st;
}

static bool is_stem(const char *file, const char *name)
{
	const char *base = path_base(file);
	size_t length = strlen(name);
	return strncmp(base, name, length) == 0 && str_equal(base + length, ".c");
}

/* The source that gave the target its name, if the database knows no link target of that name:
 * Automake compiles wc from wc.c to wc.o. NULL: there is no such source, or more than one. */
static const struct database_entry *named_like(const struct database *database, const char *name)
{
	const struct database_entry *found = NULL;
	for (size_t i = 0; i < database->at.n; i++) {
		const struct database_entry *entry = &database->at.at[i];
		if (entry->target && str_equal(entry->target, name))
			return NULL;
		if (entry->target || !is_stem(entry->file, name))
			continue;
		if (found && !str_equal(found->file, entry->file))
			return NULL;
		found = found ? found : entry;
	}
	return found;
}

static status take_unit(struct source_list *list, const char *directory, const struct project_wish *wish)
{
	struct database *database = NULL;
	TRY(database_read(directory, &database));
	const struct database_entry *entry = wish && wish->n_targets == 1 ? named_like(database, wish->targets[0])
	                                                                  : NULL;
	status st = entry ? add_entry(list, entry, path_shown(database->arena, "/", entry->file))
	                  : take_only_unit(list, directory, wish);
	database_free(database);
	return st;
}

status sources_from_database(struct source_list *list, const char *directory, const struct project_wish *wish,
                             const char *const *paths, size_t n_paths)
{
	struct database *database = NULL;
	if (!n_paths)
		return take_unit(list, directory, wish);
	TRY(database_read(directory, &database));
	status st = NULL;
	for (size_t i = 0; i < n_paths && !st; i++)
		st = add_one(list, database, wish, paths[i]);
	database_free(database);
	return st;
}
