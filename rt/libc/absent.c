/* absent: which files the unit looked for in its folder and did not find. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

/* Told as texts that nothing was equal to: "<NAME". A file in another folder is none that a test could put there. */
void __skep_note_absent(const char *path)
{
	int saved = errno;
	char text[SK_TEXT_BYTES];
	if (saved != ENOENT || !__skep_watching)
		return;
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	int size = strchr(path, '/') ? 0 : snprintf(text, sizeof text, "<%s", path);
	if (size > 1 && size < (int)sizeof text)
		__skep_texts_note("", 0, text, (size_t)size);
	errno = saved;
}

#define LOOK(name, buffer)                                      \
	int __skep_##name(const char *path, struct buffer *out) \
	{                                                       \
		int result = name(path, out);                   \
		if (result != 0)                                \
			__skep_note_absent(path);               \
		return result;                                  \
	}

LOOK(stat, stat)
LOOK(stat64, stat64)
LOOK(lstat, stat)
LOOK(lstat64, stat64)

int __skep_access(const char *path, int how)
{
	int result = access(path, how);
	if (result != 0)
		__skep_note_absent(path);
	return result;
}
