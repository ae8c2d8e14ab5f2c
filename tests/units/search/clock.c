/* clock: hh:mm:ss with a zone. */
#include <ctype.h>

static int two(const char *p)
{
	return isdigit((unsigned char)p[0]) && isdigit((unsigned char)p[1]) ? (p[0] - '0') * 10 + p[1] - '0' : -1;
}

int clock_check(const char *text)
{
	int hour, minute, second;
	if ((hour = two(text)) < 0 || text[2] != ':')
		return -1;
	if ((minute = two(text + 3)) < 0 || text[5] != ':')
		return -2;
	if ((second = two(text + 6)) < 0)
		return -3;
	if (hour > 23 || minute > 59 || second > 60)
		return -4;
	text += 8;
	if (!*text)
		return 1;
	if (*text == 'Z')
		return text[1] ? -5 : 2;
	if (*text != '+' && *text != '-')
		return -6;
	int zone = two(text + 1);
	if (zone < 0 || zone > 14)
		return -7;
	if (text[3])
		return -8;
	return second == 60 && hour == 23 && minute == 59 ? 4 : 3;
}
