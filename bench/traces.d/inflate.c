/* Uncompresses a zlib stream some times over. */
#include "zlib.h"

long run_inflate(const char *data, unsigned size, unsigned times)
{
	static unsigned char room[4096];
	long n = 0;
	while (times-- > 0) {
		uLongf length = sizeof room;
		n += uncompress(room, &length, (const Bytef *)data, size) == Z_OK ? (long)length : -1;
	}
	return n;
}
