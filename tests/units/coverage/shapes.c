/* Decisions in every place that C has for them. */
#include "shapes.h"

#include <setjmp.h>

static int count;
static jmp_buf escape;
static const int debug = 0;
enum { OFF, ON };

int plain(int a, int b, int c)
{
	int r = 0;
	if (a && b)
		r++;
	if (a || b)
		r++;
	if (a && (b || c))
		r++;
	if ((a && b) || c)
		r++;
	if ((a || b) && (b || c) &&
	    (a /* no || */ || c))
		r++;
	if (a > 1 && b > 1 && c > 1 && a != b && b != c)
		r++;
	if (a < b || b < c || c < a || a == 7)
		r++;
	return r;
}

int negated(int a, int b, int c)
{
	int r = 0;
	if (!(a && b))
		r++;
	if (!a || !b)
		r++;
	if (a && !(b || c))
		r++;
	if (!(!(a || b) && c))
		r++;
	while (!(r > 2 || c))
		r++;
	return !(a && c) + r;
}

int constants(int a, int b)
{
	int r = 0;
	if (1 && a && b)
		r++;
	if (0 || a || b)
		r++;
	if (a && 0 && b)
		r++;
	if (a || 1 || b)
		r++;
	if (sizeof(int) == 4 && (a || ON) && b)
		r++;
	if (debug && a)
		r++;
	if (OFF)
		r++;
	while (1)
		if (r++ > 4 || a)
			break;
	do
		r--;
	while (0);
	return r;
}

int loops(int n, int m)
{
	int i, r = 0;
	for (i = 0; i < n && i < m; i++)
		r++;
	for (;;)
		if (++r > 20 || r % 7 == 0)
			break;
	for (int k = n, l = m; k-- && l--;)
		r += k == l;
	while (n > 0 && m > 0)
		n--, m -= 2;
	do
		r--;
	while (r > 10 || (m < 0 && m++));
	return r;
}

int values(int a, int b, double x)
{
	_Bool flag = a || b;
	int list[] = { a && b, [2] = a ? b : 1 };
	int *p = list[0] && x ? list : &count;
	list[a > 0 && b > 0] = flag;
	if ((a = b) && (b = (x > 0.5 || flag)))
		a += 2;
	if (x && x < 1e9)
		a++;
	if ((a && b) != flag)
		a++;
	if ((a++, b) && p)
		a++;
	return (p && *p) + (a == 2 || b == 2) + list[0];
}

int within(int a, int b, int c)
{
	int r = 0;
	if (a && plain(b && c, 0, 0))
		r++;
	if (a > 1 && (b ? c : a))
		r++;
	if ((a || b) ? c > 1 : c)
		r++;
	if ((a || b) ? 1 : (r++, 0))
		r++;
	if (((a || b) ? 1 : (r++, 0)) ? (r++, 1) : 0)
		r++;
	if (({ int t = b; t && c; }) && a)
		r++;
	if (LIKELY(a && b))
		r++;
	return r;
}

/* The decision is under way when its function is called again. */
int recursive(int n, int a)
{
	if (n > 0 && (recursive(n - 1, !a) || a) && n != 3)
		return n;
	return 0;
}

static int leave(int n)
{
	if (n > 1 && n < 4)
		longjmp(escape, n);
	return n;
}

int escapes(int n)
{
	if (setjmp(escape))
		return -1;
	if (n > 0 && leave(n) > 4)
		return 1;
	return 0;
}

/* More paths than anybody wants to tell apart. */
int many(unsigned bits)
{
	if ((bits & 1 || bits & 2) && (bits & 4 || bits & 8) && (bits & 16 || bits & 32) && (bits & 64 || bits & 128) &&
	    (bits & 256 || bits & 512) && (bits & 1024 || bits & 2048) && (bits & 4096 || bits & 8192) &&
	    (bits & 16384 || bits & 32768) && (bits & 65536 || bits & 131072) && (bits & 262144 || bits & 524288))
		return 1;
	return 0;
}

int chain(int a, int b)
{
	if (a > 10)
		return 1;
	else if (a > 5 && b)
		return 2;
	else if (in_header(a, b) || b > 3)
		return 3;
	else {
		if (a)
			;
		else
			goto end;
	}
	return 4;
	if (a && b)
		return 5;
end:
	return 6;
}

int never_called(int a, int b)
{
	return a && b;
}

__attribute__((unused)) static int unused(int a, int b)
{
	switch (a) {
	case 1:
		return a || b;
	}
	return a ? 1 : 2;
}
