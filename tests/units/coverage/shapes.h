/* Macros and functions that stand in decisions of shapes.c and macros.c. */
#ifndef SHAPES_H
#define SHAPES_H

#include <stdbool.h>

#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define POSITIVE(x) ((x) > 0)
#define BOTH(x, y) (BETWEEN(x, 0, 5) && POSITIVE(y))
#define TWICE(c) ((c) + (c))
#define LIKELY(c) __builtin_expect(!!(c), 1)
#define EACH(i, n) for (i = 0; i != (n); i++)
#define RETURN_IF(c, value) do { if (c) return (value); } while (0)
#define GETTER(name, field) int name(const struct pair *p) { return p && p->field > 0 ? p->field : -1; }

struct pair {
	int a, b;
};

/* A copy in each source; their coverage is one. */
static inline int in_header(int a, int b)
{
	return a > 0 && b > 0 ? a : b;
}

/* shapes.c */
int plain(int a, int b, int c);
int negated(int a, int b, int c);
int constants(int a, int b);
int loops(int n, int m);
int values(int a, int b, double x);
int within(int a, int b, int c);
int recursive(int n, int a);
int escapes(int n);
int many(unsigned bits);
int chain(int a, int b);
int never_called(int a, int b);

/* switches.c */
int switches(int kind, int detail);
int constant_switch(int a);
int copy_bytes(char *to, const char *from, int count);

/* macros.c */
int macros(int a, int b);
int system_macros(int c, int d);
int first(const struct pair *p);
int choices(int a, int b, const char *text);
bool other_copy(int a, int b);

#endif
