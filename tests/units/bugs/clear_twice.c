/* clear_twice: a buffer that can be emptied. Planted: emptying frees the bytes and keeps the pointer. */
#include <stdlib.h>
#include <string.h>

struct buffer {
	unsigned char *bytes;
	size_t n;
};

struct buffer *buffer_new(void)
{
	return calloc(1, sizeof(struct buffer));
}

void buffer_clear(struct buffer *buffer)
{
	free(buffer->bytes);
	buffer->n = 0;
}

int buffer_set(struct buffer *buffer, const unsigned char *bytes, size_t n)
{
	unsigned char *copy = malloc(n + 1);
	if (!copy)
		return -1;
	if (n)
		memcpy(copy, bytes, n);
	free(buffer->bytes);
	buffer->bytes = copy;
	buffer->n = n;
	return 0;
}

size_t buffer_length(const struct buffer *buffer)
{
	return buffer->n;
}

void buffer_free(struct buffer *buffer)
{
	if (!buffer)
		return;
	free(buffer->bytes);
	free(buffer);
}
