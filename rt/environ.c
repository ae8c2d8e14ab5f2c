/* environ: environment, locale, text domain and mode mask are restored after a
 * test. The unit may change the environment without calling anybody: it may write
 * to the array and to the texts in it, or have another array. So all of it is
 * looked at each time. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#define USUAL_MASK 022

static struct {
	char **array;          /* at the start of every test */
	char **entries;        /* what was in it */
	size_t n;              /* with the final NULL */
	char *text, *copy;     /* all texts, which lie together */
	size_t size;
} usual;
static bool changed;           /* by one of the functions below */
static bool locale_dirty, mask_dirty, domain_dirty;

static void *keep(const void *bytes, size_t size)
{
	void *copy = malloc(size);
	if (!copy)
		_exit(SK_END_LOST);
	return memcpy(copy, bytes, size);
}

/* The kernel puts the texts one behind the other. */
static void keep_text(void)
{
	char *end = NULL;
	for (size_t i = 0; usual.array[i]; i++) {
		char *text = usual.array[i];
		usual.text = usual.text && usual.text < text ? usual.text : text;
		end = end && end > text ? end : text + strlen(text) + 1;
	}
	usual.size = (size_t)(end - usual.text);
	usual.copy = usual.size ? keep(usual.text, usual.size) : NULL;
}

void __skep_environ_init(void)
{
	umask(USUAL_MASK);
	tzset();
	usual.array = environ;
	while (usual.array && usual.array[usual.n])
		usual.n++;
	if (!usual.array)
		return;
	keep_text();
	usual.n++;
	usual.entries = keep(usual.array, usual.n * sizeof *usual.entries);
}

static bool is_usual(void)
{
	return !changed && environ == usual.array &&
	       (!usual.array || (memcmp(usual.array, usual.entries, usual.n * sizeof *usual.entries) == 0 &&
	                         memcmp(usual.text, usual.copy, usual.size) == 0));
}

static void restore(void)
{
	environ = usual.array;
	if (usual.array) {
		memcpy(usual.array, usual.entries, usual.n * sizeof *usual.entries);
		memcpy(usual.text, usual.copy, usual.size);
	}
	tzset(); /* it may have seen another TZ */
	changed = false;
}

void __skep_environ_reset(void)
{
	if (!is_usual())
		restore();
	if (locale_dirty)
		setlocale(LC_ALL, "C");
	if (domain_dirty)
		textdomain("");
	if (mask_dirty)
		umask(USUAL_MASK);
	locale_dirty = domain_dirty = mask_dirty = false;
}

int __skep_setenv(const char *name, const char *value, int overwrite)
{
	changed = true;
	return setenv(name, value, overwrite);
}

int __skep_putenv(char *text)
{
	changed = true;
	return putenv(text);
}

int __skep_unsetenv(const char *name)
{
	changed = true;
	return unsetenv(name);
}

int __skep_clearenv(void)
{
	changed = true;
	return clearenv();
}

char *__skep_setlocale(int category, const char *locale)
{
	locale_dirty |= locale != NULL;
	int error = errno; /* the first time a locale is used it is loaded, which leaves an error behind */
	char *name = setlocale(category, locale);
	if (name)
		errno = error;
	return name;
}

char *__skep_textdomain(const char *domain)
{
	domain_dirty |= domain != NULL;
	return textdomain(domain);
}

mode_t __skep_umask(mode_t mask)
{
	mask_dirty = true;
	return umask(mask);
}
