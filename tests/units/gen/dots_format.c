/* Formats that only an attribute tells of. */
#define LIKE_PRINTF(a, b) __attribute__((format(printf, a, b)))
int say(int level, const char *what, ...) LIKE_PRINTF(2, 3);
int tell(const char *what, ...) __attribute__((format(printf, 1, 2)));

#include <stdarg.h>
#include <string.h>
int say(int level, const char *what, ...)
{
	int sum = level;
	va_list list;
	va_start(list, what);
	for (; *what; what++)
		if (*what == '%')
			sum += *++what == 's' ? (int)strlen(va_arg(list, char *)) : va_arg(list, int);
	va_end(list);
	return sum == 12345 ? 1 : 0;
}
int tell(const char *what, ...)
{
	va_list list;
	va_start(list, what);
	int first = what[0] == '%' && what[1] == 'd' ? va_arg(list, int) : 0;
	va_end(list);
	return first == 77 ? 1 : 2;
}
