/* Bytes from their digits. */
#include <stdlib.h>
#include <string.h>

static unsigned digit(char c)
{
	return c <= '9' ? (unsigned)(c - '0') & 15 : (unsigned)(c - 'a' + 10) & 15;
}

/* The caller frees what it gets. */
unsigned char *hex_decode(const char *text)
{
	size_t n = strlen(text);
	n -= n % 2;
	unsigned char *bytes = malloc(n / 2 + 1);
	if (!bytes)
		return NULL;
	bytes[0] = 0;
	for (size_t i = 0; i < n; i += 2) {
		bytes[i / 2] = (unsigned char)(digit(text[i]) << 4);
		bytes[i / 2 + 1] = 0;
		bytes[i / 2] |= (unsigned char)digit(text[i + 1]);
	}
	return bytes;
}
