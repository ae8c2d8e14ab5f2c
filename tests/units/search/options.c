/* options: what a command line asks for. */
#include <stdlib.h>
#include <string.h>

int options_read(const char *line)
{
	int flags = 0;
	const char *p = line;
	while (*p) {
		while (*p == ' ')
			p++;
		if (!*p)
			break;
		size_t n = strcspn(p, " ");
		if (n == 9 && strncmp(p, "--verbose", n) == 0)
			flags |= 1;
		else if (n > 7 && strncmp(p, "--size=", 7) == 0)
			flags |= atoi(p + 7) == 4096 ? 4 : 2;
		else if (n == 2 && p[0] == '-' && p[1] == 'q')
			flags |= 8;
		else if (n >= 1 && p[0] == '-')
			return -1;
		else
			flags |= 16;
		p += n;
	}
	if ((flags & 9) == 9)
		return -2;
	return flags == 21 ? 100 : flags;
}
