/* models_number: numbers from text. See models.h.
 *
 * Reading a floating-point number follows its grammar character by character. The value is computed
 * from the digits if this gives exactly the C library's result: a number of at most 15 digits,
 * multiplied or divided by a power of ten that is exact. */
#define _GNU_SOURCE
#include "models.h"

#define MAX_EXACT_DIGITS 15
#define MAX_EXACT_POWER 22

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The value of a digit; 99 if the character is none. */
static unsigned digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A') + 10;
	return 99;
}

struct integer {
	uint64_t magnitude;
	bool negative, overflow;
	const char *end; /* the end of the number; NULL: there is no number */
};

static const char *skip_prefix(const char *text, int *base)
{
	bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	if (*base == 16 && prefix)
		return text + 2;
	if (*base)
		return text;
	*base = prefix ? 16 : text[0] == '0' ? 8 : 10;
	return prefix ? text + 2 : text;
}

static struct integer read_integer(const char *text, int base)
{
	struct integer number = { 0 };
	while (is_space(*text))
		text++;
	if (*text == '-' || *text == '+')
		number.negative = *text++ == '-';
	const char *digits = skip_prefix(text, &base);
	const char *at = digits;
	for (; digit_of(*at) < (unsigned)base; at++) {
		uint64_t digit = digit_of(*at);
		if (!number.overflow && (number.magnitude > UINT64_MAX / (unsigned)base ||
		                         number.magnitude * (unsigned)base > UINT64_MAX - digit))
			number.overflow = true;
		number.magnitude = number.magnitude * (unsigned)base + digit;
	}
	/* If no digits follow a prefix, its zero is the number. */
	if (at > digits)
		number.end = at;
	else if (digits > text)
		number.end = text + 1;
	return number;
}

static bool is_base(int base)
{
	if (base == 0 || (base >= 2 && base <= 36))
		return true;
	errno = EINVAL;
	return false;
}

static long long read_signed(const char *text, char **end, int base)
{
	if (!is_base(base))
		return 0;
	struct integer number = read_integer(text, base);
	if (end)
		*end = unqualified(number.end ? number.end : text);
	uint64_t limit = number.negative ? (uint64_t)LLONG_MAX + 1 : LLONG_MAX;
	if (number.overflow || number.magnitude > limit) {
		errno = ERANGE;
		return number.negative ? LLONG_MIN : LLONG_MAX;
	}
	return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static unsigned long long read_unsigned(const char *text, char **end, int base)
{
	if (!is_base(base))
		return 0;
	struct integer number = read_integer(text, base);
	if (end)
		*end = unqualified(number.end ? number.end : text);
	if (number.overflow) {
		errno = ERANGE;
		return ULLONG_MAX;
	}
	return number.negative ? 0 - number.magnitude : number.magnitude;
}

_Static_assert(sizeof(long) == sizeof(long long), "one model for both");

long __skep_model_strtol(const char *text, char **end, int base)
{
	return read_signed(text, end, base);
}

long long __skep_model_strtoll(const char *text, char **end, int base)
{
	return read_signed(text, end, base);
}

intmax_t __skep_model_strtoimax(const char *text, char **end, int base)
{
	return read_signed(text, end, base);
}

unsigned long __skep_model_strtoul(const char *text, char **end, int base)
{
	return read_unsigned(text, end, base);
}

unsigned long long __skep_model_strtoull(const char *text, char **end, int base)
{
	return read_unsigned(text, end, base);
}

uintmax_t __skep_model_strtoumax(const char *text, char **end, int base)
{
	return read_unsigned(text, end, base);
}

int __skep_model_atoi(const char *text)
{
	return (int)read_signed(text, NULL, 10);
}

long __skep_model_atol(const char *text)
{
	return read_signed(text, NULL, 10);
}

long long __skep_model_atoll(const char *text)
{
	return read_signed(text, NULL, 10);
}

int __skep_model_abs(int n)
{
	return n < 0 ? (int)(0u - (unsigned)n) : n;
}

long __skep_model_labs(long n)
{
	return n < 0 ? (long)(0ul - (unsigned long)n) : n;
}

long long __skep_model_llabs(long long n)
{
	return n < 0 ? (long long)(0ull - (unsigned long long)n) : n;
}

/* ---- floating point ---- */

struct decimal {
	uint64_t digits;
	unsigned n_digits;   /* without leading zeroes */
	int exponent;
	bool negative;
	const char *end;     /* NULL: the text is not a plain decimal number */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *read_digits(const char *at, struct decimal *number, bool behind_point)
{
	for (; is_digit(*at); at++) {
		if (number->n_digits || *at != '0')
			number->n_digits++;
		number->digits = number->digits * 10 + (uint64_t)(*at - '0');
		number->exponent -= behind_point;
	}
	return at;
}

static const char *read_exponent(const char *at, struct decimal *number)
{
	const char *start = at;
	bool negative = false;
	int exponent = 0;
	if (*at != 'e' && *at != 'E')
		return start;
	at++;
	if (*at == '-' || *at == '+')
		negative = *at++ == '-';
	if (!is_digit(*at))
		return start;
	for (; is_digit(*at); at++)
		if (exponent < 100000)
			exponent = exponent * 10 + (*at - '0');
	number->exponent += negative ? -exponent : exponent;
	return at;
}

static struct decimal read_decimal(const char *text)
{
	struct decimal number = { 0 };
	while (is_space(*text))
		text++;
	if (*text == '-' || *text == '+')
		number.negative = *text++ == '-';
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		return number;
	const char *at = read_digits(text, &number, false);
	size_t n = (size_t)(at - text);
	if (*at == '.' && (n || is_digit(at[1]))) {
		const char *fraction = at + 1;
		at = read_digits(fraction, &number, true);
		n += (size_t)(at - fraction);
	}
	if (n)
		number.end = read_exponent(at, &number);
	return number;
}

static bool is_exact(const struct decimal *number)
{
	return number->end && number->n_digits <= MAX_EXACT_DIGITS && number->exponent >= -MAX_EXACT_POWER &&
	       number->exponent <= MAX_EXACT_POWER;
}

static double value_of(const struct decimal *number)
{
	static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
		                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	double value = (double)number->digits;
	if (number->exponent < 0)
		value /= powers[-number->exponent];
	else
		value *= powers[number->exponent];
	return number->negative ? -value : value;
}

double __skep_model_strtod(const char *text, char **end)
{
	struct decimal number = read_decimal(text);
	if (is_exact(&number)) {
		if (end)
			*end = unqualified(number.end);
		return value_of(&number);
	}
	char *stop;
	double value = strtod(text, &stop);
	__skep_labels_fix(text, (size_t)(stop - text));
	if (end)
		*end = stop;
	return value;
}

double __skep_model_atof(const char *text)
{
	return __skep_model_strtod(text, NULL);
}
