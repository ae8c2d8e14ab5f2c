/* A bounded stack: it overflows only where many are pushed and few are popped. */
#include "stack.h"

#include <stdlib.h>

#define CAPACITY 12

struct stack {
	int depth;
	int values[CAPACITY];
};

struct stack *stack_new(void)
{
	return calloc(1, sizeof(struct stack));
}

void stack_free(struct stack *stack)
{
	free(stack);
}

int stack_push(struct stack *stack, int value)
{
	if (!stack)
		return -1;
	if (stack->depth == CAPACITY)
		return -1; /* overflow */
	stack->values[stack->depth++] = value;
	return 0;
}

int stack_pop(struct stack *stack, int *value)
{
	if (!stack || !value || stack->depth == 0)
		return -1;
	*value = stack->values[--stack->depth];
	return 0;
}

int stack_top(const struct stack *stack, int *value)
{
	if (!stack || !value || stack->depth == 0)
		return -1;
	*value = stack->values[stack->depth - 1];
	return 0;
}

int stack_depth(const struct stack *stack)
{
	return stack ? stack->depth : 0;
}
