/* encode64: bytes as letters. Planted: the length forgets the padded group at the end. */
#include <stdlib.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encoded_length(size_t n)
{
	return n / 3 * 4 + 1;
}

char *encode64(const unsigned char *bytes, size_t n)
{
	char *text = malloc(encoded_length(n)), *to = text;
	if (!text)
		return NULL;
	for (size_t i = 0; i < n; i += 3) {
		unsigned long group = (unsigned long)bytes[i] << 16;
		if (i + 1 < n)
			group |= (unsigned long)bytes[i + 1] << 8;
		if (i + 2 < n)
			group |= bytes[i + 2];
		*to++ = letters[group >> 18 & 63];
		*to++ = letters[group >> 12 & 63];
		*to++ = i + 1 < n ? letters[group >> 6 & 63] : '=';
		*to++ = i + 2 < n ? letters[group & 63] : '=';
	}
	*to = 0;
	return text;
}
