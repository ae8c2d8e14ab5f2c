/* context_cache: see context_cache.h. Layout of an entry: a head, the manifest, the list of
 * files, and a hash of all that. */
#include "front/context/context_cache.h"

#include <inttypes.h>

#include "front/entry.h"

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

static bool read_record(struct saver *saver, struct context_record *record)
{
	saver->arena = record->manifest.arena;
	save_record(saver, record);
	return !saver->bad && saver->at == saver->end && manifest_holds(&record->manifest);
}

bool context_cache_load(const char *entry, struct context_record *record)
{
	char *text;
	struct saver saver;
	bool holds = entry_read(entry, HEAD, &text, &saver) && read_record(&saver, record);
	free(text);
	return holds;
}

void context_cache_store(const char *entry, struct context_record *record)
{
	struct sb out = { 0 };
	struct saver saver;
	if (record->manifest.changing)
		return;
	entry_begin(HEAD, &out, &saver);
	save_record(&saver, record);
	entry_write(entry, &out, "the context that was found");
}

void context_record_release(struct context_record *record)
{
	manifest_release(&record->manifest);
	vec_release(&record->files);
}
