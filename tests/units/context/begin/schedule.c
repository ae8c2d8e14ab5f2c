#include "plan.h"

#include <assert.h>

static int is_begun, sum;

void SCH_Initialise(void)
{
	is_begun = 1;
	sum = 0;
}

void SCH_Add(int n)
{
	assert(is_begun);
	if (sum < 1000000 && n < 100000)
		sum += n;
}
