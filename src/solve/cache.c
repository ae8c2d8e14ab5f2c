/* cache: see cache.h. In the table, a newer program replaces an older one with the same low bits of
 * the hash. */
#include "solve/cache.h"

#include <string.h>

#include "base/map.h"

#define N_ENTRIES (1u << 15)
#define N_RECENT 32u
#define MAX_BYTES 256u /* longer answers are not kept */

struct entry {
	struct program_name name;
	enum known known;
	uint32_t n;
	uint8_t *answer;
};

struct cache {
	struct entry entries[N_ENTRIES];
	struct {
		uint32_t n;
		uint8_t bytes[MAX_BYTES];
	} recent[N_RECENT];
	uint64_t n_recent; /* number of recent answers ever */
};

struct cache *cache_new(void)
{
	return xcalloc(1, sizeof(struct cache));
}

void cache_free(struct cache *cache)
{
	if (!cache)
		return;
	for (uint32_t i = 0; i < N_ENTRIES; i++)
		free(cache->entries[i].answer);
	free(cache);
}

static uint64_t hash_tables(const struct program *program, uint64_t hash)
{
	for (uint32_t i = 0; i < program->n_code; i++) {
		if (program->code[i].op != SK_NODE_TABLE)
			continue;
		const struct value_table *table = &program->tables[program->code[i].extra];
		hash = hash_bytes(table->at, table->n * sizeof *table->at, hash);
	}
	return hash;
}

/* A table's number belongs to its trace, so the table's content is hashed instead. */
static uint64_t hash_code(const struct program *program, uint64_t hash)
{
	hash = hash_tables(program, hash);
	struct instruction batch[64];
	for (uint32_t i = 0; i < program->n_code;) {
		uint32_t n = 0;
		for (; n < 64 && i < program->n_code; n++, i++) {
			batch[n] = program->code[i];
			if (batch[n].op == SK_NODE_TABLE)
				batch[n].extra = 0;
		}
		hash = hash_bytes(batch, n * sizeof *batch, hash);
	}
	return hash;
}

struct program_name cache_name(const struct program *program)
{
	struct program_name name;
	for (unsigned i = 0; i < 2; i++) {
		uint64_t counts[3] = { program->n_inputs, program->n_code, program->n_wishes };
		uint64_t hash = hash_bytes(counts, sizeof counts, i);
		hash = hash_bytes(program->constants, program->n_constants * sizeof *program->constants, hash);
		hash = hash_code(program, hash);
		for (uint32_t k = 0; k < program->n_wishes; k++) {
			const struct program_wish *wish = &program->wishes[k];
			uint64_t parts[3] = { wish->slot, wish->is_not, wish->value };
			hash = hash_bytes(parts, sizeof parts, hash);
		}
		name.hash[i] = hash;
	}
	return name;
}

enum known cache_get(const struct cache *cache, const struct program_name *name, const uint8_t **answer)
{
	const struct entry *entry = &cache->entries[name->hash[0] % N_ENTRIES];
	if (memcmp(&entry->name, name, sizeof *name) != 0)
		return NOT_KNOWN;
	*answer = entry->answer;
	return entry->known;
}

void cache_put(struct cache *cache, const struct program_name *name, enum known known, const uint8_t *answer,
               uint32_t n_inputs)
{
	if (n_inputs > MAX_BYTES)
		return;
	struct entry *entry = &cache->entries[name->hash[0] % N_ENTRIES];
	free(entry->answer);
	*entry = (struct entry){ .name = *name, .known = known, .n = n_inputs };
	if (known != KNOWN_ANSWER)
		return;
	entry->answer = memcpy(xmalloc(n_inputs), answer, n_inputs);
	unsigned at = cache->n_recent++ % N_RECENT;
	cache->recent[at].n = n_inputs;
	memcpy(cache->recent[at].bytes, answer, n_inputs);
}

const uint8_t *cache_recent(const struct cache *cache, uint32_t n_inputs, unsigned i)
{
	for (uint64_t back = 1; back <= N_RECENT && back <= cache->n_recent; back++) {
		unsigned at = (cache->n_recent - back) % N_RECENT;
		if (cache->recent[at].n == n_inputs && i-- == 0)
			return cache->recent[at].bytes;
	}
	return NULL;
}
