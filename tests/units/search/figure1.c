/* figure1: a text that a maker keeps, and a number that calls on another object raise, are put
 * together and compared. The text alone and the calls alone do not get there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct foo {
	int x;
};

struct bar {
	char x[16];
};

struct foo *foo_new(void)
{
	return calloc(1, sizeof(struct foo));
}

void foo_free(struct foo *foo)
{
	free(foo);
}

void foo_inc(struct foo *foo)
{
	foo->x++;
}

int foo_get_x(const struct foo *foo)
{
	return foo->x;
}

struct bar *bar_new(const char *x)
{
	struct bar *bar = calloc(1, sizeof *bar);
	if (bar)
		snprintf(bar->x, sizeof bar->x, "%s", x);
	return bar;
}

void bar_free(struct bar *bar)
{
	free(bar);
}

int bar_cover_me(const struct bar *bar, const struct foo *foo)
{
	char y[32];
	snprintf(y, sizeof y, "%s%d", bar->x, foo_get_x(foo));
	if (strcmp(y, "baz5") == 0)
		return 1;
	return 0;
}
