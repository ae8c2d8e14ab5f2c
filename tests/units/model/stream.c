/* Objects that the test provides: set up and ended in place. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef struct stream {
	const unsigned char *next;
	size_t left;
	struct state {
		int mode;
	} state;
} stream_t;

int stream_init(stream_t *stream, int mode)
{
	if (!stream)
		return -1;
	memset(stream, 0, sizeof *stream);
	stream->state.mode = mode;
	return 0;
}

int stream_feed(stream_t *stream, const unsigned char *bytes, size_t size)
{
	assert(stream);
	stream->next = bytes;
	stream->left = size;
	return (int)size;
}

/* A library may be called with less room than it wants: *out_len goes both ways. */
int stream_read(stream_t *stream, unsigned char *out, size_t *out_len)
{
	size_t n = *out_len < stream->left ? *out_len : stream->left;
	memcpy(out, stream->next, n);
	*out_len = n;
	return 0;
}

size_t stream_left(const stream_t *stream)
{
	return stream->left;
}

void stream_end(stream_t *stream)
{
	stream->left = 0;
}
