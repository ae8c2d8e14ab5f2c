/* hex_dump: a checksum of bytes in hexadecimal. A line has room for its end. */
#include <stddef.h>
#include <string.h>

static void write_digits(char *to, unsigned char byte)
{
	static const char digits[] = "0123456789abcdef";
	to[0] = digits[byte >> 4];
	to[1] = digits[byte & 15];
	to[2] = 0;
}

static unsigned sum_of(const char *text)
{
	unsigned sum = 0;
	for (; *text; text++)
		sum = 31 * sum + (unsigned char)*text;
	return sum;
}

unsigned line_sum(const unsigned char *bytes, size_t n)
{
	char line[8 + 1];
	unsigned sum = 0;
	size_t i = 0;
	while (i < n) {
		size_t taken = n - i < 4 ? n - i : 4;
		for (size_t k = 0; k < taken; k++)
			write_digits(line + 2 * k, bytes[i + k]);
		sum ^= sum_of(line);
		i += taken;
	}
	return sum;
}
