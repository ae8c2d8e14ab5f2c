/* Fields of a message: a tag, a length, and so many bytes. */
#include <stddef.h>

unsigned tlv_sum(const unsigned char *bytes, size_t size)
{
	unsigned sum = 0;
	for (size_t at = 0; at + 1 < size; at += 2u + bytes[at + 1])
		sum += bytes[at];
	return sum;
}
