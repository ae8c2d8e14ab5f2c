/* frame_size: frames with a header and a body. Planted: the size of both is kept in 16 bits. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 8

struct frame {
	uint16_t kind;
	uint16_t size;
	unsigned char *bytes;
};

struct frame *frame_new(uint16_t kind, uint16_t body)
{
	struct frame *frame = calloc(1, sizeof *frame);
	if (!frame)
		return NULL;
	frame->kind = kind;
	frame->size = (uint16_t)(HEADER + body);
	frame->bytes = malloc(frame->size);
	if (!frame->bytes) {
		free(frame);
		return NULL;
	}
	memset(frame->bytes, 0, HEADER);
	memset(frame->bytes + HEADER, 0xff, body);
	return frame;
}

unsigned frame_room(const struct frame *frame)
{
	return (unsigned)(frame->size - HEADER);
}

void frame_free(struct frame *frame)
{
	if (frame)
		free(frame->bytes);
	free(frame);
}
