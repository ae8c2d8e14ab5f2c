/* mime: type, subtype and parameters of a media type. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_token(char c)
{
	return c > ' ' && c < 127 && !strchr("()<>@,;:\\\"/[]?=", c);
}

static size_t token(const char *text)
{
	size_t n = 0;
	while (is_token(text[n]))
		n++;
	return n;
}

/* 1 text, 2 image, 3 other; with a parameter 10 more, with a charset 20 more; negative: not one. */
int mime_check(const char *text)
{
	size_t n = token(text);
	int kind;
	if (n == 0 || text[n] != '/')
		return -1;
	kind = n == 4 && strncmp(text, "text", 4) == 0 ? 1 : n == 5 && strncmp(text, "image", 5) == 0 ? 2 : 3;
	text += n + 1;
	n = token(text);
	if (n == 0)
		return -2;
	text += n;
	while (*text == ' ')
		text++;
	if (!*text)
		return kind;
	if (*text++ != ';')
		return -3;
	while (*text == ' ')
		text++;
	n = token(text);
	if (n == 0 || text[n] != '=')
		return -4;
	kind += n == 7 && strncmp(text, "charset", 7) == 0 ? 20 : 10;
	text += n + 1;
	if (*text == '"') {
		const char *end = strchr(text + 1, '"');
		if (!end || end[1])
			return -5;
		return kind;
	}
	n = token(text);
	return n && !text[n] ? kind : -6;
}
