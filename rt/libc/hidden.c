/* hidden: C library functions that remember something between calls. */
#define _GNU_SOURCE
#include <math.h>

#include "inside.h"
#include "libc.h"

static char *rest_of_text; /* strtok */
static bool options_read;  /* getopt */

void __skep_hidden_reset(void)
{
	rest_of_text = NULL;
	signgam = 0;
	if (options_read) {
		/* 0 makes getopt() forget everything; a call then sets optind to its usual start. */
		char name[] = "skep";
		char *arguments[] = { name, NULL };
		optind = 0;
		getopt(1, arguments, "");
	}
	optind = opterr = 1;
	optopt = '?';
	optarg = NULL;
	options_read = false;
}

char **__skep_strtok_rest(void)
{
	return &rest_of_text;
}

char *__skep_strtok(char *restrict text, const char *restrict delimiters)
{
	return strtok_r(text, delimiters, &rest_of_text);
}

/* Records the options that the unit knows as texts that nothing was equal to: "-a", "-f:" with an
 * argument, "--all", "--file=". */
static void note_options(const char *letters, const struct option *names)
{
	char text[SK_TEXT_BYTES];
	if (options_read || !__skep_watching)
		return;
	for (; *letters; letters++) {
		if (*letters == ':' || *letters == '+' || *letters == '-')
			continue;
		int size = snprintf(text, sizeof text, "-%c%s", *letters, letters[1] == ':' ? ":" : "");
		__skep_texts_note("", 0, text, (size_t)size);
	}
	for (; names && names->name; names++) {
		int size = snprintf(text, sizeof text, "--%s%s", names->name, names->has_arg ? "=" : "");
		if (size > 0 && size < (int)sizeof text)
			__skep_texts_note("", 0, text, (size_t)size);
	}
}

/* getopt() reads POSIXLY_CORRECT at the first call of the test, not before. */
static void begin_options(const char *letters, const struct option *names)
{
	note_options(letters, names);
	if (!options_read && optind == 1)
		optind = 0;
	options_read = true;
}

int __skep_getopt(int n, char *const *arguments, const char *letters)
{
	begin_options(letters, NULL);
	return getopt(n, arguments, letters);
}

int __skep_getopt_long(int n, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	begin_options(letters, names);
	return getopt_long(n, arguments, letters, names, index);
}

int __skep_getopt_long_only(int n, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	begin_options(letters, names);
	return getopt_long_only(n, arguments, letters, names, index);
}
