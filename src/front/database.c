/* database: sources and their flags from a compile_commands.json.
 *
 * An entry has a directory, a file, and its command either as "arguments" (a
 * list) or as "command" (one shell line). The first entry of a file counts. */
#define _GNU_SOURCE
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "front/flags.h"
#include "front/paths.h"
#include "front/sources.h"

struct database {
	struct arena *arena;
	const char *path;   /* of the file */
	json_t *root;
};

/* One entry, with its file as an absolute path. */
struct entry {
	const char *file, *directory;
	text_vec flags;
};

static status load(struct database *database, const char *where)
{
	struct stat info;
	bool is_folder = stat(where, &info) == 0 && S_ISDIR(info.st_mode);
	database->path = is_folder ? arena_printf(database->arena, "%s/compile_commands.json", where) : where;
	if (stat(database->path, &info) != 0)
		return fail(TROUBLE_INPUT,
		            "%s: no such file; a build writes it with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "
		            "or bear -- make",
		            database->path);
	if (!S_ISREG(info.st_mode))
		return fail(TROUBLE_INPUT, "%s: not a regular file", database->path);
	json_error_t error;
	database->root = json_load_file(database->path, JSON_REJECT_DUPLICATES, &error);
	if (!database->root && error.line < 1)
		return fail(TROUBLE_INPUT, "%s: %s", database->path, error.text);
	if (!database->root)
		return fail(TROUBLE_INPUT, "%s:%d:%d: %s", database->path, error.line, error.column, error.text);
	if (!json_is_array(database->root))
		return fail(TROUBLE_INPUT, "%s: not a compilation database: a list of entries is expected",
		            database->path);
	return NULL;
}

static status read_arguments(const struct database *database, size_t number, const json_t *list, text_vec *words)
{
	size_t i;
	json_t *word;
	json_array_foreach(list, i, word)
	{
		if (!json_is_string(word))
			return fail(TROUBLE_INPUT, "%s: entry %zu: \"arguments\" holds something that is no string",
			            database->path, number);
		vec_push(words, json_string_value(word));
	}
	return NULL;
}

/* number counts from 1, for messages. */
static status read_entry(const struct database *database, size_t number, struct entry *entry)
{
	const json_t *object = json_array_get(database->root, number - 1);
	const char *directory = json_string_value(json_object_get(object, "directory"));
	const char *file = json_string_value(json_object_get(object, "file"));
	const json_t *arguments = json_object_get(object, "arguments");
	const char *command = json_string_value(json_object_get(object, "command"));
	if (!file || !directory)
		return fail(TROUBLE_INPUT, "%s: entry %zu: \"file\" or \"directory\" is missing", database->path,
		            number);
	if (!json_is_array(arguments) && !command)
		return fail(TROUBLE_INPUT, "%s: entry %zu (%s): neither \"arguments\" nor \"command\" is there",
		            database->path, number, file);
	const char *base = arena_strndup(database->arena, database->path,
	                                 (size_t)(path_base(database->path) - database->path));
	entry->directory = path_absolute(database->arena, *base ? base : NULL, directory);
	entry->file = path_absolute(database->arena, entry->directory, file);
	vec_clear(&entry->flags);
	if (json_is_array(arguments))
		TRY(read_arguments(database, number, arguments, &entry->flags));
	else
		flags_split(database->arena, command, &entry->flags);
	return NULL;
}

/* The first word is the compiler. */
static status add_entry(struct source_list *list, const struct entry *entry, const char *path)
{
	size_t skip = entry->flags.n > 0;
	TRY(source_check(path));
	return sources_add(list, path, entry->directory, entry->flags.at + skip, entry->flags.n - skip);
}

static status add_all(struct source_list *list, const struct database *database, struct entry *entry)
{
	struct strmap seen = { 0 };
	status st = NULL;
	for (size_t i = 1; i <= json_array_size(database->root); i++) {
		bool added;
		TRY_OUT(read_entry(database, i, entry));
		strmap_put(&seen, entry->file, &added);
		if (added && source_is_c(entry->file))
			TRY_OUT(add_entry(list, entry, path_shown(database->arena, "/", entry->file)));
	}
	if (!list->at.n)
		st = fail(TROUBLE_INPUT, "%s: no C source in it", database->path);
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

static status add_one(struct source_list *list, const struct database *database, struct entry *entry, const char *path)
{
	TRY(source_check(path));
	const char *wanted = path_absolute(database->arena, NULL, path);
	for (size_t i = 1; i <= json_array_size(database->root); i++) {
		TRY(read_entry(database, i, entry));
		if (same_file(wanted, entry->file))
			return add_entry(list, entry, path);
	}
	return fail(TROUBLE_INPUT, "%s: not in %s; build it there, or give its flags after -- instead of -p", path,
	            database->path);
}

status sources_from_database(struct source_list *list, const char *directory, const char *const *paths, size_t n_paths)
{
	struct database database = { .arena = arena_new() };
	struct entry entry = { 0 };
	status st = NULL;
	TRY_OUT(load(&database, directory));
	if (!n_paths)
		TRY_OUT(add_all(list, &database, &entry));
	for (size_t i = 0; i < n_paths; i++)
		TRY_OUT(add_one(list, &database, &entry, paths[i]));
out:
	vec_release(&entry.flags);
	json_decref(database.root);
	arena_free(database.arena);
	return st;
}
