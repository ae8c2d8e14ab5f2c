/* cache: see cache.h. */
#define _GNU_SOURCE
#include "instr/cache.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "base/str.h"
#include "instr/facts.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

/* ---- the input of a target ---- */

static int is_object(const struct dirent *entry)
{
	return str_ends(entry->d_name, ".o");
}

static status hash_folder(const char *folder, uint64_t *hash)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_object, alphasort);
	status st = n < 0 ? fail_errno("cannot read skep's runtime in %s", folder) : NULL;
	for (int i = 0; i < n; i++) {
		char *path = xprintf("%s/%s", folder, entries[i]->d_name);
		if (!st)
			st = hash_file(path, hash);
		free(path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return st;
}

static status hash_runtime(struct arena *arena, const char *runtime, enum build_kind kind, uint64_t *hash)
{
	TRY(hash_file(arena_printf(arena, "%s/inline.bc", runtime), hash));
	if (kind == BUILD_SYMBOLIC) {
		TRY(hash_file(arena_printf(arena, "%s/labels_inline.bc", runtime), hash));
		for (size_t i = 0; i < N_MODELS; i++)
			TRY(hash_file(arena_printf(arena, "%s/%s", runtime, model_files[i]), hash));
	}
	return hash_folder(arena_printf(arena, "%s/%s", runtime, build_kind_name(kind)), hash);
}

/* Hashes a library of the user, which may be rebuilt; libraries of the system change with the
 * system. */
static status hash_link_flag(struct arena *arena, const struct source_list *sources, const char *flag, uint64_t *key)
{
	struct stat there;
	*key = hash_text(flag, *key);
	if (flag[0] != '-')
		return stat(flag, &there) == 0 && S_ISREG(there.st_mode) ? hash_file(flag, key) : NULL;
	for (size_t i = 0; str_starts(flag, "-l") && i < sources->link_flags.n; i++) {
		const char *folder = sources->link_flags.at[i];
		static const char *const endings[] = { "a", "so" };
		for (size_t k = 0; str_starts(folder, "-L") && k < sizeof endings / sizeof *endings; k++) {
			const char *path = flag[2] == ':' ? arena_printf(arena, "%s/%s", folder + 2, flag + 3)
			                                  : arena_printf(arena, "%s/lib%s.%s", folder + 2, flag + 2,
			                                                 endings[k]);
			if (access(path, R_OK) == 0)
				TRY(hash_file(path, key));
		}
	}
	return NULL;
}

/* Hashes the unit, its libraries, the runtime, the compiler (clang and libLLVM have one version),
 * and skep itself, which decides how all this is combined. */
static status make_key(struct arena *arena, const struct unit *unit, enum build_kind kind, const char *runtime,
                       uint64_t *key)
{
	const struct source_list *sources = &unit->given;
	unsigned version[3];
	LLVMGetVersion(&version[0], &version[1], &version[2]);
	*key = hash_bytes(version, sizeof version, unit->hash);
	*key = hash_bytes(&kind, sizeof kind, *key);
	for (size_t i = 0; i < sources->link_flags.n; i++)
		TRY(hash_link_flag(arena, sources, sources->link_flags.at[i], key));
	TRY(hash_runtime(arena, runtime, kind, key));
	return hash_program(key);
}

status cache_open(struct cache *cache, struct arena *arena, const struct unit *unit, enum build_kind kind,
                  const struct build_options *options, const char *runtime)
{
	uint64_t key;
	*cache = (struct cache){ .arena = arena };
	if (options->no_cache)
		return NULL;
	TRY(make_key(arena, unit, kind, runtime, &key));
	cache->folder = cache_folder(arena, options->cache_dir);
	if (cache->folder)
		cache->entry = arena_printf(arena, "%s/%016" PRIx64 "-%s", cache->folder, key, build_kind_name(kind));
	return NULL;
}

/* ---- entries ---- */

static status load(const char *folder, struct target *target, struct unit *unit, bool *right)
{
	const char *program = arena_printf(target->arena, "%s/target", folder);
	char *text;
	size_t length;
	uint64_t hash = 0;
	TRY(hash_file(program, &hash));
	TRY(file_read(arena_printf(target->arena, "%s/facts", folder), &text, &length));
	*right = facts_read(text, length, hash, target, unit);
	free(text);
	if (*right)
		target->path = program;
	return NULL;
}

bool cache_take(const struct cache *cache, struct target *target, struct unit *unit)
{
	bool right = false;
	if (!cache->entry || access(cache->entry, F_OK) < 0)
		return false;
	status st = load(cache->entry, target, unit, &right);
	if (!right) {
		log_verbose("%s is damaged (%s): building it anew", cache->entry,
		            st ? st->message : "it does not match its hash");
		dir_remove(cache->entry);
	}
	status_free(st);
	target->from_cache = right;
	return right;
}

status cache_stage(const struct cache *cache, struct target *target, const char **folder)
{
	if (!cache->folder) {
		TRY(temp_make("target", &target->temporary));
		*folder = target->temporary;
		return NULL;
	}
	char *made = arena_printf(cache->arena, "%s.XXXXXX", cache->entry);
	if (!mkdtemp(made))
		return fail_errno("cannot make the folder %s", made);
	*folder = made;
	return NULL;
}

void cache_drop(const struct cache *cache, const char *staged, struct target *target)
{
	if (cache->folder)
		dir_remove(staged);
	else
		temp_remove(target->temporary);
	target->temporary = NULL;
}

bool cache_read_staged(const char *staged, struct target *target, struct unit *unit)
{
	bool right = false;
	status_free(load(staged, target, unit, &right));
	return right;
}

status cache_write_facts(const char *staged, struct target *target, struct unit *unit)
{
	uint64_t hash = 0;
	struct sb text = { 0 };
	char *program = xprintf("%s/target", staged), *path = xprintf("%s/facts", staged);
	status st = hash_file(program, &hash);
	if (!st) {
		facts_write(target, unit, hash, &text);
		st = file_write(path, text.text, text.n);
	}
	sb_release(&text);
	free(program);
	free(path);
	return st;
}

/* Another skep may have been faster; its entry has the same content. */
static status publish(const struct cache *cache, const char *staged)
{
	if (rename(staged, cache->entry) == 0)
		return NULL;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return fail_errno("cannot rename %s to %s", staged, cache->entry);
	dir_remove(staged);
	return NULL;
}

status cache_keep(const struct cache *cache, const char *staged, struct target *target)
{
	if (cache->folder) {
		TRY(publish(cache, staged));
		staged = cache->entry;
	}
	target->path = arena_printf(target->arena, "%s/target", staged);
	return NULL;
}
