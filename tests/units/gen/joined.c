/* joined: a maker that takes an array of what it makes, which tests get from makers. */
#include "joined.h"
#include <stdlib.h>

struct rope {
	int length;
};

struct rope *rope_new(int length)
{
	struct rope *rope = malloc(sizeof *rope);
	if (rope)
		rope->length = length & 63;
	return rope;
}

struct rope *rope_join(struct rope **ropes, int n)
{
	int length = 0;
	for (int i = 0; i < n; i++)
		length += ropes[i] ? ropes[i]->length : 0;
	return rope_new(length);
}

struct rope *rope_make_knot(struct rope **ropes, int n, struct rope **others, int m)
{
	return n > m ? rope_join(ropes, n) : rope_join(others, m);
}

void rope_free(struct rope *rope)
{
	free(rope);
}
