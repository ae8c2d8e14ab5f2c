/* Conditions that macros make, hold or put together. */
#include "shapes.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stddef.h>

#define EOF_MARK (-1)
#define SAME(p, q) p == q
#define EITHER(p, q) ((p) || (q))
#define INDEX(array, i) ((array)[(i)])

GETTER(first, a)

int macros(int a, int b)
{
	int list[8] = { 0 }, i, r = 0;
	if (BETWEEN(a, 1, 5) && POSITIVE(b))
		r++;
	if (BOTH(a, b) || b == 9)
		r++;
	if (BETWEEN(a, 1, 3) || BETWEEN(a, 5, 7))
		r++;
	if (SAME(a, b))
		r++;
	if (EITHER(a > 3, b > 3 && a < 9))
		r++;
	r += TWICE(a > 2 ? 1 : b) + INDEX(list, a > 0 && a < 8 ? a : 0);
	EACH(i, b)
		r += EITHER(i, a);
	RETURN_IF(a == 2 && b == 2, 22);
	RETURN_IF(EITHER(r > 100, POSITIVE(-a)), 33);
	return r;
}

int system_macros(int c, int d)
{
	assert(c < 1000);
	assert(d >= 0 && d < 1000);
	errno = 0;
	if (isdigit(c) || (isspace(c) && !isblank(c)))
		return 1;
	if (errno || c == EOF_MARK)
		return 2;
	return toupper(c) == 'X' && d ? 3 : 4;
}

int choices(int a, int b, const char *text)
{
	int r = a ?: b;
	const int *p = text ? &r : NULL;
	r += (a > 2 && b) ?: 7;
	r += *(p ?: (const int[]){ 3 });
	return r + *(text ?: "t");
}

bool other_copy(int a, int b)
{
	return in_header(a, b) > 1 || in_header(b, a) > 1;
}
