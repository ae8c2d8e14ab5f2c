/* A copy of a text without the blanks at its end. */
#include <stdlib.h>
#include <string.h>

/* The caller frees it. */
char *trim(const char *text)
{
	char *copy = strdup(text);
	if (!copy)
		return NULL;
	size_t n = strlen(copy);
	while (copy[n - 1] == ' ')
		copy[--n] = 0;
	return copy;
}
