/* swap_top: a stack of numbers in nodes. It asserts that its caller swaps no empty stack. */
#include <assert.h>
#include <stdlib.h>

struct plate {
	int number;
	struct plate *below;
};

struct pile {
	struct plate *top;
};

struct pile *pile_new(void)
{
	return calloc(1, sizeof(struct pile));
}

int pile_push(struct pile *pile, int number)
{
	struct plate *plate = malloc(sizeof *plate);
	if (!plate)
		return -1;
	plate->number = number;
	plate->below = pile->top;
	pile->top = plate;
	return 0;
}

int pile_pop(struct pile *pile)
{
	struct plate *top = pile->top;
	if (!top)
		return 0;
	int number = top->number;
	pile->top = top->below;
	free(top);
	return number;
}

static void exchange(int *a, int *b)
{
	int kept = *a;
	*a = *b;
	*b = kept;
}

void pile_swap(struct pile *pile)
{
	assert(pile->top);
	if (pile->top->below)
		exchange(&pile->top->number, &pile->top->below->number);
}

void pile_free(struct pile *pile)
{
	while (pile && pile->top)
		pile_pop(pile);
	free(pile);
}
