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
