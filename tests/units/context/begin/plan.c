#include "plan.h"

int plan(int n)
{
	if (n < 0)
		return -1;
	SCH_Add(n);
	if (n > 10)
		return 2;
	return 1;
}
