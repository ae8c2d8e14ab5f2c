/* hash_case_fine: words that are equal whatever the case of their first letter, and have
 * the same hash then. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct word {
	char first;
	int number;
};

struct word *word_new(char first, int number)
{
	struct word *word = calloc(1, sizeof *word);
	if (word)
		*word = (struct word){ first, number };
	return word;
}

void word_free(struct word *word)
{
	free(word);
}

static int first_of(const struct word *word)
{
	return tolower((unsigned char)word->first);
}

bool word_equal(const struct word *a, const struct word *b)
{
	return first_of(a) == first_of(b) && a->number == b->number;
}

unsigned word_hash(const struct word *word)
{
	return (unsigned)word->number * 31u + (unsigned)first_of(word);
}
