/* corpus: see corpus.h. */
#define _GNU_SOURCE
#include "emit/programs/corpus.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/map.h"
#include "emit/programs/program_test.h"
#include "emit/programs/script.h"
#include "proc/child.h"

void invocation_list_release(invocation_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		invocation_release(&list->at[i]);
	vec_release(list);
}

status bytes_read(const char *path, struct arena *arena, struct bytes *out)
{
	char *text = NULL;
	size_t size = 0;
	TRY(file_read(path, &text, &size));
	*out = (struct bytes){ arena_memdup(arena, text, size), (uint32_t)size };
	free(text);
	return NULL;
}

static bool is_there(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0;
}

status corpus_read_command(struct corpus *corpus, const char *line)
{
	struct invocation invocation;
	status st = script_read_call(line, NULL, corpus->shape, corpus->arena, &invocation);
	if (st) {
		invocation_release(&invocation);
		status told = fail(TROUBLE_INPUT, "the seed '%s' cannot be read: %s", line, st->message);
		status_free(st);
		return told;
	}
	vec_push(&corpus->seeds, invocation);
	return NULL;
}

/* ---- one seed ---- */

/* Reads the folder's files, however deep. */
static status read_files(const char *folder, const char *prefix, struct arena *arena, struct invocation *invocation)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, alphasort);
	status st = NULL;
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char *path = xprintf("%s/%s", folder, name), *below = xprintf("%s%s/", prefix, name);
		struct named_bytes file = { .name = arena_printf(arena, "%s%s", prefix, name) };
		if (name[0] != '.' && !st && path_is_folder(path)) {
			st = read_files(path, below, arena, invocation);
		} else if (name[0] != '.' && !st) {
			st = bytes_read(path, arena, &file.contents);
			if (!st)
				vec_push(&invocation->files, file);
		}
		free(path);
		free(below);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return st;
}

static status read_test_folder(const char *folder, const struct shape *shape, struct arena *arena,
                               struct invocation *invocation)
{
	char *command = xprintf("%s/cmd", folder), *input = xprintf("%s/stdin", folder),
	     *files = xprintf("%s/files", folder);
	struct bytes line;
	invocation_init(invocation, shape->program);
	status st = bytes_read(command, arena, &line);
	if (!st) {
		const char *call = arena_strndup(arena, (const char *)line.at, line.size);
		st = script_read_call(call, folder, shape, arena, invocation);
	}
	if (!st && is_there(input)) {
		st = bytes_read(input, arena, &invocation->input);
		invocation->has_input = true;
	}
	if (!st && path_is_folder(files))
		st = read_files(files, "", arena, invocation);
	free(command);
	free(input);
	free(files);
	return st;
}

bool shape_takes_bytes(const struct shape *shape)
{
	size_t places = shape->has_input;
	for (size_t i = 0; i < shape->n_slots; i++) {
		places += shape->slots[i].kind == SLOT_FILE;
		if (shape->slots[i].kind == SLOT_TEXT)
			return false;
	}
	return places == 1 && !shape->n_variables && (!shape->is_free || !shape->has_args);
}

/* Puts the bytes into the first file of the shape, or else into standard input. */
static void put_bytes(const struct shape *shape, struct bytes bytes, struct invocation *invocation)
{
	shape_start(shape, invocation);
	if (invocation->files.n) {
		invocation->files.at[0].contents = bytes;
		return;
	}
	invocation->has_input = true;
	invocation->input = bytes;
}

static bool is_script(const char *path, struct bytes text)
{
	return str_ends(path, ".sh") || (text.size > 2 && text.at[0] == '#' && text.at[1] == '!');
}

