#include "stream.h"

#include <stdlib.h>

enum way { PACKS, UNPACKS };

struct work {
	enum way way;
	int level;
};

static int begin(struct stream *stream, enum way way, int level)
{
	stream->work = malloc(sizeof *stream->work);
	if (!stream->work)
		return -1;
	stream->work->way = way;
	stream->work->level = level;
	stream->total = 0;
	return 0;
}

static int is_working(const struct stream *stream, enum way way)
{
	return stream && stream->work && stream->work->way == way;
}

static int end(struct stream *stream, enum way way)
{
	if (!is_working(stream, way))
		return -1;
	free(stream->work);
	stream->work = NULL;
	return 0;
}

int pack_init(struct stream *stream, int level)
{
	if (!stream || level < 1 || level > 9)
		return -1;
	return begin(stream, PACKS, level);
}

int pack_add(struct stream *stream, unsigned n)
{
	if (!is_working(stream, PACKS))
		return -1;
	unsigned taken = n > 100 ? 100 : n;
	stream->total += taken;
	return (int)taken;
}

int pack_end(struct stream *stream)
{
	return end(stream, PACKS);
}

int unpack_init(struct stream *stream)
{
	return stream ? begin(stream, UNPACKS, 0) : -1;
}

int unpack_take(struct stream *stream, unsigned n)
{
	if (!is_working(stream, UNPACKS))
		return -1;
	if (n > 1000)
		return 0;
	stream->total += n;
	return 1;
}

int unpack_end(struct stream *stream)
{
	return end(stream, UNPACKS);
}
