/* status: see status.h. Out of memory ends the process: skep cannot go on without memory, and
 * everything of value is on disk or in the target. */
#define _GNU_SOURCE
#include "base/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static status make(enum trouble kind, char *message)
{
	status s = xmalloc(sizeof *s);
	*s = (struct error){ kind, message };
	return s;
}

status fail(enum trouble kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *message = xvprintf(format, args);
	va_end(args);
	return make(kind, message);
}

status fail_errno(const char *format, ...)
{
	int error = errno;
	va_list args;
	va_start(args, format);
	char *what = xvprintf(format, args);
	va_end(args);
	char *message = xprintf("%s: %s", what, strerror(error));
	free(what);
	return make(TROUBLE_SYSTEM, message);
}

void status_free(status s)
{
	if (!s)
		return;
	free(s->message);
	free(s);
}

void bug_at(const char *file, int line, const char *format, ...)
{
	va_list args;
	fprintf(stderr, "skep: bug in skep at %s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
