/* used_slots: a small table of numbers by hash. Slots begin unused. */
#include <stdbool.h>
#include <stdlib.h>

#define SLOTS 8

struct slot {
	bool used;
	int key;
};

struct slots {
	int n;
	struct slot at[SLOTS];
};

struct slots *slots_new(void)
{
	struct slots *slots = malloc(sizeof *slots);
	if (!slots)
		return NULL;
	slots->n = 0;
	for (int i = 0; i < SLOTS; i++)
		slots->at[i].used = false;
	for (int i = 0; i < SLOTS; i++)
		slots->at[i].key = 0;
	return slots;
}

void slots_free(struct slots *slots)
{
	free(slots);
}

int slots_add(struct slots *slots, unsigned key)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		struct slot *slot = &slots->at[(key + i) % SLOTS];
		if (slot->used)
			continue;
		slot->used = true;
		slot->key = (int)(key % 1000);
		slots->n++;
		return 0;
	}
	return -1;
}

int slots_count(const struct slots *slots)
{
	return slots->n;
}
