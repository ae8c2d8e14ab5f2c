/* See left.c. */
#include "sizes.h"
#include "units.h"

static long scale(long n, long by)
{
	return n / by;
}

long right_scaled(long n)
{
	return n < -10 ? scale(n, UNIT) : 1;
}

int right_more(int n)
{
	return n == 3 ? (int)scale(n, UNIT) : n == 5;
}

int right_declared(int n)
{
	return n < UNIT ? 1 : 2;
}
