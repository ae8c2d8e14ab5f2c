/* Uncompresses an LZ4 block some times over. */
#include "lz4.h"

long run_lz4(const char *data, unsigned size, unsigned times)
{
	static char room[4096];
	long n = 0;
	while (times-- > 0)
		n += LZ4_decompress_safe(data, room, (int)size, sizeof room);
	return n;
}
