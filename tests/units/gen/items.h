/* A reader that puts each item into memory of the caller, who has to end it. */
#ifndef ITEMS_H
#define ITEMS_H

#include <stddef.h>

enum item_kind { ITEM_END, ITEM_WORD, ITEM_NUMBER };

struct item {
	enum item_kind kind;
	char *text;
	int number;
};

struct reader {
	const char *next;
	size_t left;
};

void reader_init(struct reader *reader, const char *text, size_t size);
int reader_next(struct reader *reader, struct item *item);
int reader_last(struct reader *reader, struct item *item);
void item_release(struct item *item);

#endif
