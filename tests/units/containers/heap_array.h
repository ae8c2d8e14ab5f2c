/* heap_array: a priority queue of ints, the largest first, as a heap in an array. */
#ifndef HEAP_ARRAY_H
#define HEAP_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

struct heap_array;

struct heap_array *heap_array_new(void);
/* A heap of n values. */
struct heap_array *heap_array_from(const int *values, size_t n);
/* NULL is fine. */
void heap_array_free(struct heap_array *heap);

void heap_array_insert(struct heap_array *heap, int value);
/* Takes the largest value out; false if the heap is empty. */
bool heap_array_extract_max(struct heap_array *heap, int *value);
/* Replaces the largest value by another and returns it; on an empty heap it
 * inserts, and returns the value itself. */
int heap_array_replace_max(struct heap_array *heap, int value);

/* The largest value, left in the heap; false if the heap is empty. */
bool heap_array_max(const struct heap_array *heap, int *value);
bool heap_array_contains(const struct heap_array *heap, int value);
size_t heap_array_size(const struct heap_array *heap);

/* 1 if no value is above the one it hangs from, else 0. */
int heap_array_is_valid(const struct heap_array *heap);

#endif
