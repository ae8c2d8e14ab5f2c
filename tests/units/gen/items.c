#include "items.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void reader_init(struct reader *reader, const char *text, size_t size)
{
	reader->next = text;
	reader->left = size;
}

static size_t skip(const struct reader *reader, int (*is)(int))
{
	size_t n = 0;
	while (n < reader->left && is((unsigned char)reader->next[n]))
		n++;
	return n;
}

static void go_on(struct reader *reader, size_t n)
{
	reader->next += n;
	reader->left -= n;
}

int reader_next(struct reader *reader, struct item *item)
{
	memset(item, 0, sizeof *item);
	go_on(reader, skip(reader, isspace));
	size_t n = skip(reader, isalnum);
	if (!n)
		return reader->left ? -1 : 0;
	item->text = calloc(1, n + 1);
	if (!item->text)
		return -1;
	memcpy(item->text, reader->next, n);
	item->kind = isdigit((unsigned char)*item->text) ? ITEM_NUMBER : ITEM_WORD;
	if (item->kind == ITEM_NUMBER)
		item->number = atoi(item->text);
	go_on(reader, n);
	return 1;
}

/* The item is that of the function it calls. */
int reader_last(struct reader *reader, struct item *item)
{
	int given = reader_next(reader, item);
	while (given == 1 && reader->left) {
		item_release(item);
		given = reader_next(reader, item);
	}
	return given;
}

void item_release(struct item *item)
{
	free(item->text);
	memset(item, 0, sizeof *item);
}
