/* front_cache: see front_cache.h. Layout of an entry: a head, the manifest, the
 * model, the marks, the marked texts, and a hash of all that. */
#define _GNU_SOURCE
#include "front/front_cache.h"

#include <clang-c/Index.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "front/read/paths.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

#define HEAD "skep unit 7\n"

/* ---- the name ---- */

/* Hashes the word with its terminating zero, so that "a", "bc" differs from "ab", "c". */
static uint64_t hash_word(const char *word, uint64_t hash)
{
	return word ? hash_bytes(word, strlen(word) + 1, hash) : hash_bytes("\1", 1, hash);
}

/* Hashes the environment variables by which clang finds headers. */
static uint64_t hash_environment(uint64_t hash)
{
	static const char *const names[] = { "CPATH", "C_INCLUDE_PATH" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		hash = hash_word(getenv(names[i]), hash);
	return hash;
}

static uint64_t hash_source(const struct source *source, uint64_t hash)
{
	hash = hash_word(source->path, hash);
	hash = hash_word(source->directory, hash);
	hash = hash_word(source->is_context ? "context" : NULL, hash);
	for (size_t i = 0; i < source->n_flags; i++)
		hash = hash_word(source->flags[i], hash);
	return hash_word(NULL, hash);
}

status front_cache_entry(const char *folder, const struct source_list *sources, struct arena *arena, const char **entry)
{
	CXString version = clang_getClangVersion();
	uint64_t hash = hash_word(clang_getCString(version), 0);
	clang_disposeString(version);
	TRY(hash_program(&hash));
	hash = hash_environment(hash);
	hash = hash_word(path_absolute(arena, NULL, "."), hash);
	for (size_t i = 0; i < sources->at.n; i++)
		hash = hash_source(&sources->at.at[i], hash);
	hash = hash_source(&sources->contracts, hash);
	hash = hash_word(sources->variables ? "variables" : NULL, hash);
	*entry = arena_printf(arena, "%s/%016" PRIx64 "-unit", folder, hash);
	return NULL;
}

/* ---- the content ---- */

static void save_marked(struct saver *saver, struct marked_source *marked)
{
	uint32_t length = (uint32_t)marked->length;
	save_count(saver, &length);
	if (!saver->out) {
		marked->length = length;
		marked->text = xcalloc((size_t)length + 1, 1);
	}
	save_raw(saver, marked->text, length);
}

static void save_unit(struct saver *saver, struct unit *unit)
{
	saver->arena = unit->model->arena;
	model_save(saver, unit->model);
	saver->arena = unit->marks->arena;
	marks_save(saver, unit->marks);
	SAVE_VEC(saver, &unit->sources, save_marked);
	if (unit->model->contract_file)
		save_marked(saver, &unit->contracts);
}

/* ---- loading ---- */

static bool is_whole(const char *text, size_t size)
{
	uint64_t hash;
	if (size < strlen(HEAD) + sizeof hash || memcmp(text, HEAD, strlen(HEAD)) != 0)
		return false;
	memcpy(&hash, text + size - sizeof hash, sizeof hash);
	return hash == hash_bytes(text, size - sizeof hash, 0);
}

static struct unit *read_unit(struct saver *saver, const struct source_list *sources)
{
	struct unit *unit = xcalloc(1, sizeof *unit);
	unit->model = model_new();
	unit->marks = marks_new();
	save_unit(saver, unit);
	if (saver->bad || saver->at != saver->end || unit->sources.n != sources->at.n) {
		unit_free(unit);
		return NULL;
	}
	sources_copy(&unit->given, sources);
	for (size_t i = 0; i < unit->given.at.n; i++)
		unit->sources.at[i].source = &unit->given.at.at[i];
	unit->contracts.source = &unit->given.contracts;
	return unit;
}

/* NULL if the bytes make no sense, or if the files that the unit was read from have changed. */
static struct unit *read_entry(struct saver *saver, const struct source_list *sources)
{
	struct manifest manifest = { .arena = arena_new() };
	saver->arena = manifest.arena;
	manifest_save(saver, &manifest);
	struct unit *unit = !saver->bad && manifest_holds(&manifest) ? read_unit(saver, sources) : NULL;
	if (unit)
		manifest_tell(&manifest, unit);
	manifest_release(&manifest);
	arena_free(manifest.arena);
	return unit;
}

struct unit *front_cache_load(const char *entry, const struct source_list *sources)
{
	char *text = NULL;
	size_t size;
	struct unit *unit = NULL;
	if (access(entry, F_OK) != 0)
		return NULL;
	status st = file_read(entry, &text, &size);
	if (!st && is_whole(text, size)) {
		struct saver saver = { .at = text + strlen(HEAD), .end = text + size - sizeof(uint64_t) };
		unit = read_entry(&saver, sources);
	}
	log_verbose("%s: %s", entry,
	            st     ? st->message
	            : unit ? "nothing has changed since the unit was read"
	                   : "it is damaged, or a source or header has changed");
	status_free(st);
	free(text);
	return unit;
}

/* ---- storing ---- */

void front_cache_store(const char *entry, struct unit *unit, struct manifest *manifest)
{
	struct sb out = { 0 };
	struct saver saver = { .out = &out };
	if (manifest->changing)
		return;
	sb_add(&out, HEAD);
	manifest_save(&saver, manifest);
	save_unit(&saver, unit);
	uint64_t hash = hash_bytes(out.text, out.n, 0);
	sb_add_bytes(&out, &hash, sizeof hash);
	status st = file_write(entry, out.text, out.n);
	if (st)
		log_verbose("the unit as it was read is not kept: %s", st->message);
	status_free(st);
	sb_release(&out);
}
