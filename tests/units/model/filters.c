/* filters: streams that commands write. */
#include <stdio.h>

void filter_end(FILE *filter)
{
	if (filter)
		pclose(filter);
}

int filter_first(FILE *filter)
{
	return getc(filter);
}
