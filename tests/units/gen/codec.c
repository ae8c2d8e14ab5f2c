/* What one call encodes, another decodes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint32_t sum_of(const unsigned char *bytes, size_t n)
{
	uint32_t sum = 2166136261u;
	for (size_t i = 0; i < n; i++)
		sum = (sum ^ bytes[i]) * 16777619u;
	return sum;
}
/* Returns 1 and sets *size to the bytes written. */
int pack(unsigned char *out, size_t *size, const unsigned char *in, size_t n)
{
	if (*size < n + 5)
		return 0;
	uint32_t sum = sum_of(in, n);
	out[0] = (unsigned char)n;
	memcpy(out + 1, &sum, 4);
	for (size_t i = 0; i < n; i++)
		out[5 + i] = in[i] ^ 0x5a;
	*size = n + 5;
	return 1;
}
int unpack(const unsigned char *in, size_t n)
{
	unsigned char plain[256];
	uint32_t sum;
	if (n < 5 || in[0] + 5u != n)
		return -1;
	memcpy(&sum, in + 1, 4);
	for (size_t i = 5; i < n; i++)
		plain[i - 5] = in[i] ^ 0x5a;
	if (sum_of(plain, n - 5) != sum)
		return -2;
	if (n == 5)
		return 0;
	if (plain[0] == 'k')
		return 2;
	return 1;
}
char *seal(const char *text)
{
	size_t n = strlen(text);
	char *out = malloc(n + 6);
	if (!out)
		return NULL;
	uint32_t sum = sum_of((const unsigned char *)text, n);
	out[0] = '#';
	for (int i = 0; i < 4; i++)
		out[1 + i] = (char)('a' + (sum >> (8 * i) & 15));
	memcpy(out + 5, text, n + 1);
	return out;
}
int is_sealed(const char *sealed)
{
	if (sealed[0] != '#' || strlen(sealed) < 5)
		return 0;
	uint32_t sum = sum_of((const unsigned char *)sealed + 5, strlen(sealed + 5));
	for (int i = 0; i < 4; i++)
		if (sealed[1 + i] != (char)('a' + (sum >> (8 * i) & 15)))
			return 0;
	return 1;
}
