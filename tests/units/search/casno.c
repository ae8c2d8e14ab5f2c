/* casno: a registry number of a substance: digits-2 digits-check digit. */
#include <ctype.h>
#include <string.h>

int cas_check(const char *text)
{
	int n = (int)strlen(text), sum = 0, weight = 1;
	if (n < 7 || n > 12)
		return -1;
	if (text[n - 2] != '-' || text[n - 5] != '-')
		return -2;
	for (int i = 0; i < n; i++)
		if (i != n - 2 && i != n - 5 && !isdigit((unsigned char)text[i]))
			return -3;
	if (text[0] == '0')
		return -4;
	for (int i = n - 3; i >= 0; i--)
		if (text[i] != '-')
			sum += weight++ * (text[i] - '0');
	return sum % 10 == text[n - 1] - '0';
}
