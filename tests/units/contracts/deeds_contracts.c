#include "deeds.h"

#include <errno.h>
#include <stdbool.h>

/* Arguments as they were passed, although the call changes the variable. */
bool skep_ensures_next(int result, int n, int *out)
{
	return result == n && *out == n + 1;
}

/* Calls the unit, whose coverage must not count, and sets errno. */
bool skep_requires_error_now(void)
{
	errno = EDOM;
	return reach(6) == 1;
}

bool skep_requires_guarded(int n)
{
	int *nothing = (int *)0;
	return n > 0 || *nothing;
}

/* An int is as good as a bool, and static is fine. */
static int skep_ensures_text_of(const char *result, int n)
{
	(void)n;
	return result && result[0];
}

bool skep_invariant_box(const struct box *box)
{
	return box->used >= 0 && box->used <= box->size;
}

/* Crashes where it can: comparing is never a fault of the test. */
bool skep_equal_box(const struct box *a, const struct box *b)
{
	if (a->size == 13)
		return *(volatile int *)4;
	return a->size == b->size;
}
