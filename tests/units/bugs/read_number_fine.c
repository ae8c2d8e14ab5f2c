/* read_number: reads a length with its unit, "12k". A number that is too large is refused. */
#include <limits.h>

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int factor_of(char unit)
{
	switch (unit) {
	case 0:
		return 1;
	case 'k':
		return 1000;
	case 'm':
		return 1000000;
	default:
		return 0;
	}
}

/* -1 if it is no length. */
int length_read(const char *text)
{
	int number = 0;
	if (!is_digit(*text))
		return -1;
	for (; is_digit(*text); text++) {
		if (number > (INT_MAX - 9) / 10)
			return -1;
		number = 10 * number + (*text - '0');
	}
	int factor = factor_of(*text);
	if (factor == 0 || (*text && text[1]) || number > INT_MAX / factor)
		return -1;
	return number * factor;
}
