/* A table of handles: it runs out of them only where they are opened and not closed. */
#include "handles.h"

#include <stdlib.h>

#define MOST 12

struct handles {
	int count;
	char is_open[MOST];
};

struct handles *handles_new(void)
{
	return calloc(1, sizeof(struct handles));
}

void handles_free(struct handles *handles)
{
	free(handles);
}

int handles_open(struct handles *handles)
{
	if (!handles)
		return -1;
	if (handles->count == MOST)
		return -1; /* all leaked */
	handles->is_open[handles->count] = 1;
	return handles->count++;
}

int handles_close(struct handles *handles)
{
	if (!handles || handles->count == 0)
		return -1;
	handles->is_open[--handles->count] = 0;
	return 0;
}

int handles_is_open(const struct handles *handles, int handle)
{
	return handles && handle >= 0 && handle < MOST && handles->is_open[handle];
}

int handles_count(const struct handles *handles)
{
	return handles ? handles->count : 0;
}
