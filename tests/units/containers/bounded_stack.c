/* bounded_stack: see bounded_stack.h. */
#include "bounded_stack.h"

#include "alloc.h"

struct bounded_stack {
	int size, capacity;
	int values[BOUNDED_STACK_MAX];
};

struct bounded_stack *bounded_stack_new(int capacity)
{
	if (capacity < 1 || capacity > BOUNDED_STACK_MAX)
		return NULL;
	struct bounded_stack *stack = alloc_zeroed(1, sizeof *stack);
	stack->capacity = capacity;
	return stack;
}

void bounded_stack_free(struct bounded_stack *stack)
{
	free(stack);
}

/* Where the value is, counted from the bottom; -1 if it is not there. */
static int find(const struct bounded_stack *stack, int value)
{
	for (int i = 0; i < stack->size; i++)
		if (stack->values[i] == value)
			return i;
	return -1;
}

static void move_to_top(struct bounded_stack *stack, int place)
{
	int value = stack->values[place];
	for (int i = place; i + 1 < stack->size; i++)
		stack->values[i] = stack->values[i + 1];
	stack->values[stack->size - 1] = value;
}

bool bounded_stack_push(struct bounded_stack *stack, int value)
{
	int place = find(stack, value);
	if (place >= 0) {
		move_to_top(stack, place);
		return true;
	}
	if (bounded_stack_is_full(stack))
		return false;
	stack->values[stack->size++] = value;
	return true;
}

bool bounded_stack_pop(struct bounded_stack *stack)
{
	if (stack->size == 0)
		return false;
	stack->size--;
	return true;
}

int bounded_stack_top(const struct bounded_stack *stack)
{
	return stack->size ? stack->values[stack->size - 1] : 0;
}

bool bounded_stack_contains(const struct bounded_stack *stack, int value)
{
	return find(stack, value) >= 0;
}

bool bounded_stack_is_full(const struct bounded_stack *stack)
{
	return stack->size == stack->capacity;
}

int bounded_stack_size(const struct bounded_stack *stack)
{
	return stack->size;
}

int bounded_stack_capacity(const struct bounded_stack *stack)
{
	return stack->capacity;
}

bool bounded_stack_same_values(const struct bounded_stack *a, const struct bounded_stack *b)
{
	if (a->size != b->size)
		return false;
	for (int i = 0; i < a->size; i++)
		if (!bounded_stack_contains(b, a->values[i]))
			return false;
	return true;
}
