/* context_cache: see context_cache.h. Layout of an entry: a head, the manifest, the list of
 * files, and a hash of all that. */
#define _GNU_SOURCE
#include "front/context/context_cache.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"

#define HEAD "skep context 1\n"

const char *context_cache_entry(const char *folder, uint64_t key, struct arena *arena)
{
	return arena_printf(arena, "%s/%016" PRIx64 "-context", folder, key);
}

static void save_record(struct saver *saver, struct context_record *record)
{
	manifest_save(saver, &record->manifest);
	SAVE_VEC(saver, &record->files, save_text);
	SAVE(saver, record->n_left);
}

static bool read_record(const char *text, size_t size, struct context_record *record)
{
	uint64_t hash;
	if (size < strlen(HEAD) + sizeof hash || memcmp(text, HEAD, strlen(HEAD)) != 0)
		return false;
	memcpy(&hash, text + size - sizeof hash, sizeof hash);
	if (hash != hash_bytes(text, size - sizeof hash, 0))
		return false;
	struct saver saver = { .at = text + strlen(HEAD),
		               .end = text + size - sizeof hash,
		               .arena = record->manifest.arena };
	save_record(&saver, record);
	return !saver.bad && saver.at == saver.end && manifest_holds(&record->manifest);
}

bool context_cache_load(const char *entry, struct context_record *record)
{
	char *text = NULL;
	size_t size;
	if (access(entry, F_OK) != 0)
		return false;
	status st = file_read(entry, &text, &size);
	bool holds = !st && read_record(text, size, record);
	status_free(st);
	free(text);
	return holds;
}

void context_cache_store(const char *entry, struct context_record *record)
{
	struct sb out = { 0 };
	struct saver saver = { .out = &out };
	if (record->manifest.changing)
		return;
	sb_add(&out, HEAD);
	save_record(&saver, record);
	uint64_t hash = hash_bytes(out.text, out.n, 0);
	sb_add_bytes(&out, &hash, sizeof hash);
	status st = file_write(entry, out.text, out.n);
	if (st)
		log_verbose("the context that was found is not kept: %s", st->message);
	status_free(st);
	sb_release(&out);
}

void context_record_release(struct context_record *record)
{
	manifest_release(&record->manifest);
	vec_release(&record->files);
}
