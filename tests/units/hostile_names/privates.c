/* privates: static functions of its own under names of the C library that tests use to make files. */
#include <stddef.h>

extern long read(int, void *, size_t);
extern void _exit(int);

static int written;

static int write(const char *text, int base)
{
	written += base;
	return text[0] == '#' ? base : written;
}

static int lseek(int n)
{
	return n & 7;
}

/* What a file begins with. */
int mark_of(int descriptor, int base)
{
	char first[4] = { 0 };
	if (read(descriptor, first, 3) < 1)
		return -1;
	return write(first, lseek(base));
}
