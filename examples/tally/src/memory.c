#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

void *must_alloc(size_t size)
{
	void *memory = calloc(1, size);
	if (!memory) {
		fputs("tally: out of memory\n", stderr);
		exit(3);
	}
	return memory;
}
