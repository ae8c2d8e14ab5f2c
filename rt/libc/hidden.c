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
		/* 0 makes getopt forget everything; a call leaves optind at its usual start. */
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

int __skep_getopt(int n, char *const *arguments, const char *letters)
{
	options_read = true;
	return getopt(n, arguments, letters);
}

int __skep_getopt_long(int n, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	options_read = true;
	return getopt_long(n, arguments, letters, names, index);
}

int __skep_getopt_long_only(int n, char *const *arguments, const char *letters, const struct option *names, int *index)
{
	options_read = true;
	return getopt_long_only(n, arguments, letters, names, index);
}
