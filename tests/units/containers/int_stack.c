/* int_stack: see int_stack.h. */
#include "int_stack.h"

#include "alloc.h"

struct int_stack {
	int *values;
	int size, capacity;
};

struct int_stack *int_stack_new(void)
{
	return alloc_zeroed(1, sizeof(struct int_stack));
}

void int_stack_free(struct int_stack *stack)
{
	if (!stack)
		return;
	free(stack->values);
	free(stack);
}

void int_stack_push(struct int_stack *stack, int value)
{
	if (stack->size == stack->capacity) {
		stack->capacity = 2 * stack->capacity + 1;
		stack->values = alloc_resized(stack->values, (size_t)stack->capacity, sizeof *stack->values);
	}
	stack->values[stack->size++] = value;
}

bool int_stack_pop(struct int_stack *stack, int *value)
{
	if (!int_stack_top(stack, value))
		return false;
	stack->size--;
	return true;
}

bool int_stack_top(const struct int_stack *stack, int *value)
{
	if (stack->size == 0)
		return false;
	*value = stack->values[stack->size - 1];
	return true;
}

int int_stack_size(const struct int_stack *stack)
{
	return stack->size;
}

bool int_stack_equal(const struct int_stack *a, const struct int_stack *b)
{
	if (a->size != b->size)
		return false;
	for (int i = 0; i < a->size; i++)
		if (a->values[i] != b->values[i])
			return false;
	return true;
}
