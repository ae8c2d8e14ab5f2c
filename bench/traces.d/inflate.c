/* Uncompresses a zlib stream some times over; each time the next `size` bytes. */
#include "zlib.h"
#include "known.h"

long run_inflate(const char *data, unsigned size, unsigned times)
{
	static unsigned char room[4096];
	long n = 0;
	size = known(size);
	times = known(times);
	for (; times-- > 0; data += size) {
		uLongf length = sizeof room;
		n += uncompress(room, &length, (const Bytef *)data, size) == Z_OK ? (long)length : -1;
	}
	return n;
}
