#include "varied.h"

#include <stdio.h>

int sum_of(int n, ...)
{
	va_list args;
	int sum = 0;
	va_start(args, n);
	for (int i = 0; i < n; i++)
		sum = clamp(sum + clamp(va_arg(args, int), -1000, 1000), -1000, 1000);
	va_end(args);
	return sum;
}

int vformat(char *buffer, size_t size, const char *format, va_list args)
{
	int n = vsnprintf(buffer, size, format, args);
	return n < 0 || (size_t)n >= size ? -1 : n;
}

int format(char *buffer, size_t size, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vformat(buffer, size, format, args);
	va_end(args);
	return n;
}

int clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}
