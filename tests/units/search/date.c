/* date: a day written as 2001-02-28 or 28.2.2001, and whether there is such a day. */
#include <ctype.h>
#include <stdbool.h>

struct day {
	int year, month, day;
};

static bool number(const char **at, int *out)
{
	int value = 0, digits = 0;
	for (; isdigit((unsigned char)**at) && digits < 4; ++*at, digits++)
		value = value * 10 + (**at - '0');
	*out = value;
	return digits > 0;
}

bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(int month, int year)
{
	switch (month) {
	case 2:
		return is_leap(year) ? 29 : 28;
	case 4:
	case 6:
	case 9:
	case 11:
		return 30;
	default:
		return 31;
	}
}

int date_parse(const char *text, struct day *out)
{
	int a, b, c;
	if (!number(&text, &a))
		return -1;
	char mark = *text;
	if (mark != '-' && mark != '.')
		return -2;
	text++;
	if (!number(&text, &b) || *text++ != mark || !number(&text, &c) || *text)
		return -3;
	struct day day = { mark == '-' ? a : c, b, mark == '-' ? c : a };
	if (day.month < 1 || day.month > 12)
		return -4;
	if (day.day < 1 || day.day > days_in(day.month, day.year))
		return -5;
	if (day.month == 2 && day.day == 29)
		return 2;
	*out = day;
	return 1;
}
