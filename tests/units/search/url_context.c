/* url_context: names bound below addresses: bind, look up, rename, unbind, list; errors by kind. */
#include <stdlib.h>
#include <string.h>

#define MOST 6

struct url_context {
	char names[MOST][24];
	int values[MOST];
	int n;
	int closed;
};

/* The part behind "dir://host/"; NULL: another scheme or no host. */
static const char *path_of(const char *url)
{
	if (strncmp(url, "dir://", 6) != 0)
		return NULL;
	const char *slash = strchr(url + 6, '/');
	return slash && slash > url + 6 ? slash + 1 : NULL;
}

struct url_context *url_context_new(void)
{
	return calloc(1, sizeof(struct url_context));
}

void url_context_free(struct url_context *context)
{
	free(context);
}

static int find(const struct url_context *context, const char *path)
{
	for (int i = 0; i < context->n; i++)
		if (strcmp(context->names[i], path) == 0)
			return i;
	return -1;
}

int url_context_bind(struct url_context *context, const char *url, int value, int again)
{
	const char *path = path_of(url);
	if (context->closed)
		return -9;
	if (!path)
		return -1;
	if (!*path || strlen(path) > 23)
		return -2;
	int i = find(context, path);
	if (i >= 0 && !again)
		return -3;
	if (i < 0) {
		if (context->n == MOST)
			return -4;
		i = context->n++;
		strcpy(context->names[i], path);
	}
	context->values[i] = value;
	return i;
}

int url_context_lookup(const struct url_context *context, const char *url, int *out)
{
	const char *path = path_of(url);
	if (context->closed)
		return -9;
	if (!path)
		return -1;
	if (!*path)
		return 2; /* the context itself */
	int i = find(context, path);
	if (i < 0)
		return -5;
	*out = context->values[i];
	return context->values[i] == 4711 ? 3 : 1;
}

int url_context_unbind(struct url_context *context, const char *url)
{
	const char *path = path_of(url);
	int i = path ? find(context, path) : -1;
	if (!path)
		return -1;
	if (i < 0)
		return 0;
	context->n--;
	if (i < context->n) {
		strcpy(context->names[i], context->names[context->n]);
		context->values[i] = context->values[context->n];
	}
	return 1;
}

int url_context_rename(struct url_context *context, const char *from, const char *to)
{
	const char *old = path_of(from), *new = path_of(to);
	if (!old || !new)
		return -1;
	if ((size_t)(old - from) != (size_t)(new - to) || strncmp(from, to, (size_t)(old - from)) != 0)
		return -6; /* of different hosts */
	int i = find(context, old);
	if (i < 0)
		return -5;
	if (find(context, new) >= 0)
		return -3;
	if (!*new || strlen(new) > 23)
		return -2;
	strcpy(context->names[i], new);
	return 1;
}

int url_context_list(const struct url_context *context, const char *prefix)
{
	int n = 0;
	size_t length = strlen(prefix);
	for (int i = 0; i < context->n; i++)
		n += strncmp(context->names[i], prefix, length) == 0;
	return n > 2 && length > 1 ? 100 + n : n;
}

void url_context_close(struct url_context *context)
{
	context->closed = 1;
}
