/* iban: is it an account number? Country, length, and the remainder modulo 97. */
#include <ctype.h>
#include <string.h>

static int length_of(const char *country)
{
	static const struct {
		const char *name;
		int length;
	} countries[] = { { "DE", 22 }, { "NO", 15 }, { "BE", 16 }, { "GB", 22 }, { "AT", 20 } };
	for (size_t i = 0; i < sizeof countries / sizeof *countries; i++)
		if (strncmp(countries[i].name, country, 2) == 0)
			return countries[i].length;
	return -1;
}

static int remainder_of(const char *text, int from, int to, int rest)
{
	for (int i = from; i < to; i++) {
		int value = isdigit((unsigned char)text[i]) ? text[i] - '0' : text[i] - 'A' + 10;
		rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
	}
	return rest;
}

int iban_check(const char *text)
{
	int n = (int)strlen(text);
	if (n < 5)
		return -1;
	if (!isupper((unsigned char)text[0]) || !isupper((unsigned char)text[1]))
		return -2;
	if (!isdigit((unsigned char)text[2]) || !isdigit((unsigned char)text[3]))
		return -3;
	for (int i = 4; i < n; i++)
		if (!isdigit((unsigned char)text[i]) && !isupper((unsigned char)text[i]))
			return -4;
	if (length_of(text) != n)
		return -5;
	return remainder_of(text, 0, 4, remainder_of(text, 4, n, 0)) == 1;
}
