/* ring: a queue of numbers with a fixed capacity. */
#ifndef RING_H
#define RING_H

#include <stddef.h>

#define RING_MAX 1000 /* the largest capacity */

enum ring_end { RING_OLDEST, RING_NEWEST };

struct ring;

/* NULL if the capacity is not in 1..RING_MAX or memory is short. */
struct ring *ring_new(int capacity);
/* NULL is fine. */
void ring_free(struct ring *ring);

/* -1 if the ring is full, else 0. */
int ring_push(struct ring *ring, int number);
/* Takes the oldest number out; -1 if there is none. */
int ring_pop(struct ring *ring, int *out);
/* Pushes up to n numbers; returns how many went in. */
size_t ring_fill(struct ring *ring, const int *data, size_t n);
/* The number at one end, left where it is; 0 if the ring is empty. */
int ring_peek(const struct ring *ring, enum ring_end end);
int ring_count(const struct ring *ring);
/* Writes the numbers, oldest first, with this text between them; cut at size - 1
 * characters and always terminated if size > 0. Returns the full length. */
size_t ring_text(const struct ring *ring, const char *between, char *buffer, size_t size);

#endif
