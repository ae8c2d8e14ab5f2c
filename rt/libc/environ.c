/* environ: restores environment, locale, text domain and mode mask after a test. The unit may
 * change the environment without a call: it may write to the array and to the texts in it, or
 * replace the array. So all of it is compared each time. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#define USUAL_MASK 022
#define MAX_ENTRIES 1000
#define MAX_TEXT ((size_t)64 << 10)

static struct {
	char **array;          /* at the start of every test */
	char **entries;        /* the entries of the array at that time */
	size_t n;              /* with the final NULL */
	char *text, *copy;     /* all texts, which lie together, and a copy of them */
	size_t size;
} usual;
static bool changed;           /* set by the functions below */
static struct {
	char *array[MAX_ENTRIES + 1];
	char text[MAX_TEXT];
	size_t used;
} own;
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
	usual.size = end ? (size_t)(end - usual.text) : 0;
	usual.copy = usual.size ? keep(usual.text, usual.size) : NULL;
}

/* A locale stays in memory once it is loaded, so all are loaded before workers start. */
static void load_locales(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	setlocale(LC_ALL, "C");
}

void __skep_environ_init(void)
{
	umask(USUAL_MASK);
	tzset();
	load_locales();
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
	own.used = 0;
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

/* ---- changes, in memory of the runtime, because the C library never frees its own ---- */

/* The environment as an array that can be changed and has room for one more entry. */
static char **own_array(size_t *n)
{
	for (*n = 0; environ && environ[*n]; ++*n)
		;
	if (*n >= MAX_ENTRIES) {
		errno = ENOMEM;
		return NULL;
	}
	if (environ != own.array) {
		memmove(own.array, environ, *n * sizeof *own.array);
		own.array[*n] = NULL;
		environ = own.array;
	}
	return own.array;
}

static bool is_entry(const char *entry, const char *name, size_t length)
{
	return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static int set_entry(char *entry)
{
	size_t n, i = 0, length = (size_t)(strchr(entry, '=') - entry);
	char **array = own_array(&n);
	if (!array)
		return -1;
	while (i < n && !is_entry(array[i], entry, length))
		i++;
	array[i] = entry;
	if (i == n)
		array[n + 1] = NULL;
	changed = true;
	return 0;
}

static bool is_name(const char *name)
{
	if (name && name[0] && !strchr(name, '='))
		return true;
	errno = EINVAL;
	return false;
}

int __skep_setenv(const char *name, const char *value, int overwrite)
{
	if (!is_name(name))
		return -1;
	if (!overwrite && getenv(name))
		return 0;
	size_t size = strlen(name) + strlen(value) + 2;
	if (size > sizeof own.text - own.used) {
		errno = ENOMEM;
		return -1;
	}
	char *entry = own.text + own.used;
	own.used += size;
	snprintf(entry, size, "%s=%s", name, value);
	return set_entry(entry);
}

/* Records the names of variables that the unit asks for as texts "$NAME" that nothing was equal to. */
static void note_variable(const char *name)
{
	char text[SK_TEXT_BYTES];
	int size = __skep_watching ? snprintf(text, sizeof text, "$%s", name) : 0;
	if (size > 0 && size < (int)sizeof text)
		__skep_texts_note("", 0, text, (size_t)size);
}

char *__skep_getenv(const char *name)
{
	note_variable(name);
	return getenv(name);
}

char *__skep_secure_getenv(const char *name)
{
	note_variable(name);
	return secure_getenv(name);
}

int __skep_unsetenv(const char *name)
{
	size_t n, kept = 0;
	if (!is_name(name))
		return -1;
	char **array = getenv(name) ? own_array(&n) : NULL;
	for (size_t i = 0; array && i <= n; i++)
		if (!array[i] || !is_entry(array[i], name, strlen(name)))
			array[kept++] = array[i];
	changed = true;
	return 0;
}

int __skep_putenv(char *text)
{
	return strchr(text, '=') ? set_entry(text) : __skep_unsetenv(text);
}

int __skep_clearenv(void)
{
	environ = NULL;
	changed = true;
	return 0;
}

/* ---- the rest ---- */

char *__skep_setlocale(int category, const char *locale)
{
	locale_dirty |= locale != NULL;
	if (locale && !locale[0])
		note_variable("LC_ALL");
	int error = errno; /* the first use of a locale may leave this behind */
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
