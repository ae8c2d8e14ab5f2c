/* The last few numbers; older ones make room. */
#include <stdlib.h>

struct last {
	size_t first, n, room;
	int at[];
};

struct last *last_new(void)
{
	struct last *last = calloc(1, sizeof *last + 5 * sizeof(int));
	if (last)
		last->room = 5;
	return last;
}

void last_free(struct last *last)
{
	free(last);
}

void last_add(struct last *last, int number)
{
	last->at[(last->first + last->n) % last->room] = number;
	if (last->n < last->room)
		last->n++;
	else
		last->first = (last->first + 1) % last->room;
}

int last_peek(const struct last *last, size_t i)
{
	if (i >= last->n)
		return -1;
	return last->at[last->first + i];
}
