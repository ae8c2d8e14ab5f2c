/* memory: labels that lie in memory, in all sizes and shapes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int bytes_of(uint32_t a)
{
	uint8_t bytes[4];
	memcpy(bytes, &a, sizeof a);
	int n = 0;
	if (bytes[0] == 7)
		n += 1;
	if (bytes[1] + bytes[2] == 300)
		n += 2;
	if (bytes[3] & 0x80)
		n += 4;
	return n;
}

uint32_t big_endian(const uint8_t *bytes, unsigned n)
{
	if (n < 4)
		return 0;
	uint32_t value = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
	if (value == 0x01020304)
		return 1;
	if (value > 0x80000000)
		return 2;
	return value & 0xff;
}

int unaligned(const uint8_t *bytes, unsigned n)
{
	uint32_t one;
	uint16_t two;
	uint64_t four;
	if (n < 12)
		return -1;
	memcpy(&one, bytes + 1, sizeof one);
	memcpy(&two, bytes + 3, sizeof two);
	memcpy(&four, bytes + 2, sizeof four);
	if (one == 0x64636261)
		return 1;
	if (two > 0x7000)
		return 2;
	if (four >> 40 == 0x656463)
		return 3;
	return 0;
}

union either {
	float real;
	uint32_t bits;
	uint8_t bytes[4];
};

int through_union(float real)
{
	union either either = { .real = real };
	if (either.bits >> 31)
		return 1;
	if (either.bytes[3] == 0x40)
		return 2;
	either.bytes[0] = 0;
	return either.real > 1.5f ? 3 : 4;
}

struct fields {
	unsigned a : 3;
	int b : 5;
	unsigned c : 11;
	unsigned long long d : 40;
};

int bit_fields(unsigned a, int b, unsigned c, unsigned long long d)
{
	struct fields fields = { .a = a, .b = b };
	fields.c = c;
	fields.d = d;
	int n = 0;
	if (fields.a == 5)
		n += 1;
	if (fields.b < -2)
		n += 2;
	if (fields.c > 1000)
		n += 4;
	if (fields.d == 12345)
		n += 8;
	fields.c++;
	if (!fields.c)
		n += 16;
	return n;
}

int heap_again(int a)
{
	int *first = malloc(4 * sizeof *first);
	if (!first)
		return -1;
	first[1] = a;
	int known = first[1] > 10;
	free(first);
	int *second = calloc(4, sizeof *second); /* mostly the same memory */
	if (!second)
		return -1;
	int n = second[1] ? 100 : known;
	second = realloc(second, 400 * sizeof *second);
	if (!second)
		return -1;
	second[300] = a;
	memmove(second + 299, second + 300, sizeof *second);
	if (second[299] == 9)
		n += 2;
	memset(second, a, 8);
	if (second[1] == 0x05050505)
		n += 4;
	free(second);
	return n;
}

static int deep(int n, int x)
{
	volatile int kept[4] = { x, n, x + n, 0 };
	if (n <= 0)
		return kept[2] == 6;
	return deep(n - 1, x) + (kept[0] > n);
}

int frames(int n, int x)
{
	if (n > 20 || n < 0)
		return -1;
	int first = deep(n, x);
	return first + deep(n, 3);
}

int sorted_place(const int *values, unsigned n, int wanted)
{
	unsigned low = 0, high = n;
	if (n > 64)
		return -1;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		if (values[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return (int)low;
}

static int state[16];

int remember(unsigned place, int value)
{
	state[place & 15] = value;
	int sum = 0;
	for (int i = 0; i < 16; i++)
		sum += state[i];
	return sum == 40 ? 1 : 0;
}

int pointers(const char *text, unsigned n)
{
	const char *end = text + n;
	if (!text)
		return -1;
	const char *at = text;
	while (at < end && *at)
		at++;
	if (at == end)
		return 1;
	return at - text > 3 ? 2 : 3;
}

__int128 too_wide(long a, long b)
{
	__int128 product = (__int128)a * b;
	if (product > 1000000)
		return 1;
	return (int)(product >> 64);
}

int longer_real(double a)
{
	long double x = a;
	x *= 3;
	if (x > 30)
		return 1;
	return (int)(float)(a > 0 && a < 10 ? a : 0);
}
