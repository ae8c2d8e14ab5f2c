/* later: a missing function has a type that no header knows. */
#include "later.h"

typedef void (*done_fn)(int);
int call_later(done_fn f);

int start_later(int n)
{
	if (n > 2)
		return call_later(0);
	return 0;
}
