/* callbacks: functions given to functions, with and without a user pointer. */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include <stddef.h>

typedef int (*compare_fn)(const void *a, const void *b);
typedef void (*visit_fn)(int number, void *user);

struct handler {
	int (*accept)(int number);
	void (*done)(void);
};

size_t insert_sort(int *numbers, size_t n, compare_fn compare);
int each(const int *numbers, int n, visit_fn visit, void *user);
int offer(const struct handler *handler, int number);
int twice(int (*change)(int), int number);

#endif
