/* join_path: is a path inside a folder? A joined path that is too long is refused. */
#include <string.h>

#define LONGEST 24

static size_t join(char *to, const char *folder, const char *name)
{
	size_t n = strlen(folder), m = strlen(name);
	if (n + 1 + m >= LONGEST)
		return 0;
	memcpy(to, folder, n);
	to[n] = '/';
	memcpy(to + n + 1, name, m);
	to[n + 1 + m] = 0;
	return n + 1 + m;
}

int path_is_inside(const char *folder, const char *name)
{
	char path[LONGEST];
	if (!join(path, folder, name))
		return -1;
	for (const char *part = path; (part = strstr(part, "..")); part++)
		if ((part == path || part[-1] == '/') && (!part[2] || part[2] == '/'))
			return 0;
	return path[0] != '/';
}
