/* stale_element: a vector of pairs. The pair is copied before the vector moves. */
#include <stdlib.h>

struct pair {
	int key, value;
};

struct pairs {
	struct pair *at;
	size_t n, room;
};

struct pairs *pairs_new(void)
{
	return calloc(1, sizeof(struct pairs));
}

void pairs_free(struct pairs *pairs)
{
	if (pairs)
		free(pairs->at);
	free(pairs);
}

static int make_room(struct pairs *pairs)
{
	size_t room = pairs->room ? 2 * pairs->room : 2;
	if (pairs->n < pairs->room)
		return 0;
	struct pair *at = malloc(room * sizeof *at);
	if (!at)
		return -1;
	for (size_t i = 0; i < pairs->n; i++)
		at[i] = pairs->at[i];
	free(pairs->at);
	pairs->at = at;
	pairs->room = room;
	return 0;
}

int pairs_add(struct pairs *pairs, int key, int value)
{
	if (make_room(pairs) < 0)
		return -1;
	pairs->at[pairs->n++] = (struct pair){ key, value };
	return 0;
}

int pairs_repeat_last(struct pairs *pairs)
{
	if (pairs->n == 0)
		return -1;
	struct pair last = pairs->at[pairs->n - 1];
	if (make_room(pairs) < 0)
		return -1;
	pairs->at[pairs->n++] = last;
	return 0;
}
