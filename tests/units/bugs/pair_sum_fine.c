/* The checksum of a packet: the sum of its 16-bit words. */
#include <stddef.h>

unsigned pair_sum(const unsigned char *packet, size_t length)
{
	unsigned sum = 0;
	for (size_t i = 0; i + 1 < length; i += 2)
		sum += (unsigned)packet[i] << 8 | packet[i + 1];
	if (length % 2)
		sum += (unsigned)packet[length - 1] << 8;
	return sum & 0xffff;
}
