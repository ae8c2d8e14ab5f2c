/* A text in quotes, those inside it doubled. */
#include <stdlib.h>
#include <string.h>

/* The caller frees it. */
char *quote(const char *text)
{
	size_t room = 2 * strlen(text) + 3;
	char *quoted = malloc(room), *to = quoted;
	if (!quoted)
		return NULL;
	*to++ = '"';
	for (; *text; text++) {
		if (*text == '"')
			*to++ = '"';
		*to++ = *text;
	}
	*to++ = '"';
	*to = 0;
	return quoted;
}
