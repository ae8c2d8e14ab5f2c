/* Handles that users know as a named void, beside plain memory. */
#include <stdlib.h>

typedef void TAPE;
typedef void *address;

struct tape {
	int at;
};

TAPE *tape_open(int at)
{
	struct tape *tape = malloc(sizeof *tape);
	if (tape)
		tape->at = at;
	return tape;
}

int tape_tell(const TAPE *tape)
{
	return ((const struct tape *)tape)->at;
}

int tape_swap(TAPE **tape)
{
	return *tape != NULL;
}

void tape_close(TAPE *tape)
{
	free(tape);
}

int sum(const void *memory, size_t size)
{
	int all = 0;
	for (size_t i = 0; i < size; i++)
		all += ((const char *)memory)[i];
	return all;
}

int is_there(address where)
{
	return where != NULL;
}
