/* ivec: a growing vector of ints. */
#ifndef IVEC_H
#define IVEC_H

#include <stdbool.h>
#include <stddef.h>

struct ivec;

/* An empty vector; NULL if there is no memory. */
struct ivec *ivec_new(void);
void ivec_free(struct ivec *vec);

size_t ivec_count(const struct ivec *vec);
/* Reads element i into *value; false if there is none. */
bool ivec_get(const struct ivec *vec, size_t i, int *value);
/* Replaces element i; false if there is none. */
bool ivec_set(struct ivec *vec, size_t i, int value);

/* These three return false if there is no memory or no such place. */
bool ivec_push(struct ivec *vec, int value);
bool ivec_insert(struct ivec *vec, size_t i, int value);
bool ivec_append(struct ivec *vec, const int *values, size_t n);

/* Takes the last element off; false if the vector is empty. */
bool ivec_pop(struct ivec *vec, int *value);
bool ivec_remove(struct ivec *vec, size_t i);
/* Drops neighbours that are equal; returns how many were dropped. */
size_t ivec_unique(struct ivec *vec);

void ivec_sort(struct ivec *vec);
/* The place of value in a sorted vector, or -1. */
long ivec_search(const struct ivec *vec, int value);
bool ivec_equal(const struct ivec *a, const struct ivec *b);

#endif
