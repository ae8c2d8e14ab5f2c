/* text_append: a string that grows at its end. Room is kept for the terminator. */
#include <stdlib.h>
#include <string.h>

struct text {
	char *chars;
	size_t length, room;
};

struct text *text_new(void)
{
	struct text *text = calloc(1, sizeof *text);
	if (text)
		text->chars = calloc(1, text->room = 8);
	return text;
}

void text_free(struct text *text)
{
	if (text)
		free(text->chars);
	free(text);
}

static int reserve(struct text *text, size_t room)
{
	if (room <= text->room)
		return 0;
	char *chars = realloc(text->chars, room);
	if (!chars)
		return -1;
	text->chars = chars;
	text->room = room;
	return 0;
}

int text_append(struct text *text, const char *more)
{
	size_t n = strlen(more);
	if (reserve(text, text->length + n + 1) < 0)
		return -1;
	memcpy(text->chars + text->length, more, n + 1);
	text->length += n;
	return 0;
}

size_t text_length(const struct text *text)
{
	return text->length;
}

/* The caller has room for the whole text and its end. */
void text_read(const struct text *text, char *to)
{
	memcpy(to, text->chars, text->length + 1);
}
