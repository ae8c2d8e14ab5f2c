/* Names that a table of another source knows: codec_open() compares its argument with them, two calls further in. */
#include <string.h>
#include "near.h"

static const struct codec *const codecs[] = { &codec_latin, &codec_cyrillic };

static const char *const levels[] = { "fast", "best", "this is a message about %d bytes" };

static const struct codec *find(const char *name)
{
	for (unsigned i = 0; i < sizeof codecs / sizeof *codecs; i++)
		if (strcmp(codecs[i]->name, name) == 0)
			return codecs[i];
	return 0;
}

int codec_open(const char *name)
{
	const struct codec *codec = find(name);
	return codec ? codec->width : -1;
}

int codec_level(const char *level)
{
	for (int i = 0; i < 3; i++)
		if (strcmp(levels[i], level) == 0)
			return i;
	return -1;
}

int codec_width(int width)
{
	return codec_latin.width < width;
}
