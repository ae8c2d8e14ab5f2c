/* month_name: the days of a year by month. Planted: the month after December is looked up. */
static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static const int *days_before(int month)
{
	return days + month;
}

int days_in(int year, int month)
{
	if (month < 0 || month > 12)
		return 0;
	return *days_before(month) + (month == 1 && is_leap(year));
}

/* The month (0 to 11) in which a day of the year lies, or -1. */
int month_of(int year, int day)
{
	int month = 0;
	if (day < 0 || day > 365)
		return -1;
	while (month < 12 && day >= days_in(year, month))
		day -= days_in(year, month++);
	return month < 12 ? month : -1;
}
