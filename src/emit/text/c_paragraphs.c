/* c_paragraphs: blank lines between the parts of a long body.
 *
 * If every part is a single line, they read as a list and get no blank lines. */
#include <stdlib.h>
#include <string.h>

#include "emit/text/c_parts.h"

static size_t count_lines(const char *text)
{
	size_t n = 0;
	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

void c_set_apart(const c_breaks *breaks, size_t start, struct sb *out)
{
	if (!breaks->n || count_lines(out->text + start) <= breaks->n + 1)
		return;
	char *body = xstrdup(out->text + breaks->at[0]);
	size_t first = breaks->at[0], length = out->n - first;
	out->n = first;
	for (size_t i = 0; i < breaks->n; i++) {
		size_t from = breaks->at[i] - first, to = i + 1 < breaks->n ? breaks->at[i + 1] - first : length;
		sb_add(out, "\n");
		sb_add_bytes(out, body + from, to - from);
	}
	free(body);
}
