/* apart: pointers that may well lead to different memory. */
#ifndef APART_H
#define APART_H

#include <stddef.h>

/* As memmove(). */
void move_bytes(void *to, const void *from, size_t n);
/* Which of two texts lies first in memory: 1 or 2; 0 if they are one. */
int which_first(const char *a, const char *b);

#endif
