/* faults: see faults.h. */
#include "campaign/faults.h"

#define ALWAYS 2u
#define FRAMES 3u
#define HANG_DOUBLINGS 6 /* a hang is judged the 1st, 64th, 4096th, ... time */

/* Returns a key of a hang: the function that the test called. The place where a loop was stopped is arbitrary. */
static uint64_t hang_key(const struct run *run, const struct seq *seq)
{
	uint32_t step = run->fault ? run->fault->step : NONE;
	uint32_t called = step < seq->n && step_is_call(seq->steps[step]) ? seq->steps[step]->index : NONE;
	return hash_bytes(&called, sizeof called, SK_HANG);
}

static uint64_t fault_key(const struct run *run, const struct seq *seq)
{
	struct {
		uint64_t outcome, kind, code, owner, line, frames[FRAMES];
	} key = { .outcome = run->outcome };
	if (run->outcome == SK_HANG)
		return hang_key(run, seq);
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

bool fault_is_new(struct fault_table *table, const struct run *run, const struct seq *seq)
{
	if (run->outcome == SK_EXIT || run->outcome == SK_NOT_RUN || run->outcome == SK_ILLEGAL)
		return false;
	uint64_t count = ++*map_put(&table->seen, fault_key(run, seq), NULL);
	bool is_power = (count & (count - 1)) == 0;
	/* A hang takes long in the checked build, too, and the judge runs it several times. */
	if (run->outcome == SK_HANG)
		return is_power && __builtin_ctzll(count) % HANG_DOUBLINGS == 0;
	return count <= ALWAYS || is_power;
}

void fault_table_release(struct fault_table *table)
{
	map_release(&table->seen);
}
