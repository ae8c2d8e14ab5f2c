/* floats_ops: arithmetic of single and double numbers, and the values between which it goes wrong. */
#include <math.h>
#include <stdint.h>
#include <string.h>

int float_sum(float x, float y)
{
	if (x + y == 10.5f)
		return x > 20 ? 2 : 1;
	return 0;
}

int float_product(float x, float y)
{
	if (x * y == 144.0f && x != 12.0f)
		return x < 0 && y < 0 ? 2 : 1;
	return 0;
}

int float_quotient(float x, float y)
{
	if (y == 0)
		return -1;
	if (x / y > 1e30f)
		return 1;
	return x / y == 0.25f ? 2 : 0;
}

int float_lost(double x)
{
	if (!(x > 0) || isinf(x))
		return -1;
	if (x + 1 == x)
		return 1;
	if (1 + x == 1)
		return 2;
	return (float)x == x ? 3 : 0;
}

int float_bits(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	if ((bits & 0x7ff0000000000000) == 0)
		return bits << 1 == 0 ? 1 : 2;
	if ((bits & 0x7ff0000000000000) == 0x7ff0000000000000)
		return bits << 12 == 0 ? 3 : 4;
	return (uint32_t)bits == 0xdeadbeefu ? 5 : 0;
}

int float_order(float a, float b, float c)
{
	if (a < b && b < c)
		return c - a < 0.001f && a > 1 ? 2 : 1;
	if (a == b && b == c)
		return 3;
	if (a != a || b != b || c != c)
		return 4;
	return 0;
}
