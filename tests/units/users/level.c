/* level: a missing function, in a header that needs another. */
#include "level_types.h"

#include "level.h"

int level_run(int n)
{
	if (level_of(n) > 3)
		return 2;
	return n > 10;
}
