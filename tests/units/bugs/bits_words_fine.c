/* bits_words: a set of small numbers. The words for the bits are rounded up. */
#include <stdint.h>
#include <stdlib.h>

struct bits {
	uint64_t *words;
	unsigned n;
};

struct bits *bits_new(unsigned n)
{
	if (n == 0 || n > 4096)
		return NULL;
	struct bits *bits = malloc(sizeof *bits);
	if (!bits)
		return NULL;
	bits->n = n;
	bits->words = calloc((n + 63) / 64, sizeof *bits->words);
	if (!bits->words) {
		free(bits);
		return NULL;
	}
	return bits;
}

void bits_free(struct bits *bits)
{
	if (bits)
		free(bits->words);
	free(bits);
}

int bits_add(struct bits *bits, unsigned bit)
{
	if (bit >= bits->n)
		return -1;
	bits->words[bit / 64] |= UINT64_C(1) << bit % 64;
	return 0;
}

int bits_has(const struct bits *bits, unsigned bit)
{
	return bit < bits->n && bits->words[bit / 64] >> bit % 64 & 1;
}

/* For a bit that is known to be below the size of the set. */
int bits_test(const struct bits *bits, unsigned bit)
{
	return bits->words[bit / 64] >> bit % 64 & 1;
}
