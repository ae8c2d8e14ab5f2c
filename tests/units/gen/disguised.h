/* disguised: objects that signatures do not show. */
#ifndef DISGUISED_H
#define DISGUISED_H

#include <stddef.h>

/* A bag of up to four numbers, as a void *. */
void *bag_new(void);
int bag_add(void *bag, int number);
int bag_count(const void *bag);
void bag_free(void *bag);

/* A counter behind a name. */
typedef void *counter_t;
int counter_open(counter_t *counter, int limit);
int counter_next(counter_t counter);
void counter_close(counter_t counter);

/* A text that knows its length: where it points, a plain string begins. */
typedef char *text;
text text_new(const char *start);
size_t text_length(const text t);
text text_add(text t, const char *more);
void text_upper(text t);
void text_free(text t);

/* Structs that everybody sees, as qsort() passes them. */
struct item {
	int rank;
	char name[8];
};
int item_compare(const void *a, const void *b);

/* What has nothing to do with structs that others know. */
typedef unsigned char *bytes;
bytes bytes_skip(bytes at, int n);
int bytes_tail(bytes end);
int local_sum(const void *pair);
size_t block_size(const void *block);

/* Two things that a void * may be, and one that is none of them. */
int area(const void *shape, int is_circle);
unsigned sum_bytes(const void *bytes, size_t n);

#endif
