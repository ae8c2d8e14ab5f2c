/* Code that hangs on what another library answers, in types that only its header has. */
#include <string.h>
#include <vendor.h>

/* 0: fine, 1: full, 2: fine, and much is left. */
int put_all(const char *text)
{
	vendor_size left = 0;
	enum vendor_state state = vendor_put(text, &left);
	if (state == VENDOR_FULL)
		return 1;
	if (state == VENDOR_BROKEN)
		vendor_abandon(state);
	return left > 100 ? 2 : 0;
}

/* -1: nothing, else how many. */
int width_of(const char *text)
{
	struct vendor_range range = vendor_range_of(text);
	if (range.last < range.first)
		return -1;
	return range.last - range.first + 1 > 5 ? 5 : 1;
}

/* No reader gives more than it was asked for. */
int count_spaces(void)
{
	char buffer[8];
	int n = 0;
	memset(buffer, ' ', sizeof buffer);
	long got = vendor_read(buffer, sizeof buffer);
	if (got < 0)
		return -1;
	for (long i = 0; i < got; i++)
		n += buffer[i] == ' ';
	return n;
}
