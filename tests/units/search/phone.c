/* phone: a telephone number with a country code, spaces and an extension; and a number in a field. */
#include <ctype.h>
#include <string.h>

int phone_check(const char *text)
{
	int digits = 0, open = 0;
	const char *p = text;
	if (*p == '+') {
		if (p[1] == '0' || !isdigit((unsigned char)p[1]))
			return -1;
		p++;
	} else if (*p != '0') {
		return -2;
	}
	for (; *p && *p != 'x'; p++) {
		if (isdigit((unsigned char)*p)) {
			digits++;
		} else if (*p == '(') {
			if (open++)
				return -3;
		} else if (*p == ')') {
			if (open != 1)
				return -3;
			open = 2;
		} else if (*p != ' ' && *p != '-') {
			return -4;
		}
	}
	if (open == 1 || digits < 6 || digits > 15)
		return -5;
	if (*p == 'x')
		return strlen(p + 1) == 3 && strspn(p + 1, "0123456789") == 3 ? 2 : -6;
	return 1;
}

int field_number(const char *text, int *out)
{
	int value = 0, sign = 1;
	if (*text == '-') {
		sign = -1;
		text++;
	}
	if (!*text)
		return -1;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return -2;
		if (value > 99999)
			return -3;
		value = value * 10 + (*text - '0');
	}
	*out = sign * value;
	return value == 0 && sign < 0 ? 1 : 0;
}
