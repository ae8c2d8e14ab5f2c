/* Bytes packed as pairs: how often, and which. */
#include <stddef.h>
#include <string.h>

int rle_last(const unsigned char *packed, size_t size)
{
	unsigned char bytes[300];
	size_t n = 0;
	for (size_t i = 0; i + 1 < size; i += 2) {
		if (n + packed[i] > sizeof bytes)
			return -1;
		memset(bytes + n, packed[i + 1], packed[i]);
		n += packed[i];
	}
	return n ? bytes[n - 1] : -1;
}
