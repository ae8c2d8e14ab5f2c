/* A scale such as "3:4", in hundredths. */
#include <stdio.h>

unsigned scale_read(const char *text)
{
	unsigned short of = 1, to = 1;
	sscanf(text, "%hu:%hu", &of, &to);
	return (unsigned)of * 100u + (unsigned)to;
}
