/* layout: pointers that may well lead to different memory. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stddef.h>

/* As memmove(). */
void move_bytes(void *to, const void *from, size_t n);
/* Which of two texts lies first in memory: 1 or 2; 0 if they begin alike. */
int which_first(const char *a, const char *b);
/* How many letters stand before a place that nobody can see to be in the same text. */
int count_to(const char *at, const void *stop);

#endif
