/* heap_text: C library functions that return memory to be freed, built on the unit's own malloc(),
 * so that the memory belongs to the test like other memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "inside.h"
#include "libc.h"
#include "symbolic.h"

void *__skep_reallocarray(void *pointer, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return __skep_realloc(pointer, total);
}

void *__skep_memalign(size_t alignment, size_t size)
{
	return __skep_aligned_alloc(alignment, size);
}

void *__skep_valloc(size_t size)
{
	return __skep_aligned_alloc(PAGE, size);
}

int __skep_posix_memalign(void **out, size_t alignment, size_t size)
{
	if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment)
		return EINVAL;
	int saved = errno;
	void *block = __skep_aligned_alloc(alignment, size);
	errno = saved;
	if (!block)
		return ENOMEM;
	*out = block;
	return 0;
}

static void *copy(const void *bytes, size_t size)
{
	void *block = __skep_malloc(size);
	if (!block)
		return NULL;
	__skep_labels_copy(block, bytes, size);
	return memcpy(block, bytes, size);
}

char *__skep_strdup(const char *text)
{
	return copy(text, strlen(text) + 1);
}

char *__skep___strdup(const char *text)
{
	return __skep_strdup(text);
}

char *__skep_strndup(const char *text, size_t limit)
{
	size_t length = strnlen(text, limit);
	char *block = __skep_malloc(length + 1);
	if (!block)
		return NULL;
	memcpy(block, text, length);
	block[length] = 0;
	return block;
}

char *__skep___strndup(const char *text, size_t limit)
{
	return __skep_strndup(text, limit);
}

wchar_t *__skep_wcsdup(const wchar_t *text)
{
	return copy(text, (wcslen(text) + 1) * sizeof *text);
}

int __skep_vasprintf(char **out, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return -1;
	char *text = __skep_heap_malloc((size_t)length + 1);
	if (!text)
		return -1;
	*out = text;
	return vsnprintf(text, (size_t)length + 1, format, args);
}

int __skep___vasprintf_chk(char **out, int flag, const char *format, va_list args)
{
	(void)flag;
	return __skep_vasprintf(out, format, args);
}

int __skep_asprintf(char **out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = __skep_vasprintf(out, format, args);
	va_end(args);
	return length;
}

int __skep___asprintf_chk(char **out, int flag, const char *format, ...)
{
	(void)flag;
	va_list args;
	va_start(args, format);
	int length = __skep_vasprintf(out, format, args);
	va_end(args);
	return length;
}

static bool make_room(char **line, size_t *room, size_t wanted)
{
	if (*line && *room >= wanted)
		return true;
	size_t more = wanted > 120 ? wanted * 2 : 120;
	char *moved = __skep_heap_realloc(*line, more);
	if (!moved)
		return false;
	*line = moved;
	*room = more;
	return true;
}

ssize_t __skep_getdelim(char **line, size_t *room, int delimiter, FILE *file)
{
	size_t n = 0;
	int c;
	if (!line || !room || !file) {
		errno = EINVAL;
		return -1;
	}
	if (!*line)
		*room = 0;
	do {
		c = getc(file);
		if (c == EOF)
			break;
		if (!make_room(line, room, n + 2))
			return -1;
		(*line)[n++] = (char)c;
	} while (c != delimiter);
	if (n == 0)
		return -1;
	(*line)[n] = 0;
	return (ssize_t)n;
}

ssize_t __skep___getdelim(char **line, size_t *room, int delimiter, FILE *file)
{
	return __skep_getdelim(line, room, delimiter, file);
}

ssize_t __skep_getline(char **line, size_t *room, FILE *file)
{
	return __skep_getdelim(line, room, '\n', file);
}

/* Copies memory of the C library into memory of the unit. */
static char *take_over(char *text)
{
	size_t size = text ? strlen(text) + 1 : 0;
	char *taken = text ? __skep_heap_malloc(size) : NULL;
	if (taken)
		memcpy(taken, text, size);
	free(text);
	return taken;
}

char *__skep_realpath(const char *path, char *resolved)
{
	return resolved ? realpath(path, resolved) : take_over(realpath(path, NULL));
}

char *__skep___realpath_chk(const char *path, char *resolved, size_t room)
{
	(void)room;
	return __skep_realpath(path, resolved);
}

char *__skep_canonicalize_file_name(const char *path)
{
	return __skep_realpath(path, NULL);
}

char *__skep_getcwd(char *buffer, size_t size)
{
	return buffer ? getcwd(buffer, size) : take_over(getcwd(NULL, size));
}

char *__skep___getcwd_chk(char *buffer, size_t size, size_t room)
{
	(void)room;
	return __skep_getcwd(buffer, size);
}

char *__skep_get_current_dir_name(void)
{
	return __skep_getcwd(NULL, 0);
}
