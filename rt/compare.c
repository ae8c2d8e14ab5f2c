/* compare: comparisons of text and memory that, while a test is watched, leave
 * behind how far the two were from equal: the differences of their characters,
 * and 256 for each character that one has and the other lacks. */
#define _GNU_SOURCE
#include <ctype.h>

#include "inside.h"
#include "libc.h"

/* A difference further on is not told apart: a size may be anything, and a run that is
 * watched should not take much longer than one that is not. */
#define MAX_NOTED 4096u

double __skep_text_distance;

static unsigned plain(unsigned char c)
{
	return c;
}

static unsigned folded(unsigned char c)
{
	return (unsigned)tolower(c);
}

static void note_text(const char *a, const char *b, size_t limit, unsigned (*fold)(unsigned char))
{
	double distance = 0;
	size_t i = 0;
	for (; i < limit && a[i] && b[i]; i++) {
		unsigned left = fold((unsigned char)a[i]), right = fold((unsigned char)b[i]);
		distance += left > right ? left - right : right - left;
	}
	if (i < limit) {
		const char *longer = a[i] ? a + i : b + i;
		distance += 256.0 * (double)strnlen(longer, limit - i);
	}
	__skep_text_distance = distance;
}

int __skep_strcmp(const char *a, const char *b)
{
	int result = strcmp(a, b);
	if (__skep_watching)
		note_text(a, b, SIZE_MAX, plain);
	return result;
}

int __skep_strncmp(const char *a, const char *b, size_t n)
{
	int result = strncmp(a, b, n);
	if (__skep_watching)
		note_text(a, b, n, plain);
	return result;
}

int __skep_strcasecmp(const char *a, const char *b)
{
	int result = strcasecmp(a, b);
	if (__skep_watching)
		note_text(a, b, SIZE_MAX, folded);
	return result;
}

int __skep_strncasecmp(const char *a, const char *b, size_t n)
{
	int result = strncasecmp(a, b, n);
	if (__skep_watching)
		note_text(a, b, n, folded);
	return result;
}

int __skep_memcmp(const void *a, const void *b, size_t n)
{
	int result = memcmp(a, b, n);
	if (!__skep_watching)
		return result;
	const unsigned char *left = a, *right = b;
	__skep_text_distance = 0;
	for (size_t i = 0; i < n && i < MAX_NOTED; i++)
		__skep_text_distance += left[i] > right[i] ? left[i] - right[i] : right[i] - left[i];
	return result;
}

int __skep_bcmp(const void *a, const void *b, size_t n)
{
	return __skep_memcmp(a, b, n);
}
