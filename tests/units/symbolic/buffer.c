/* buffer: lengths that must fit what is in the buffer.
 * executions: 500 */
#include <stddef.h>

int parse(const unsigned char *data, size_t size);

int parse(const unsigned char *data, size_t size)
{
	size_t at = 0, items = 0;
	while (at < size) {
		size_t length = data[at];
		if (length == 0)
			return -1;
		if (at + 1 + length > size)
			return -2;
		at += 1 + length;
		items++;
	}
	if (items == 3)
		return 3;
	if (size > 20 && size % 7 == 5)
		return 2;
	return 0;
}
