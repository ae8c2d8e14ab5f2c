#include "prefixed.h"

#include <stdlib.h>

struct PFX_ReaderStruct {
	int size, used;
};

PFX_Reader PFX_ReaderCreate(int size)
{
	PFX_Reader reader = size > 0 ? malloc(sizeof *reader) : NULL;
	if (reader)
		*reader = (struct PFX_ReaderStruct){ size, 0 };
	return reader;
}

int PFX_ReaderLeft(PFX_Reader reader)
{
	return reader ? reader->size - reader->used : -1;
}

void PFX_ReaderFree(PFX_Reader reader)
{
	free(reader);
}

PFX_streamHC_t PFX_streamAt(int level)
{
	return (PFX_streamHC_t){ level < 0 ? 0 : level };
}

int PFX_level(PFX_streamHC_t stream)
{
	return stream.level > 9 ? 9 : stream.level;
}

struct pfx_t PFX_rest(PFX_Reader reader)
{
	return (struct pfx_t){ PFX_ReaderLeft(reader) };
}

/* Nothing yet, whatever it is. */
int PFX_supports(int feature)
{
	if (feature < 0)
		return 0;
	if (feature > 100)
		return 0;
	return 0;
}
