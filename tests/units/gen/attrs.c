#include "attrs.h"

#include <stdarg.h>
#include <stdio.h>

#undef steps_to

static int counted;

int count_up(int by)
{
	if (by < 1 || by > 10)
		return -1;
	counted += by;
	return counted;
}

void count_reset(void)
{
	if (counted > 20)
		counted = 1;
	else
		counted = 0;
}

int is_long(const char *format, ...)
{
	char line[20];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (n == 0)
		return -1;
	return n > 3;
}

int steps_to(int n)
{
	if (n == 1)
		return 3;
	if (n == 0)
		return 4;
	return n < 0 ? -n : n;
}
