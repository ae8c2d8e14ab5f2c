/* date_carry: adds days to a date. December ends a year. */
#include <assert.h>

struct date {
	int year, month, day; /* from 1 */
};

static int days_of(int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	assert(month >= 1 && month <= 12);
	return days[month - 1];
}

static void next_day(struct date *date)
{
	if (++date->day <= days_of(date->month))
		return;
	date->day = 1;
	date->month++;
	if (date->month > 12) {
		date->month = 1;
		date->year++;
	}
}

/* The day of the year after so many days from its start, as month * 100 + day. */
int date_after(int year, unsigned char days)
{
	struct date date = { year, 11, 1 };
	if (year < 1 || year > 9999)
		return -1;
	while (days--)
		next_day(&date);
	return date.month * 100 + date.day;
}
