/* cache_folder: see cache_folder.h. */
#define _GNU_SOURCE
#include "proc/cache_folder.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "proc/child.h"

static const char *default_folder(struct arena *arena)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (cache && cache[0] == '/')
		return arena_printf(arena, "%s/skep", cache);
	return home && home[0] ? arena_printf(arena, "%s/.cache/skep", home) : NULL;
}

static void warn_once(const char *what)
{
	static bool warned;
	if (!warned)
		log_warn("%s: builds are not kept", what);
	warned = true;
}

const char *cache_folder(struct arena *arena, const char *given)
{
	const char *folder = given ? given : default_folder(arena);
	if (!folder) {
		warn_once("neither XDG_CACHE_HOME nor HOME is set");
		return NULL;
	}
	status st = dir_make(folder);
	if (!st && access(folder, W_OK | X_OK) < 0)
		st = fail_errno("cannot write into %s", folder);
	if (!st)
		return folder;
	warn_once(st->message);
	status_free(st);
	return NULL;
}

status hash_file(const char *path, uint64_t *hash)
{
	char *bytes;
	size_t size;
	TRY(file_read(path, &bytes, &size));
	*hash = hash_bytes(bytes, size, *hash);
	free(bytes);
	return NULL;
}

/* Computed once, because the program has megabytes and each entry of the cache needs the hash. */
status hash_program(uint64_t *hash)
{
	static uint64_t program;
	static bool is_known;
	if (!is_known)
		TRY(hash_file("/proc/self/exe", &program));
	is_known = true;
	*hash = hash_bytes(&program, sizeof program, *hash);
	return NULL;
}
