/* An opaque handle: maker, destroyer, observers, an out-parameter, a buffer. */
#include "ring.h"

#include <stdlib.h>

struct ring {
	int *d;
	int n, cap, head;
};

struct ring *ring_new(int cap)
{
	struct ring *ring = cap > 0 && cap <= RING_MAX ? malloc(sizeof *ring) : NULL;
	if (!ring)
		return NULL;
	*ring = (struct ring){ malloc(sizeof(int) * (size_t)cap), 0, cap, 0 };
	return ring;
}

int ring_push(struct ring *ring, int x)
{
	if (ring->n == ring->cap)
		return -1;
	ring->d[(ring->head + ring->n++) % ring->cap] = x;
	return 0;
}

int ring_pop(struct ring *ring, int *out)
{
	if (!ring->n)
		return -1;
	*out = ring->d[ring->head];
	ring->head = (ring->head + 1) % ring->cap;
	ring->n--;
	return 0;
}

int ring_count(const struct ring *ring)
{
	return ring ? ring->n : 0;
}

int ring_fill(struct ring *ring, const int *data, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ring_push(ring, data[i]) < 0)
			return -1;
	return 0;
}

void ring_dump(struct ring *ring, FILE *file)
{
	for (int i = 0; i < ring->n; i++)
		fprintf(file, "%d\n", ring->d[i]);
}

void ring_free(struct ring *ring)
{
	if (!ring)
		return;
	free(ring->d);
	free(ring);
}
