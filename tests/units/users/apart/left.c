/* Beside right.c: functions that no header declares, and a name that both files have for
 * different things. A test file can include one of the two at most. */
#include "sizes.h"
#include "units.h"

static int scale(int n)
{
	return n * UNIT;
}

int left_scaled(int n)
{
	return n > 10 ? scale(n) : n == 4;
}

int left_declared(int n)
{
	return n == 7 ? scale(n) + 1 : 0;
}
