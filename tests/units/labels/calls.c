/* calls: labels of arguments and results, however they are passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

struct small {
	int a;
	short b;
};

struct two_reals {
	float x, y;
};

struct large {
	int values[8];
	double real;
};

static struct small make_small(int a, int b)
{
	struct small small = { a, (short)b };
	return small;
}

static struct two_reals scale(struct two_reals from, float by)
{
	return (struct two_reals){ from.x * by, from.y * by };
}

static struct large fill(struct large from, int at, int value)
{
	from.values[at & 7] = value;
	from.real += value;
	return from;
}

int by_value(int a, int b, struct large large, struct two_reals reals)
{
	struct small small = make_small(a + 1, b);
	int n = 0;
	if (small.a == 5 && small.b < 0)
		n += 1;
	struct two_reals scaled = scale(reals, 2);
	if (scaled.x > scaled.y)
		n += 2;
	large = fill(large, 3, a);
	if (large.values[3] == 17)
		n += 4;
	if (large.real > 100)
		n += 8;
	return n;
}

static int twice(int x)
{
	return 2 * x;
}

static int square(int x)
{
	return x * x;
}

int through_pointer(int which, int x)
{
	int (*const functions[])(int) = { twice, square };
	int result = functions[which & 1](x);
	return result == 36 ? 1 : 0;
}

/* Called as something it is not quite. */
int as_another(int x)
{
	long (*other)(int) = (long (*)(int))twice;
	return (int)other(x) == 10;
}

static int sum(int n, ...)
{
	va_list list, again;
	int total = 0;
	va_start(list, n);
	va_copy(again, list);
	for (int i = 0; i < n; i++)
		total += va_arg(list, int);
	if (n > 2)
		total += va_arg(again, int) > 100;
	va_end(again);
	va_end(list);
	return total;
}

static double mixture(const char *kinds, ...)
{
	va_list list;
	double total = 0;
	va_start(list, kinds);
	for (; *kinds; kinds++)
		total += *kinds == 'd' ? va_arg(list, double) : *kinds == 'l' ? (double)va_arg(list, long) : va_arg(list, int);
	va_end(list);
	return total;
}

int variable(int a, int b, long c, double d)
{
	int n = 0;
	if (sum(3, a, b, 4) == 20)
		n += 1;
	if (sum(9, 1, 2, 3, 4, 5, a, b, 8, a) > 1000)
		n += 2;
	if (mixture("idlid", a, d, c, b, d) == 9)
		n += 4;
	if (sum(1, 3) == 3)
		n += 8;
	return n;
}

static jmp_buf place;

static int leave(int x)
{
	if (x > 50)
		longjmp(place, x);
	return x + 1;
}

int jumps(int x)
{
	volatile int kept = x;
	int code = setjmp(place);
	if (code)
		return code == 60 ? 1 : 2;
	kept = leave(kept);
	return kept == 7 ? 3 : 4;
}

int fibonacci(int n)
{
	if (n > 12)
		return -1;
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int with_callback(int (*callback)(int), int x)
{
	if (!callback)
		return -1;
	int result = callback(x);
	if (result == 3)
		return 1;
	return result > x ? 2 : 3;
}

static int by_last_digit(const void *a, const void *b)
{
	int x = *(const int *)a % 10, y = *(const int *)b % 10;
	return (x > y) - (x < y);
}

int sorted(int a, int b, int c)
{
	int values[] = { a, b, c, 15 };
	qsort(values, 4, sizeof *values, by_last_digit);
	if (values[0] == 30)
		return 1;
	return values[3] % 10 == 9 ? 2 : 3;
}

int ends_early(int x)
{
	if (x == 77)
		exit(3);
	return atexit(NULL) == 0 && x == 5;
}

/* Its declaration promises what an instrumented function does not keep. */
__attribute__((const, noinline)) static int class_of(int c)
{
	int class = c & 7;
	for (int i = 0; i < 3; i++)
		class = class * 5 + (c >> i) % 3;
	return class;
}

int same_class(int a, int b)
{
	if (class_of(a) != class_of(b))
		return 0;
	return a == b ? 1 : 2;
}

static int countdown(int n, int sum)
{
	if (n <= 0)
		return sum;
	__attribute__((musttail)) return countdown(n - 1, sum + n);
}

int sum_up_to(int n)
{
	return countdown(n & 15, 0) == 21 ? 1 : 0;
}
