/* environ: environment, locale and mode mask are restored after a test that
 * changed them. The C library may move the array of the environment: the
 * original one comes back, with its original entries. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#define USUAL_MASK 022

static char **variables;       /* the array at the start of every test */
static char **entries;         /* what was in it */
static size_t n_entries;       /* with the final NULL */
static bool variables_dirty, locale_dirty, mask_dirty;

void __skep_environ_init(void)
{
	umask(USUAL_MASK);
	variables = environ;
	while (variables && variables[n_entries])
		n_entries++;
	if (!variables)
		return;
	n_entries++;
	entries = malloc(n_entries * sizeof *entries);
	if (!entries)
		_exit(SK_END_LOST);
	memcpy(entries, variables, n_entries * sizeof *entries);
}

void __skep_environ_reset(void)
{
	if (variables_dirty && variables) {
		memcpy(variables, entries, n_entries * sizeof *entries);
		environ = variables;
	}
	if (locale_dirty)
		setlocale(LC_ALL, "C");
	if (mask_dirty)
		umask(USUAL_MASK);
	variables_dirty = locale_dirty = mask_dirty = false;
}

int __skep_setenv(const char *name, const char *value, int overwrite)
{
	variables_dirty = true;
	return setenv(name, value, overwrite);
}

int __skep_putenv(char *text)
{
	variables_dirty = true;
	return putenv(text);
}

int __skep_unsetenv(const char *name)
{
	variables_dirty = true;
	return unsetenv(name);
}

int __skep_clearenv(void)
{
	variables_dirty = true;
	return clearenv();
}

char *__skep_setlocale(int category, const char *locale)
{
	locale_dirty |= locale != NULL;
	return setlocale(category, locale);
}

mode_t __skep_umask(mode_t mask)
{
	mask_dirty = true;
	return umask(mask);
}
