/* validation: fields of a form by kind: card number, colour, hour, host address, roman numeral. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool all_digits(const char *text)
{
	return *text && strspn(text, "0123456789") == strlen(text);
}

/* 0: not one, 1: fine, 2 to 4: of a known issuer. */
int valid_card(const char *text)
{
	int n = (int)strlen(text), sum = 0;
	if (!all_digits(text) || n < 13 || n > 16)
		return 0;
	for (int i = 0; i < n; i++) {
		int digit = text[n - 1 - i] - '0';
		if (i % 2)
			digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
		sum += digit;
	}
	if (sum % 10)
		return 0;
	if (text[0] == '4')
		return 2;
	if (text[0] == '5' && text[1] >= '1' && text[1] <= '5')
		return 3;
	return text[0] == '3' && (text[1] == '4' || text[1] == '7') && n == 15 ? 4 : 1;
}

int valid_colour(const char *text)
{
	size_t n = strlen(text);
	if (text[0] == '#') {
		if (n != 4 && n != 7)
			return 0;
		for (size_t i = 1; i < n; i++)
			if (!isxdigit((unsigned char)text[i]))
				return 0;
		return n == 4 ? 1 : 2;
	}
	return strcmp(text, "red") == 0 || strcmp(text, "green") == 0 || strcmp(text, "blue") == 0 ? 3 : 0;
}

int valid_address(const char *text)
{
	int parts = 0;
	while (*text) {
		int value = 0, digits = 0;
		while (isdigit((unsigned char)*text) && digits < 4) {
			value = value * 10 + (*text++ - '0');
			digits++;
		}
		if (digits == 0 || digits > 3 || value > 255)
			return 0;
		parts++;
		if (!*text)
			break;
		if (*text++ != '.' || parts == 4)
			return 0;
	}
	return parts == 4;
}

int valid_hour(const char *text)
{
	if (strlen(text) != 5 || text[2] != ':')
		return 0;
	for (int i = 0; i < 5; i++)
		if (i != 2 && !isdigit((unsigned char)text[i]))
			return 0;
	int hour = (text[0] - '0') * 10 + text[1] - '0', minute = (text[3] - '0') * 10 + text[4] - '0';
	if (hour == 24)
		return minute == 0;
	return hour < 24 && minute < 60;
}

static int roman_digit(char c)
{
	switch (c) {
	case 'I': return 1;
	case 'V': return 5;
	case 'X': return 10;
	case 'L': return 50;
	case 'C': return 100;
	case 'D': return 500;
	case 'M': return 1000;
	default: return 0;
	}
}

int valid_roman(const char *text)
{
	int sum = 0, last = 5000, same = 0;
	for (; *text; text++) {
		int now = roman_digit(*text), next = roman_digit(text[1]);
		if (!now || now > last)
			return 0;
		same = now == last ? same + 1 : 1;
		if (same > 3)
			return 0;
		if (next > now) {
			if (next > now * 10 || next - now > last)
				return 0;
			sum += next - now;
			last = now;
			text++;
		} else {
			sum += now;
			last = now;
		}
	}
	return sum;
}
