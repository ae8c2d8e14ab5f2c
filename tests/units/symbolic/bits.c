/* bits: masks, shifts, rotations.
 * executions: 400 */
#include <stdint.h>

int bits(uint32_t x, uint16_t y);

int bits(uint32_t x, uint16_t y)
{
	if ((x & (x - 1)) == 0 && x > 0xffff)
		return 1;
	if ((x << 7 | x >> 25) == 0xdeadbeef)
		return 2;
	if ((x ^ 0x5a5a5a5a) == (uint32_t)y * 65537)
		return 3;
	if ((y & 0xf0) == 0x50 && (y >> 12) == 3 && (y & 1))
		return 4;
	if ((x & 3) == 1 && (x & 7) == 2) /* never: (x & 7) == 2 true */
		return 5;
	return 0;
}
