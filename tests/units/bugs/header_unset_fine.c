/* header_unset: the first bytes of a message. A short message has the lowest priority. */
#include <stddef.h>

struct header {
	unsigned char kind, priority;
};

static int read_header(const unsigned char *bytes, size_t n, struct header *header)
{
	if (n < 1)
		return -1;
	header->kind = bytes[0];
	if (n >= 2)
		header->priority = bytes[1];
	else
		header->priority = 0;
	return 0;
}

/* 1 if the message must be dealt with at once, -1 if it is none. */
int message_is_urgent(const unsigned char *bytes, size_t n)
{
	struct header header;
	if (read_header(bytes, n, &header) < 0)
		return -1;
	return header.kind != 0 && header.priority > 100;
}
