/* The sum of all bytes. */
#include <stddef.h>

unsigned sum_bytes(const unsigned char *bytes, size_t size)
{
	unsigned sum = 0;
	for (size_t i = 0; i < size; i++)
		sum += bytes[i];
	return sum;
}
