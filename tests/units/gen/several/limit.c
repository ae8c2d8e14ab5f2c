#include "queue.h"

static int limit = 3;

static int check(int n)
{
	return n > 0 && n <= 1000;
}

void set_limit(int n)
{
	if (check(n))
		limit = n;
}

int limit_reached(int n)
{
	return n >= limit;
}
