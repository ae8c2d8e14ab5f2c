/* faults: see faults.h. */
#include "campaign/faults.h"

#define ALWAYS 2u
#define FRAMES 3u

static uint64_t fault_key(const struct run *run)
{
	struct {
		uint64_t outcome, kind, code, owner, line, frames[FRAMES];
	} key = { .outcome = run->outcome };
	if (run->fault) {
		key.kind = run->fault->kind;
		key.owner = run->fault->owner;
		key.code = (uint64_t)run->fault->code;
		key.line = run->fault->line;
		for (uint32_t i = 0; i < FRAMES && i < run->fault->n_frames; i++)
			key.frames[i] = run->fault->frames[i];
	}
	return hash_bytes(&key, sizeof key, 0);
}

bool fault_is_new(struct fault_table *table, const struct run *run)
{
	if (run->outcome == SK_EXIT || run->outcome == SK_NOT_RUN || run->outcome == SK_ILLEGAL)
		return false;
	uint64_t count = ++*map_put(&table->seen, fault_key(run), NULL);
	return count <= ALWAYS || (count & (count - 1)) == 0;
}

void fault_table_release(struct fault_table *table)
{
	map_release(&table->seen);
}
