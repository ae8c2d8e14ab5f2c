/* number: ctype and strtol.
 * executions: 1500 */
#include <ctype.h>
#include <stdlib.h>

int number(const char *text);

int number(const char *text)
{
	char *end;
	if (!isdigit((unsigned char)text[0]) && text[0] != '-')
		return isupper((unsigned char)text[0]) ? -2 : -1;
	long value = strtol(text, &end, 10);
	if (end == text)
		return -3;
	if (*end == 'k')
		value *= 1000;
	else if (*end)
		return -4;
	if (value == 1234)
		return 1;
	if (value < -99)
		return 2;
	return 0;
}
