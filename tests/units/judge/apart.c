/* apart: a part of a program. Who makes the numbers is elsewhere, and nobody knows how. */
#include <stddef.h>
#include <stdlib.h>

int *numbers_of(int n);

int first_number(int n)
{
	int *numbers = numbers_of(n);
	return numbers[0];
}

/* Here it is known. */
int own_number(int n)
{
	static int zero;
	int *numbers = n < 100 ? &zero : NULL;
	return numbers[0];
}

/* Who ends it is elsewhere, too. */
int keep_name(int n)
{
	static char *name;
	name = calloc(1, (size_t)(n & 7) + 1);
	if (!name)
		return 0;
	name += 1;
	return 1;
}
