/* operations: one function for each kind of operation that labels pass through. */
#include <math.h>
#include <stdint.h>

int mixed(int a, int b)
{
	int n = 0;
	if (a * 3 + b == 77)
		n += 1;
	if (a - b > 5)
		n += 2;
	if ((a & 0xf0) == 0x30 || (b | 3) == 7)
		n += 4;
	if ((a ^ b) < 0)
		n += 8;
	if (~a == b)
		n += 16;
	return n;
}

int divisions(int a, int b, unsigned c, unsigned d)
{
	int n = 0;
	if (b && b != -1 && a / b == 3)
		n += 1;
	if (b && b != -1 && a % b == 2)
		n += 2;
	if (d && c / d == 5)
		n += 4;
	if (d && c % d == 1)
		n += 8;
	if (c / 16 == 3 || c % 32 == 17)
		n += 16;
	return n;
}

int shifts(uint32_t a, int32_t b, unsigned by)
{
	int n = 0;
	by &= 31;
	if (a << by == 0x80)
		n += 1;
	if (a >> by == 3)
		n += 2;
	if (b >> by == -1)
		n += 4;
	if (a << 3 == 0x18 || a >> 28 == 9)
		n += 8;
	if (b >> 31)
		n += 16;
	return n;
}

int widths(int8_t a, uint8_t b, int16_t c, uint16_t d)
{
	int n = 0;
	if (a < b)
		n += 1;
	if (c > d)
		n += 2;
	if ((uint8_t)(a + b) == 7)
		n += 4;
	if ((int8_t)c == a)
		n += 8;
	if ((int64_t)a * c > (int64_t)d * b)
		n += 16;
	if ((uint16_t)a == d)
		n += 32;
	return n;
}

int wide(uint64_t a, int64_t b)
{
	int n = 0;
	if (a > UINT64_C(0x8000000000000000))
		n += 1;
	if (b < -1000000000000)
		n += 2;
	if ((uint32_t)(a >> 32) == (uint32_t)b)
		n += 4;
	if (a + (uint64_t)b < a)
		n += 8;
	return n;
}

int reals(double a, double b, float c)
{
	int n = 0;
	if (a + b > 10)
		n += 1;
	if (a * b < c)
		n += 2;
	if (a / 3 == b)
		n += 4;
	if (fabs(a) > 100)
		n += 8;
	if (floor(a) == ceil(b))
		n += 16;
	if (a != a)
		n += 32;
	if (-c < 2.5f)
		n += 64;
	if (a * b + c > 5)
		n += 128;
	return n;
}

int conversions(double a, int b, float c, uint64_t d)
{
	int n = 0;
	if (a > -1000 && a < 1000 && (int)a == 7)
		n += 1;
	if ((double)b > a)
		n += 2;
	if ((float)a == c)
		n += 4;
	if ((double)c < 1)
		n += 8;
	if ((double)d > 1e15)
		n += 16;
	if (c >= 0 && c < 100 && (unsigned)c == 42)
		n += 32;
	if ((float)b * 2 == c)
		n += 64;
	return n;
}

int builtins(uint32_t a, uint64_t b, int c, int d)
{
	int n = 0, sum;
	unsigned product;
	if (__builtin_popcount(a) == 5)
		n += 1;
	if (a && __builtin_clz(a) == 12)
		n += 2;
	if (b && __builtin_ctzll(b) == 3)
		n += 4;
	if (__builtin_bswap32(a) == 0x12345678)
		n += 8;
	if (__builtin_add_overflow(c, d, &sum))
		n += 16;
	if (__builtin_mul_overflow(a, (unsigned)c, &product) && product > 9)
		n += 32;
	if (__builtin_sub_overflow(c, d, &sum) || sum == 4)
		n += 64;
	if (((a << 7) | (a >> 25)) == 128)
		n += 128;
	return n;
}

int choices(int a, int b, int c)
{
	int low = a < b ? a : b, high = a > b ? a : b;
	int n = (low > 3) + 2 * (high < 100) + 4 * (a && b) + 8 * (a || c);
	if (low == c)
		n += 16;
	if ((a == 3) == (b == 4))
		n += 32;
	return n;
}

static const short squares[] = { 0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100 };
static int counts[8] = { 5, 3, 8, 1, 9, 2, 7, 4 };
static const struct {
	unsigned char key;
	int value;
} pairs[] = { { 1, 10 }, { 7, 70 }, { 3, 33 }, { 9, 99 } };

int tables(unsigned i, int k, unsigned char c)
{
	int n = 0;
	if (i < sizeof squares / sizeof *squares && squares[i] == 49)
		n += 1;
	if (counts[k & 7] == 9)
		n += 2;
	if (pairs[c & 3].value == 33 || pairs[c & 3].key == 9)
		n += 4;
	counts[k & 7] = k;
	if (counts[2] == 12)
		n += 8;
	return n;
}

int many_ways(int a, unsigned char b)
{
	switch (a) {
	case 1:
		return 10;
	case 5 ... 9:
		return 20;
	case -3:
		return 30;
	case 1000 ... 2000:
		return 40;
	default:
		break;
	}
	switch (b & 7) {
	case 0:
		return 50;
	case 3:
		return 60;
	case 6:
		return 70;
	}
	return 80;
}

typedef int four __attribute__((vector_size(16)));

int vectors(int a, int b, int c)
{
	four x = { a, b, c, 4 }, y = { 1, a, 3, b };
	four sum = x * 2 + y, less = x < y;
	int n = 0;
	if (sum[0] == 15)
		n += 1;
	if (sum[1] > sum[2])
		n += 2;
	if (less[3])
		n += 4;
	return n;
}
