/* single: a library that is one header, functions and all. */
#ifndef SINGLE_H
#define SINGLE_H

#include <stddef.h>

/* A word of a text. */
struct word {
	size_t start, length;
};

static struct word *word_alloc(struct word *words, size_t n, size_t *used)
{
	return *used < n ? &words[(*used)++] : NULL;
}

/* How many words the text has; the first n of them are told, if there is room for any. */
int words_split(const char *text, size_t size, struct word *words, size_t n)
{
	size_t used = 0;
	int count = 0;
	for (size_t i = 0; i < size; i++) {
		size_t start = i;
		struct word *word;
		while (i < size && text[i] != ' ')
			i++;
		if (i == start)
			continue;
		count++;
		word = words ? word_alloc(words, n, &used) : NULL;
		if (word) {
			word->start = start;
			word->length = i - start;
		}
	}
	return count;
}

#endif
