#ifndef NEAR_H
#define NEAR_H

struct codec {
	const char *name;
	int width;
};

extern const struct codec codec_latin, codec_cyrillic;

int codec_open(const char *name);
int codec_level(const char *level);
int codec_width(int width);

#endif
