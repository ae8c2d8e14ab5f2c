/* print: makes formatted output into memory burn fuel by its length.
 *
 * A precision or a width of millions keeps the C library busy for longer than any test should take,
 * without a condition of the unit. Limits in time would end such tests, but not the same tests on
 * every machine. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"
#include "libc.h"
#include "print_family.h"

/* A test can print some ten thousands of characters in all. */
#define FUEL_PER_BYTE 32
/* %.*g may compute millions of digits and print one of them. */
#define MOST_DIGITS 100000

static int burn(int length)
{
	if (length > 0)
		__skep_fuel -= (int64_t)length * FUEL_PER_BYTE;
	if (__skep_fuel < 0)
		__skep_out_of_fuel();
	return length;
}

/* Skips a width or precision; its value goes to *most if it is larger. */
static const char *skip_number(const char *p, va_list *args, long *most)
{
	long number = 0;
	if (*p == '*') {
		number = va_arg(*args, int);
		p++;
	}
	for (; *p >= '0' && *p <= '9'; p++)
		number = number < MOST_DIGITS ? 10 * number + (*p - '0') : number;
	if (number < 0)
		number = number < -MOST_DIGITS ? MOST_DIGITS + 1 : -number;
	if (number > *most)
		*most = number;
	return p;
}

/* Skips the argument of the conversion at p; false: further arguments are not known. */
static bool skip_argument(char conversion, bool is_long, bool is_long_double, va_list *args)
{
	if (strchr("aAeEfFgG", conversion)) {
		if (is_long_double)
			(void)va_arg(*args, long double);
		else
			(void)va_arg(*args, double);
	} else if (strchr("diouxXcC", conversion)) {
		if (is_long)
			(void)va_arg(*args, long);
		else
			(void)va_arg(*args, int);
	} else if (strchr("sSpn", conversion)) {
		(void)va_arg(*args, void *);
	} else {
		return conversion == '%' || conversion == 'm';
	}
	return true;
}

/* The largest width or precision of a format; numbered arguments are ignored. */
static long most_digits(const char *format, va_list *args)
{
	long most = 0;
	for (const char *p = format; (p = strchr(p, '%')); p++) {
		bool is_long = false, is_long_double = false;
		p += 1 + strspn(p + 1, "-+ #0'I");
		p = skip_number(p, args, &most);
		if (*p == '.')
			p = skip_number(p + 1, args, &most);
		for (; *p && strchr("hlqLjzt", *p); p++) {
			is_long |= *p != 'h';
			is_long_double |= *p == 'L';
		}
		if (!*p || !skip_argument(*p, is_long, is_long_double, args))
			break;
	}
	return most;
}

static void refuse_many_digits(const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	long digits = most_digits(format, &again);
	va_end(again);
	if (digits > MOST_DIGITS && __skep_now.phase == PHASE_TEST) {
		__skep_fuel = -1;
		__skep_out_of_fuel();
	}
}

/* Compilers make strcpy() of sprintf(text, "%s", ...), and strcpy() reads what null leads to. */
static void read_if_copied(size_t size, const char *format, va_list args)
{
	va_list again;
	if (size != SIZE_MAX || strcmp(format, "%s") != 0)
		return;
	va_copy(again, args);
	const volatile char *text = va_arg(again, const char *);
	va_end(again);
	if (!text)
		(void)*text;
}

int __skep_print_plain(char *restrict text, size_t size, const char *restrict format, va_list args)
{
	refuse_many_digits(format, args);
	read_if_copied(size, format, args);
	return burn(size == SIZE_MAX ? vsprintf(text, format, args) : vsnprintf(text, size, format, args));
}

#define PRINT_INTO __skep_print_plain
PRINT_FAMILY(__skep_)
