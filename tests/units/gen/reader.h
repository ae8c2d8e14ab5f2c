/* reader: an object with its operations in it, as libraries in C often have them. */
#ifndef READER_H
#define READER_H

#include <stddef.h>

struct reader {
	int (*open)(struct reader *self, const char *text);
	int (*next)(struct reader *self);
	void (*close)(struct reader *self);
	int line;
};

/* A reader of words, or of digits. */
struct reader *reader_of_words(void);
struct reader *reader_of_digits(void);
void reader_free(struct reader *reader);

#endif
