/* stream: one struct for two ways of use, each with functions of its own to begin and end. */
#ifndef STREAM_H
#define STREAM_H

struct stream {
	struct work *work;
	unsigned total;
};

/* 0, or -1 if the level is not one of 1 to 9. */
int pack_init(struct stream *stream, int level);
/* How many were taken, or -1 if the stream does not pack. */
int pack_add(struct stream *stream, unsigned n);
/* 0, or -1 if the stream does not pack: then it is left as it is. */
int pack_end(struct stream *stream);

int unpack_init(struct stream *stream);
int unpack_take(struct stream *stream, unsigned n);
int unpack_end(struct stream *stream);

#endif
