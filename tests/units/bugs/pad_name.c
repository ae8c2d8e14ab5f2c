/* A name at the right of a column, and the sum of its characters. */
#include <string.h>

unsigned pad_sum(const char *name)
{
	char column[24];
	size_t n = strlen(name);
	unsigned sum = 0;
	/* names are short */
	memset(column, ' ', sizeof column - n);
	memcpy(column + sizeof column - n, name, n);
	for (size_t i = 0; i < sizeof column; i++)
		sum += (unsigned char)column[i];
	return sum;
}
