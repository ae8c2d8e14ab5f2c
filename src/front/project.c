/* project: the sources of a unit from a compilation database. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/stat.h>

#include "base/map.h"
#include "base/str.h"
#include "front/database.h"
#include "front/paths.h"
#include "front/sources.h"

static status add_entry(struct source_list *list, const struct database_entry *entry, const char *path)
{
	TRY(source_check(path));
	return sources_add(list, path, entry->directory, entry->flags, entry->n_flags);
}

static status add_all(struct source_list *list, const struct database *database)
{
	struct strmap seen = { 0 };
	status st = NULL;
	for (size_t i = 0; i < database->at.n; i++) {
		const struct database_entry *entry = &database->at.at[i];
		bool added;
		strmap_put(&seen, entry->file, &added);
		if (added)
			TRY_OUT(add_entry(list, entry, path_shown(database->arena, "/", entry->file)));
	}
out:
	strmap_release(&seen);
	return st;
}

/* The same file, also if a link leads to it. */
static bool same_file(const char *a, const char *b)
{
	struct stat x, y;
	if (str_equal(a, b))
		return true;
	return str_equal(path_base(a), path_base(b)) && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

static status add_one(struct source_list *list, const struct database *database, const char *path)
{
	TRY(source_check(path));
	const char *wanted = path_absolute(database->arena, NULL, path);
	for (size_t i = 0; i < database->at.n; i++)
		if (same_file(wanted, database->at.at[i].file))
			return add_entry(list, &database->at.at[i], path);
	return fail(TROUBLE_INPUT, "%s: not in %s; build it there, or give its flags after -- instead of -p", path,
	            database->path);
}

status sources_from_database(struct source_list *list, const char *directory, const char *const *paths, size_t n_paths)
{
	struct database *database = NULL;
	TRY(database_read(directory, &database));
	status st = n_paths ? NULL : add_all(list, database);
	for (size_t i = 0; i < n_paths && !st; i++)
		st = add_one(list, database, paths[i]);
	database_free(database);
	return st;
}
