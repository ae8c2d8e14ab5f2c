#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdio.h>

#define RING_MAX 1000
#define RING_MASK (RING_MAX | 7)
#define RING_NAME "ring"

struct ring;

struct ring *ring_new(int cap);
int ring_push(struct ring *ring, int x);
int ring_pop(struct ring *ring, int *out);
int ring_count(const struct ring *ring);
int ring_fill(struct ring *ring, const int *data, size_t n);
void ring_dump(struct ring *ring, FILE *file);
void ring_free(struct ring *ring);

static inline int ring_is_empty(const struct ring *ring)
{
	return ring_count(ring) == 0;
}

#endif
