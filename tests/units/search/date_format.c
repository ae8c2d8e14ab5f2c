/* date_format: a pattern such as "yyyy-MM-dd HH:mm" is checked, counted and filled in. */
#include <stdio.h>
#include <string.h>

struct moment {
	int year, month, day, hour, minute, second;
};

static int days_of(int month, int year)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int leap = (year % 4 == 0 && year % 100) || year % 400 == 0;
	return month == 2 ? 28 + leap : days[month - 1];
}

int moment_check(const struct moment *m)
{
	if (m->year < 1 || m->year > 9999)
		return 1;
	if (m->month < 1 || m->month > 12)
		return 2;
	if (m->day < 1 || m->day > days_of(m->month, m->year))
		return 3;
	if (m->hour < 0 || m->hour > 23)
		return 4;
	if (m->minute < 0 || m->minute > 59)
		return 5;
	if (m->second < 0 || m->second > 60)
		return 6;
	return m->second == 60 && (m->hour != 23 || m->minute != 59) ? 7 : 0;
}

/* Monday is 0. */
int moment_weekday(const struct moment *m)
{
	if (moment_check(m))
		return -1;
	int y = m->month < 3 ? m->year - 1 : m->year, k = m->month < 3 ? m->month + 10 : m->month - 2;
	return (m->day + (13 * k - 1) / 5 + y + y / 4 - y / 100 + y / 400 + 6) % 7;
}

static int run_length(const char *p)
{
	int n = 1;
	while (p[n] == p[0])
		n++;
	return n;
}

static int value_of(const struct moment *m, char letter)
{
	switch (letter) {
	case 'y': return m->year;
	case 'M': return m->month;
	case 'd': return m->day;
	case 'H': return m->hour;
	case 'h': return m->hour % 12 ? m->hour % 12 : 12;
	case 'm': return m->minute;
	case 's': return m->second;
	default: return -1;
	}
}

static const char *word_of(const struct moment *m, char letter, int n)
{
	static const char *const months[] = { "January", "February", "March", "April", "May", "June", "July",
		                              "August", "September", "October", "November", "December" };
	static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
	if (letter == 'M' && n > 2)
		return months[m->month - 1];
	if (letter == 'E')
		return days[moment_weekday(m)];
	return letter == 'a' ? (m->hour < 12 ? "am" : "pm") : NULL;
}

/* The length, -1: no moment, -2: no pattern, -3: no room. */
int moment_format(const struct moment *m, const char *pattern, char *out, int room)
{
	int at = 0;
	if (moment_check(m))
		return -1;
	while (*pattern) {
		int n = run_length(pattern), value = value_of(m, *pattern);
		const char *word = word_of(m, *pattern, n);
		char text[16];
		if (*pattern == '\'') {
			const char *end = strchr(pattern + 1, '\'');
			if (!end || end - pattern > 15)
				return -2;
			n = (int)(end - pattern) + 1;
			memcpy(text, pattern + 1, (size_t)n - 2);
			text[n - 2] = 0;
		} else if (word) {
			snprintf(text, sizeof text, n == 3 ? "%.3s" : "%s", word);
		} else if (value >= 0) {
			if (*pattern == 'y' ? n != 2 && n != 4 : n > 2)
				return -2;
			snprintf(text, sizeof text, "%0*d", n, *pattern == 'y' && n == 2 ? value % 100 : value);
		} else if ((*pattern >= 'a' && *pattern <= 'z') || (*pattern >= 'A' && *pattern <= 'Z')) {
			return -2;
		} else {
			n = 1;
			text[0] = *pattern;
			text[1] = 0;
		}
		if (at + (int)strlen(text) >= room)
			return -3;
		strcpy(out + at, text);
		at += (int)strlen(text);
		pattern += n;
	}
	if (room > 0)
		out[at] = 0;
	return at;
}
