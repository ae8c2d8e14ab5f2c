#include "deeds.h"

#include <errno.h>
#include <stdlib.h>

struct box *box_new(int size)
{
	struct box *box = malloc(sizeof *box);
	if (box)
		box_init(box, size);
	return box;
}

void box_free(struct box *box)
{
	if (box)
		box->used = -1;
	free(box);
}

void box_init(struct box *box, int size)
{
	*box = (struct box){ .size = size };
}

/* Forgets to look whether there is room. */
int box_add(struct box *box, int n)
{
	box->used += n;
	return box->used;
}

struct box *box_same(struct box *box)
{
	return box;
}

/* Breaks a box that it was not even given, as far as the test can see. */
void box_damage(struct box *box, struct box *other)
{
	box->used = 0;
	other->used = -1;
}

int next(int n, int *out)
{
	*out = n + 1;
	return n;
}

int reach(int n)
{
	if (n > 5)
		return 1;
	return 0;
}

int error_now(void)
{
	return errno;
}

int guarded(int n)
{
	return n;
}

const char *text_of(int n)
{
	return n == 1 ? "one" : NULL;
}
