/* binomial_heap: a priority queue of ints, the smallest first, that can absorb
 * another one in logarithmic time. */
#ifndef BINOMIAL_HEAP_H
#define BINOMIAL_HEAP_H

#include <stdbool.h>
#include <stddef.h>

struct binomial_heap;

struct binomial_heap *binomial_heap_new(void);
/* NULL is fine. */
void binomial_heap_free(struct binomial_heap *heap);

void binomial_heap_insert(struct binomial_heap *heap, int key);
/* Takes the smallest key out; false if the heap is empty. */
bool binomial_heap_extract_min(struct binomial_heap *heap, int *key);
/* Replaces one key by a smaller or equal one; false if there is no such key or
 * the new one is larger. */
bool binomial_heap_decrease(struct binomial_heap *heap, int key, int smaller);
/* Takes one such key out; false if there is none. */
bool binomial_heap_remove(struct binomial_heap *heap, int key);
/* Moves everything of the other heap into this one; the other one stays, empty.
 * With itself nothing happens. */
void binomial_heap_absorb(struct binomial_heap *heap, struct binomial_heap *other);

/* The smallest key, left in the heap; false if the heap is empty. */
bool binomial_heap_min(const struct binomial_heap *heap, int *key);
bool binomial_heap_contains(const struct binomial_heap *heap, int key);
size_t binomial_heap_size(const struct binomial_heap *heap);

/* 1 if the heap is one of binomial trees with all keys in order, else 0. */
int binomial_heap_is_valid(const struct binomial_heap *heap);

#endif
