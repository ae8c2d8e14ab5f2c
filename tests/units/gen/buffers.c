#include "buffers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

unsigned sum_bytes(size_t size, const unsigned char *data)
{
	unsigned sum = 0;
	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + data[i];
	return size ? sum : 7;
}

int largest(const int *values, size_t count, int *place)
{
	if (!count)
		return 0;
	*place = 0;
	for (size_t i = 1; i < count; i++)
		if (values[i] > values[*place])
			*place = (int)i;
	return 1;
}

/* Runs of equal bytes become count and byte. */
int pack(const uint8_t *in, size_t in_size, uint8_t *out, size_t *out_size)
{
	size_t used = 0;
	for (size_t i = 0; i < in_size;) {
		size_t run = 1;
		while (i + run < in_size && in[i + run] == in[i] && run < 255)
			run++;
		if (used + 2 > *out_size)
			return -1;
		out[used++] = (uint8_t)run;
		out[used++] = in[i];
		i += run;
	}
	*out_size = used;
	return 0;
}

size_t copy_upper(char *to, size_t size, const char *from)
{
	size_t i = 0;
	if (!size)
		return 0;
	for (; from[i] && i + 1 < size; i++)
		to[i] = (char)toupper((unsigned char)from[i]);
	to[i] = 0;
	return i;
}

int read_pair(const char *text, int *left, int *right)
{
	char *end;
	long number = strtol(text, &end, 10);
	if (end == text || *end != ':' || number < 0 || number > 1000)
		return 0;
	*left = (int)number;
	number = strtol(end + 1, &end, 10);
	if (*end || number < 0 || number > 1000)
		return 1;
	*right = (int)number;
	return 2;
}

char *join(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	char *both = malloc(n + m + 2);
	if (!both)
		return NULL;
	memcpy(both, a, n);
	both[n] = n && m ? ' ' : 0;
	memcpy(both + n + (n && m), b, m + 1);
	return both;
}

const char *skip_blanks(const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	return text;
}

void fill(int32_t *cells, size_t n, int32_t with)
{
	while (n--)
		cells[n] = with;
}

int first_of(const char *const *words, int n, char letter)
{
	for (int i = 0; i < n; i++)
		if (words[i] && words[i][0] == letter)
			return i;
	return -1;
}
