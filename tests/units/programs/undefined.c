/* Arithmetic on a null pointer, as old libraries do it, stands before everything else. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char *aligned(char *base, size_t offset)
{
	return base + offset;
}

int main(int argc, char **argv)
{
	char *start = NULL;
	if (argc != 2)
		return 2;
	if ((uintptr_t)aligned(start, (size_t)argc) % 2)
		return 3;
	if (strcmp(argv[1], "behind") == 0)
		puts("reached");
	return 0;
}
