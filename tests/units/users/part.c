/* part: a source of a library without the others. */
#include "part.h"

#include "borrowed.h"

static void stop(int code)
{
	(void)code;
}

int part_level(int n)
{
	int (*volatile limit)(int, int, int) = clamped;
	return limit(n, 1, 9) * 10;
}

int part_start(int n)
{
	if (n > 5)
		return call_when_done("part", stop);
	return 0;
}
