/* uri_class: which kind of address a text is, by its prefix and what follows. */
#include <string.h>

enum kind { KIND_OTHER, KIND_URL, KIND_FILE, KIND_RESOURCE, KIND_URN, KIND_PATH, KIND_BAD };

static const char *after(const char *text, const char *prefix)
{
	size_t n = strlen(prefix);
	return strncmp(text, prefix, n) == 0 ? text + n : NULL;
}

enum kind uri_class(const char *text)
{
	const char *rest;
	if (!strchr(text, ':'))
		return KIND_BAD;
	if ((rest = after(text, "file:")) != NULL)
		return rest[0] == '/' ? KIND_FILE : KIND_BAD;
	if ((rest = after(text, "res:")) != NULL)
		return strlen(rest) > 2 ? KIND_RESOURCE : KIND_BAD;
	if ((rest = after(text, "urn:path:")) != NULL)
		return rest[0] == '/' && rest[1] ? KIND_PATH : KIND_BAD;
	if ((rest = after(text, "urn:")) != NULL)
		return strchr(rest, ':') ? KIND_URN : KIND_BAD;
	if ((rest = after(text, "http://")) != NULL || (rest = after(text, "ftp://")) != NULL)
		return *rest ? KIND_URL : KIND_BAD;
	return KIND_OTHER;
}
