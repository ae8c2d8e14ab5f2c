/* The checksum of a packet: the sum of its 16-bit words. */
#include <stddef.h>

unsigned pair_sum(const unsigned char *packet, size_t length)
{
	unsigned sum = 0;
	for (size_t i = 0; i < length; i += 2)
		sum += (unsigned)packet[i] << 8 | packet[i + 1];
	return sum & 0xffff;
}
