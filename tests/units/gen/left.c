#include "left.h"

#include <stdlib.h>
#include <string.h>

int join(const char *a, const char *b, char **out)
{
	size_t n = strlen(a), m = strlen(b);
	if (!n && !m)
		return -1;
	*out = malloc(n + m + 1);
	if (!*out)
		return -2;
	memcpy(*out, a, n);
	memcpy(*out + n, b, m + 1);
	return 0;
}

int squares(int n, int **out)
{
	if (n <= 0 || n > 100)
		return -1;
	*out = malloc((size_t)n * sizeof **out);
	for (int i = 0; *out && i < n; i++)
		(*out)[i] = i * i;
	return 0;
}

char *twice(const char *text)
{
	size_t n = strlen(text);
	char *result = malloc(2 * n + 1);
	if (!result)
		return NULL;
	memcpy(result, text, n);
	memcpy(result + n, text, n + 1);
	return result;
}
