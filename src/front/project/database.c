/* database: see database.h. */
#include "front/project/database.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "base/map.h"
#include "base/str.h"
#include "front/project/flags.h"
#include "front/read/paths.h"
#include "front/sources.h"

/* The file while it is read. */
struct reader {
	struct database *database;
	json_t *root;
	const char *folder;  /* of the file itself */
	struct strmap seen;  /* sources together with their targets */
};

static status load(struct reader *reader, const char *where)
{
	struct database *database = reader->database;
	struct stat info;
	bool is_folder = stat(where, &info) == 0 && S_ISDIR(info.st_mode);
	database->path = arena_printf(database->arena, is_folder ? "%s/compile_commands.json" : "%s", where);
	if (stat(database->path, &info) != 0)
		return fail(TROUBLE_INPUT,
		            "%s: no such file; a build writes it with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "
		            "or bear -- make",
		            database->path);
	if (!S_ISREG(info.st_mode))
		return fail(TROUBLE_INPUT, "%s: not a regular file", database->path);
	json_error_t error;
	reader->root = json_load_file(database->path, JSON_REJECT_DUPLICATES, &error);
	if (!reader->root && error.line < 1)
		return fail(TROUBLE_INPUT, "%s: %s", database->path, error.text);
	if (!reader->root)
		return fail(TROUBLE_INPUT, "%s:%d:%d: %s", database->path, error.line, error.column, error.text);
	if (!json_is_array(reader->root))
		return fail(TROUBLE_INPUT, "%s: not a compilation database: a list of entries is expected",
		            database->path);
	size_t length = (size_t)(path_base(database->path) - database->path);
	reader->folder = length ? arena_strndup(database->arena, database->path, length) : NULL;
	return NULL;
}

static status read_arguments(const struct reader *reader, size_t number, const json_t *list, text_vec *words)
{
	size_t i;
	json_t *word;
	json_array_foreach(list, i, word)
	{
		if (!json_is_string(word))
			return fail(TROUBLE_INPUT, "%s: entry %zu: \"arguments\" has an element that is not a string",
			            reader->database->path, number);
		vec_push(words, arena_strdup(reader->database->arena, json_string_value(word)));
	}
	return NULL;
}

/* The words of the command, the compiler among them. */
static status read_words(const struct reader *reader, size_t number, const json_t *object, text_vec *words)
{
	const json_t *arguments = json_object_get(object, "arguments");
	const char *command = json_string_value(json_object_get(object, "command"));
	if (json_is_array(arguments))
		return read_arguments(reader, number, arguments, words);
	if (!command)
		return fail(TROUBLE_INPUT, "%s: entry %zu (%s): \"arguments\" and \"command\" are missing",
		            reader->database->path, number, json_string_value(json_object_get(object, "file")));
	flags_split(reader->database->arena, command, words);
	return NULL;
}

/* The argument of -o in the flags; NULL: there is none. */
static const char *output_of(const struct database_entry *entry)
{
	for (size_t i = 0; i < entry->n_flags; i++) {
		if (str_equal(entry->flags[i], "-o"))
			return i + 1 < entry->n_flags ? entry->flags[i + 1] : NULL;
		if (str_starts(entry->flags[i], "-o"))
			return entry->flags[i] + 2;
	}
	return NULL;
}

static bool links_at_once(const struct database_entry *entry)
{
	for (size_t i = 0; i < entry->n_flags; i++)
		if (str_equal(entry->flags[i], "-c"))
			return false;
	return true;
}

/* The path where a compiler puts the object of a command without -o. */
static const char *usual_output(struct arena *arena, const struct database_entry *entry)
{
	const char *base = path_base(entry->file), *dot = strrchr(base, '.');
	return dot && !links_at_once(entry) ? arena_printf(arena, "%.*s.o", (int)(dot - base), base) : NULL;
}

static void set_command(struct arena *arena, struct database_entry *entry, const text_vec *words, const char *output)
{
	size_t skip = words->n > 0;
	entry->n_flags = words->n - skip;
	entry->flags = entry->n_flags ? arena_memdup(arena, words->at + skip, entry->n_flags * sizeof *words->at)
	                              : NULL;
	if (!output)
		output = output_of(entry);
	if (!output)
		output = usual_output(arena, entry);
	if (!output || !*output)
		return;
	entry->output = path_absolute(arena, entry->directory, output);
	entry->target = links_at_once(entry) ? path_base(entry->output)
	                                     : target_of_object(arena, entry->output, entry->file);
}

static void keep_entry(struct reader *reader, const struct database_entry *entry)
{
	char *key = xprintf("%s\n%s", entry->file, entry->target ? entry->target : "");
	bool added;
	strmap_put(&reader->seen, key, &added);
	free(key);
	if (added)
		vec_push(&reader->database->at, *entry);
}

/* `number` is the entry's place in the file, counted from 1, for messages. */
static status read_entry(struct reader *reader, size_t number)
{
	struct database *database = reader->database;
	const json_t *object = json_array_get(reader->root, number - 1);
	const char *directory = json_string_value(json_object_get(object, "directory"));
	const char *file = json_string_value(json_object_get(object, "file"));
	text_vec words = { 0 };
	if (!file || !directory)
		return fail(TROUBLE_INPUT, "%s: entry %zu: \"file\" or \"directory\" is missing", database->path,
		            number);
	status st = read_words(reader, number, object, &words);
	if (!st && source_is_c(file)) {
		struct database_entry entry = { 0 };
		entry.directory = path_absolute(database->arena, reader->folder, directory);
		entry.file = path_absolute(database->arena, entry.directory, file);
		set_command(database->arena, &entry, &words, json_string_value(json_object_get(object, "output")));
		keep_entry(reader, &entry);
	}
	vec_release(&words);
	return st;
}

status database_read(const char *where, struct database **database)
{
	struct reader reader = { .database = xcalloc(1, sizeof **database) };
	reader.database->arena = arena_new();
	status st = NULL;
	TRY_OUT(load(&reader, where));
	for (size_t i = 1; i <= json_array_size(reader.root); i++)
		TRY_OUT(read_entry(&reader, i));
	if (!reader.database->at.n)
		st = fail(TROUBLE_INPUT, "%s: no C source in it", reader.database->path);
out:
	json_decref(reader.root);
	strmap_release(&reader.seen);
	if (st)
		database_free(reader.database);
	else
		*database = reader.database;
	return st;
}

void database_free(struct database *database)
{
	if (!database)
		return;
	vec_release(&database->at);
	arena_free(database->arena);
	free(database);
}
