#include "quits.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void fatal(const char *text);

struct box {
	int size, n;
	int values[];
};

struct box *box_new(int size)
{
	if (size < 0 || size > 100)
		return NULL;
	struct box *box = calloc(1, sizeof *box + (size_t)size * sizeof(int));
	if (!box)
		exit(9);
	box->size = size;
	return box;
}

/* A full box is the end of everything. */
int box_put(struct box *box, int value)
{
	if (box->n == box->size) {
		fputs("the box is full\n", stderr);
		exit(value > 10 ? 4 : 3);
	}
	box->values[box->n++] = value;
	return box->n;
}

void box_free(struct box *box)
{
	free(box);
}

void usage(int status)
{
	if (status == 0)
		puts("usage: quits");
	else
		fputs("try quits --help\n", stderr);
	_exit(status == 7 ? 2 : status != 0);
}

int parse(const char *text)
{
	if (text[0] == '-') {
		if (text[1] == 'x')
			fatal("no x");
		usage(text[1] == 'h' ? 0 : 7);
	}
	return text[0] == 'a';
}
