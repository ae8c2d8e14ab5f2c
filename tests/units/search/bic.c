/* bic: is it the code of a bank? Four letters, a country, a place, and maybe a branch. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_country(const char *text)
{
	static const char *const known[] = { "DE", "GB", "FR", "NO", "US", "CH", "IT" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (text[0] == known[i][0] && text[1] == known[i][1])
			return true;
	return false;
}

int bic_check(const char *text)
{
	size_t n = strlen(text);
	if (n != 8 && n != 11)
		return -1;
	for (size_t i = 0; i < 4; i++)
		if (!isupper((unsigned char)text[i]))
			return -2;
	if (!is_country(text + 4))
		return -3;
	for (size_t i = 6; i < n; i++)
		if (!isupper((unsigned char)text[i]) && !isdigit((unsigned char)text[i]))
			return -4;
	if (text[7] == '0')
		return 2; /* a test code */
	if (n == 11)
		return strcmp(text + 8, "XXX") == 0 ? 3 : 4;
	return 1;
}
