#include "reader.h"

#include <stdlib.h>
#include <string.h>

struct own {
	struct reader base;
	char text[32];
	size_t at;
	int is_open;
};

static int text_open(struct reader *self, const char *text)
{
	struct own *own = (struct own *)self;
	if (own->is_open || strlen(text) >= sizeof own->text)
		return -1;
	strcpy(own->text, text);
	own->at = 0;
	own->is_open = 1;
	self->line = 1;
	return 0;
}

static int words_next(struct reader *self)
{
	struct own *own = (struct own *)self;
	int n = 0;
	if (!own->is_open)
		return -1;
	while (own->text[own->at] == ' ' || own->text[own->at] == '\n') {
		if (own->text[own->at] == '\n')
			self->line++;
		own->at++;
	}
	while (own->text[own->at] && own->text[own->at] != ' ' && own->text[own->at] != '\n') {
		own->at++;
		n++;
	}
	return n;
}

static int digits_next(struct reader *self)
{
	struct own *own = (struct own *)self;
	if (!own->is_open)
		return -1;
	char c = own->text[own->at];
	if (c < '0' || c > '9')
		return -2;
	own->at++;
	return c - '0';
}

static void text_close(struct reader *self)
{
	((struct own *)self)->is_open = 0;
}

static struct reader *make(int (*next)(struct reader *self))
{
	struct own *own = calloc(1, sizeof *own);
	if (!own)
		return NULL;
	own->base.open = text_open;
	own->base.close = &text_close;
	own->base.next = next;
	return &own->base;
}

struct reader *reader_of_words(void)
{
	struct reader *reader = make(NULL);
	if (reader)
		reader->next = words_next;
	return reader;
}

struct reader *reader_of_digits(void)
{
	struct reader *reader = make(NULL);
	if (reader)
		reader->next = digits_next;
	return reader;
}

void reader_free(struct reader *reader)
{
	free(reader);
}
