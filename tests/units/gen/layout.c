#include "layout.h"

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
	if (!*a || !*b || *a == *b)
		return 0;
	return (size_t)a < (size_t)b ? 1 : 2;
}

int count_to(const char *at, const void *stop)
{
	int n = 0;
	while ((const void *)at < stop)
		if (*at++ >= 'a')
			n++;
	return n;
}
