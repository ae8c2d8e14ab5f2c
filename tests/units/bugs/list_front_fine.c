/* A list of numbers that grows by doubling. */
#include <stdlib.h>
#include <string.h>

struct numbers {
	int *at;
	size_t n, room;
};

struct numbers *numbers_new(void)
{
	return calloc(1, sizeof(struct numbers));
}

void numbers_free(struct numbers *numbers)
{
	if (numbers)
		free(numbers->at);
	free(numbers);
}

static int make_room(struct numbers *numbers)
{
	if (numbers->n < numbers->room)
		return 1;
	size_t room = numbers->room ? 2 * numbers->room : 4;
	int *at = realloc(numbers->at, room * sizeof *at);
	if (!at)
		return 0;
	numbers->at = at;
	numbers->room = room;
	return 1;
}

int numbers_add(struct numbers *numbers, int number)
{
	if (!make_room(numbers))
		return 0;
	numbers->at[numbers->n++] = number;
	return 1;
}

int numbers_add_first(struct numbers *numbers, int number)
{
	if (!numbers->n)
		return numbers_add(numbers, number);
	if (!make_room(numbers))
		return 0;
	memmove(numbers->at + 1, numbers->at, numbers->n * sizeof *numbers->at);
	numbers->at[0] = number;
	numbers->n++;
	return 1;
}
