/* A function that is only there where the compiler inlines it. */
#include "inlined.h"

int grade(int n)
{
	return n < 0 ? -1 : n > 100;
}
