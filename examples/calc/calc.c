/* calc: see calc.h. A parser that evaluates as it goes, one function per level
 * of precedence; the first error stops it. */
#include "calc.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#define MAX_DEPTH 64

struct calc {
	const char *text;
	int at;
	int depth;
	enum calc_error error;
};

typedef long binary(struct calc *calc, long a, long b);

static long sum(struct calc *calc);

static long stop(struct calc *calc, enum calc_error error)
{
	if (!calc->error)
		calc->error = error;
	return 0;
}

static char peek(struct calc *calc)
{
	while (isspace((unsigned char)calc->text[calc->at]))
		calc->at++;
	return calc->text[calc->at];
}

static int accept(struct calc *calc, char c)
{
	if (calc->error || peek(calc) != c)
		return 0;
	calc->at++;
	return 1;
}

static void expect(struct calc *calc, char c)
{
	if (!accept(calc, c))
		stop(calc, CALC_SYNTAX);
}

static long add(struct calc *calc, long a, long b)
{
	long result;
	return __builtin_add_overflow(a, b, &result) ? stop(calc, CALC_OVERFLOW) : result;
}

static long subtract(struct calc *calc, long a, long b)
{
	long result;
	return __builtin_sub_overflow(a, b, &result) ? stop(calc, CALC_OVERFLOW) : result;
}

static long multiply(struct calc *calc, long a, long b)
{
	long result;
	return __builtin_mul_overflow(a, b, &result) ? stop(calc, CALC_OVERFLOW) : result;
}

static long divide(struct calc *calc, long a, long b)
{
	if (b == 0)
		return stop(calc, CALC_DIVIDE_BY_ZERO);
	if (b == -1)
		return subtract(calc, 0, a);
	return a / b;
}

static long remainder_of(struct calc *calc, long a, long b)
{
	if (b == 0)
		return stop(calc, CALC_DIVIDE_BY_ZERO);
	return b == -1 ? 0 : a % b;
}

static long power(struct calc *calc, long base, long exponent)
{
	if (exponent < 0)
		return base == 1 ? 1 : stop(calc, CALC_OVERFLOW);
	long result = 1;
	while (exponent > 0 && !calc->error) {
		if (exponent & 1)
			result = multiply(calc, result, base);
		exponent >>= 1;
		if (exponent)
			base = multiply(calc, base, base);
	}
	return result;
}

static long absolute(struct calc *calc, long a, long b)
{
	(void)b;
	return a < 0 ? subtract(calc, 0, a) : a;
}

static long smaller(struct calc *calc, long a, long b)
{
	(void)calc;
	return a < b ? a : b;
}

static long larger(struct calc *calc, long a, long b)
{
	(void)calc;
	return a > b ? a : b;
}

static long common_divisor(struct calc *calc, long a, long b)
{
	while (b) {
		long rest = remainder_of(calc, a, b);
		a = b;
		b = rest;
	}
	return absolute(calc, a, 0);
}

static const struct {
	const char *name;
	int n_args;
	binary *apply;
} functions[] = {
	{ "abs", 1, absolute },
	{ "min", 2, smaller },
	{ "max", 2, larger },
	{ "gcd", 2, common_divisor },
};

static long call(struct calc *calc)
{
	const char *name = calc->text + calc->at;
	size_t length = 0;
	while (isalpha((unsigned char)name[length]))
		length++;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (strlen(functions[i].name) != length || memcmp(functions[i].name, name, length) != 0)
			continue;
		calc->at += (int)length;
		expect(calc, '(');
		long a = sum(calc), b = 0;
		if (functions[i].n_args == 2) {
			expect(calc, ',');
			b = sum(calc);
		}
		expect(calc, ')');
		return calc->error ? 0 : functions[i].apply(calc, a, b);
	}
	return stop(calc, CALC_UNKNOWN_NAME);
}

static long number(struct calc *calc)
{
	long value = 0;
	while (isdigit((unsigned char)calc->text[calc->at]) && !calc->error) {
		value = add(calc, multiply(calc, value, 10), calc->text[calc->at] - '0');
		calc->at++;
	}
	return value;
}

static long atom(struct calc *calc)
{
	char c = peek(calc);
	if (isdigit((unsigned char)c))
		return number(calc);
	if (isalpha((unsigned char)c))
		return call(calc);
	expect(calc, '(');
	long value = sum(calc);
	expect(calc, ')');
	return value;
}

/* Signs and powers: -2^2 is -4, 2^-1 is an error, 2^3^2 is 2^9. */
static long factor(struct calc *calc)
{
	if (calc->error)
		return 0;
	if (++calc->depth > MAX_DEPTH)
		return stop(calc, CALC_TOO_DEEP);
	long value;
	if (accept(calc, '-')) {
		value = subtract(calc, 0, factor(calc));
	} else if (accept(calc, '+')) {
		value = factor(calc);
	} else {
		value = atom(calc);
		if (accept(calc, '^'))
			value = power(calc, value, factor(calc));
	}
	calc->depth--;
	return value;
}

static long product(struct calc *calc)
{
	long value = factor(calc);
	while (!calc->error) {
		if (accept(calc, '*'))
			value = multiply(calc, value, factor(calc));
		else if (accept(calc, '/'))
			value = divide(calc, value, factor(calc));
		else if (accept(calc, '%'))
			value = remainder_of(calc, value, factor(calc));
		else
			break;
	}
	return value;
}

static long sum(struct calc *calc)
{
	long value = product(calc);
	while (!calc->error) {
		if (accept(calc, '+'))
			value = add(calc, value, product(calc));
		else if (accept(calc, '-'))
			value = subtract(calc, value, product(calc));
		else
			break;
	}
	return value;
}

enum calc_error calc_eval(const char *text, long *value, int *position)
{
	struct calc calc = { .text = text };
	long result = sum(&calc);
	if (!calc.error && peek(&calc))
		stop(&calc, CALC_SYNTAX);
	if (!calc.error)
		*value = result;
	else if (position)
		*position = calc.at;
	return calc.error;
}

const char *calc_error_text(enum calc_error error)
{
	static const char *const texts[] = {
		[CALC_OK] = "no error",
		[CALC_SYNTAX] = "syntax error",
		[CALC_UNKNOWN_NAME] = "unknown name",
		[CALC_DIVIDE_BY_ZERO] = "division by zero",
		[CALC_OVERFLOW] = "number too large",
		[CALC_TOO_DEEP] = "too many parentheses",
	};
	if ((unsigned)error >= sizeof texts / sizeof *texts)
		return "unknown error";
	return texts[error];
}
