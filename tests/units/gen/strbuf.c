/* Text that grows to the size that was asked for. */
#include <stdlib.h>
#include <string.h>

struct strbuf {
	char *text;
	size_t n, room;
};

struct strbuf *strbuf_new(size_t room)
{
	if (room > 8u << 20)
		return NULL;
	struct strbuf *buf = calloc(1, sizeof *buf);
	if (!buf)
		return NULL;
	buf->text = calloc(1, room + 1);
	buf->room = room;
	if (!buf->text) {
		free(buf);
		return NULL;
	}
	return buf;
}

void strbuf_free(struct strbuf *buf)
{
	if (buf)
		free(buf->text);
	free(buf);
}

struct strbuf *strbuf_copy(const struct strbuf *from)
{
	struct strbuf *buf = strbuf_new(from->room);
	if (!buf)
		return NULL;
	memcpy(buf->text, from->text, from->room + 1);
	buf->n = from->n;
	return buf;
}

int strbuf_grow(struct strbuf *buf, size_t by)
{
	if (by > 8u << 20 || buf->room + by > 16u << 20)
		return 0;
	char *text = realloc(buf->text, buf->room + by + 1);
	if (!text)
		return 0;
	buf->text = text;
	memset(text + buf->n, 0, buf->room + by + 1 - buf->n);
	buf->room += by;
	return 1;
}

int strbuf_add(struct strbuf *buf, const char *text)
{
	size_t n = strlen(text);
	if (buf->n + n > buf->room)
		return 0;
	memcpy(buf->text + buf->n, text, n + 1);
	buf->n += n;
	return 1;
}

int strbuf_is(const struct strbuf *buf, const char *text)
{
	if (buf->n == 0)
		return *text == 0;
	return strcmp(buf->text, text) == 0;
}
