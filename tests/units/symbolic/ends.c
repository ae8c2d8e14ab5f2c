/* ends: lengths that must fit what stands between a begin and an end.
 * executions: 2000 */
#include <stddef.h>

int parse(const unsigned char *p, const unsigned char *end);

int parse(const unsigned char *p, const unsigned char *end)
{
	const unsigned char *start = p;
	size_t items = 0;
	while (p < end) {
		size_t length = *p++;
		if (length == 0)
			return -1;
		if ((size_t)(end - p) < length)
			return -2;
		p += length;
		items++;
	}
	if (items == 3)
		return 3;
	if (end - start > 180 && (end - start) % 7 == 5)
		return start[150] == 'x' && start[151] == 'y' ? 1 : 2;
	return 0;
}
