#include "apart.h"

void move_bytes(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;
	if (t < f) {
		while (n--)
			*t++ = *f++;
		return;
	}
	t += n;
	f += n;
	while (n--)
		*--t = *--f;
}

int which_first(const char *a, const char *b)
{
	if (a == b)
		return 0;
	return (size_t)a < (size_t)b ? 1 : 2;
}