static status read_seed(struct corpus *corpus, const char *path)
{
	const struct shape *shape = corpus->shape;
	struct arena *arena = corpus->arena;
	struct invocation invocation;
	struct bytes bytes;
	if (path_is_folder(path)) {
		char *command = xprintf("%s/cmd", path);
		bool is_test = is_there(command);
		free(command);
		if (!is_test)
			return NULL;
		status st = read_test_folder(path, shape, arena, &invocation);
		if (st)
			invocation_release(&invocation);
		else
			vec_push(&corpus->seeds, invocation);
		return st;
	}
	TRY(bytes_read(path, arena, &bytes));
	if (is_script(path, bytes)) {
		script_read(path, bytes, shape, arena, &corpus->seeds);
		corpus->has_script = true;
		return NULL;
	}
	put_bytes(shape, bytes, &invocation);
	vec_push(&corpus->seeds, invocation);
	return NULL;
}

/* Reads a seed. A seed that cannot be read is left out. */
static void read_or_warn(struct corpus *corpus, const char *path)
{
	status st = read_seed(corpus, path);
	if (st)
		log_warn("the seed %s is left out: %s", path, st->message);
	status_free(st);
}

static status read_folder(struct corpus *corpus, const char *folder)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char *path = xprintf("%s/%s", folder, name);
		if (name[0] != '.' && !str_equal(name, "README.txt"))
			read_or_warn(corpus, path);
		free(path);
		free(entries[i]);
	}
	if (n < 0)
		return fail(TROUBLE_INPUT,
		            "the seeds in %s cannot be read: there is no such file or folder, or it is not "
		            "readable",
		            folder);
	free(entries);
	return NULL;
}

status corpus_read(struct corpus *corpus, const char *path)
{
	if (is_there(path) && !path_is_folder(path))
		return read_seed(corpus, path);
	char *queue = xprintf("%s/queue", path);
	status st = read_folder(corpus, path_is_folder(queue) ? queue : path);
	free(queue);
	return st;
}

/* ---- writing ---- */

static uint64_t hash_of(const struct invocation *invocation)
{
	struct sb command = { 0 };
	invocation_command(invocation, &command);
	uint64_t hash = hash_bytes(sb_text(&command), command.n, 0);
	sb_release(&command);
	hash = hash_bytes(invocation->input.at, invocation->input.size, hash + invocation->has_input);
	for (size_t i = 0; i < invocation->files.n; i++)
		hash = hash_bytes(invocation->files.at[i].contents.at, invocation->files.at[i].contents.size, hash);
	return hash;
}

status corpus_write_one(const char *folder, const struct shape *shape, const struct invocation *invocation)
{
	char *path = xprintf("%s/%016llx", folder, (unsigned long long)hash_of(invocation));
	status st;
	if (shape_takes_bytes(shape)) {
		struct bytes bytes = invocation->files.n ? invocation->files.at[0].contents : invocation->input;
		st = file_write(path, bytes.size ? (const void *)bytes.at : "", bytes.size);
	} else {
		st = dir_make(path);
		if (!st)
			st = invocation_write(invocation, path);
	}
	free(path);
	return st;
}

static status write_each(const char *folder, const struct shape *shape, const invocation_list *tests)
{
	status st = NULL;
	for (size_t i = 0; i < tests->n && !st; i++)
		st = corpus_write_one(folder, shape, &tests->at[i]);
	return st;
}

status corpus_write(const struct corpus *corpus, const char *folder, const struct archive *archive, size_t *n)
{
	struct arena *arena = arena_new();
	struct archived *archived;
	invocation_list tests = { 0 };
	size_t n_archived = archive_all(archive, arena, &archived);
	for (size_t i = 0; i < n_archived; i++) {
		struct invocation invocation;
		if (invocation_of(&invocation, archived[i].seq, arena))
			vec_push(&tests, invocation);
	}
	*n = tests.n;
	status st = dir_make(folder);
	if (!st)
		st = corpus->has_script ? script_write(folder, &tests) : write_each(folder, corpus->shape, &tests);
	invocation_list_release(&tests);
	arena_free(arena);
	return st;
}
