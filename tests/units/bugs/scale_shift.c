/* scale_shift: sizes such as 4K or 2M. Planted: an unknown letter scales by a shift that is too far. */
#include <stddef.h>

static const char letters[] = "bkmgtpez";

static int shift_of(char letter)
{
	int shift = 0;
	for (const char *at = letters; *at; at++, shift += 10)
		if (*at == letter)
			return shift;
	return shift;
}

/* 0 if it is no size. */
unsigned long long size_read(const char *text)
{
	unsigned long long number = 0;
	if (*text < '0' || *text > '9')
		return 0;
	while (*text >= '0' && *text <= '9')
		number = 10 * number + (unsigned)(*text++ - '0');
	if (!*text)
		return number;
	int shift = shift_of(*text);
	if (text[1])
		return 0;
	return number << shift;
}
