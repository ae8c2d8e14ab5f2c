/* fibonacci_heap: a priority queue of ints, the smallest first, in which keys
 * become smaller cheaply. */
#ifndef FIBONACCI_HEAP_H
#define FIBONACCI_HEAP_H

#include <stdbool.h>
#include <stddef.h>

struct fibonacci_heap;

struct fibonacci_heap *fibonacci_heap_new(void);
/* NULL is fine. */
void fibonacci_heap_free(struct fibonacci_heap *heap);

void fibonacci_heap_insert(struct fibonacci_heap *heap, int key);
/* Takes the smallest key out; false if the heap is empty. */
bool fibonacci_heap_extract_min(struct fibonacci_heap *heap, int *key);
/* Replaces one key by a smaller or equal one; false if there is no such key or
 * the new one is larger. */
bool fibonacci_heap_decrease(struct fibonacci_heap *heap, int key, int smaller);
/* Takes one such key out; false if there is none. */
bool fibonacci_heap_remove(struct fibonacci_heap *heap, int key);
/* Moves everything of the other heap into this one; the other one stays, empty.
 * With itself nothing happens. */
void fibonacci_heap_absorb(struct fibonacci_heap *heap, struct fibonacci_heap *other);

/* The smallest key, left in the heap; false if the heap is empty. */
bool fibonacci_heap_min(const struct fibonacci_heap *heap, int *key);
bool fibonacci_heap_contains(const struct fibonacci_heap *heap, int key);
size_t fibonacci_heap_size(const struct fibonacci_heap *heap);
/* The number of trees the heap consists of at the moment. */
size_t fibonacci_heap_trees(const struct fibonacci_heap *heap);

/* 1 if all links, degrees and keys agree, else 0. */
int fibonacci_heap_is_valid(const struct fibonacci_heap *heap);

#endif
