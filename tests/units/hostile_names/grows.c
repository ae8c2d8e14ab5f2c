/* grows: memory comes from a function of the test, and no header of the C library goes with that of the unit. */
#include "grows.h"

struct grows {
	alloc_fn alloc;
	void *context;
	int *numbers;
	int n;
};

int getw(const struct grows *grows, int number)
{
	for (int i = 0; i < grows->n; i++)
		if (grows->numbers[i] == number)
			return 1;
	return 0;
}

struct grows *grows_new(alloc_fn alloc, void *context)
{
	struct grows *grows = alloc(context, NULL, 0, sizeof *grows);
	if (!grows)
		return NULL;
	grows->alloc = alloc;
	grows->context = context;
	grows->numbers = NULL;
	grows->n = 0;
	return grows;
}

int grows_add(struct grows *grows, int number)
{
	if (getw(grows, number))
		return 0;
	size_t old = (size_t)grows->n * sizeof(int);
	int *more = grows->alloc(grows->context, grows->numbers, old, old + sizeof(int));
	if (!more)
		return -1;
	grows->numbers = more;
	more[grows->n++] = number;
	return grows->n > 2 ? 2 : 1;
}

void grows_free(struct grows *grows)
{
	alloc_fn alloc = grows->alloc;
	void *context = grows->context;
	alloc(context, grows->numbers, (size_t)grows->n * sizeof(int), 0);
	alloc(context, grows, sizeof *grows, 0);
}
