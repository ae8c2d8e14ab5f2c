/* A number in as few bytes as it needs, seven bits in each. */
#include <stddef.h>
#include <stdint.h>

uint32_t varint_read(const unsigned char *bytes, size_t size)
{
	uint32_t number = 0;
	unsigned shift = 0;
	for (size_t i = 0; i < size; i++) {
		if (shift < 32)
			number |= (uint32_t)(bytes[i] & 0x7f) << shift;
		shift += 7;
		if (!(bytes[i] & 0x80))
			break;
	}
	return number;
}
