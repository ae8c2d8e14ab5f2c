/* hash_signed: counts words by a hash. Planted: the hash is computed in an int. */
#include <stdlib.h>

#define SLOTS 16

struct counts {
	int at[SLOTS];
};

struct counts *counts_new(void)
{
	return calloc(1, sizeof(struct counts));
}

void counts_free(struct counts *counts)
{
	free(counts);
}

static unsigned slot_of(const char *word)
{
	int hash = 7;
	for (; *word; word++)
		hash = 131 * hash + (unsigned char)*word;
	return (unsigned)hash % SLOTS;
}

int counts_add(struct counts *counts, const char *word)
{
	if (!*word)
		return 0;
	return ++counts->at[slot_of(word)];
}

int counts_of(const struct counts *counts, const char *word)
{
	return counts->at[slot_of(word)];
}
