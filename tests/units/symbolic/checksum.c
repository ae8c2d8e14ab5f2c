/* checksum: a frame is read only if its last byte is the sum of the others.
 * executions: 600 */
#include <stddef.h>

int frame(const unsigned char *data, size_t size);

int frame(const unsigned char *data, size_t size)
{
	unsigned char sum = 0;
	if (size < 4)
		return -1;
	if (data[0] != 0x7e)
		return -2;
	for (size_t i = 1; i + 1 < size; i++)
		sum = (unsigned char)(sum * 3 + data[i]);
	if (sum != data[size - 1])
		return -3;
	if (data[1] == 9 && data[2] == 8)
		return 2;
	return 1;
}
