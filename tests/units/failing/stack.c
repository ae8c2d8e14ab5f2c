#include "stack.h"

#include <stdlib.h>
#include <string.h>

struct stack {
	char *name;
	int *items;
	size_t n, room;
};

struct stack *stack_new(const char *name)
{
	struct stack *stack = malloc(sizeof *stack);
	if (!stack)
		return NULL;
	stack->name = strdup(name ? name : "stack");
	if (!stack->name) {
#ifndef LEAKS
		free(stack);
#endif
		return NULL;
	}
	stack->items = NULL;
	stack->n = stack->room = 0;
	return stack;
}

void stack_free(struct stack *stack)
{
	if (!stack)
		return;
	free(stack->items);
	free(stack->name);
	free(stack);
}

int stack_push(struct stack *stack, int value)
{
	if (stack->n == stack->room) {
		size_t room = stack->room ? stack->room * 2 : 4;
		int *items = realloc(stack->items, room * sizeof *items);
		if (!items)
			return -1;
		stack->items = items;
		stack->room = room;
	}
	stack->items[stack->n++] = value;
	return 0;
}

int stack_pop(struct stack *stack, int *value)
{
	if (!stack->n)
		return -1;
	*value = stack->items[--stack->n];
	return 0;
}

char *stack_name(const struct stack *stack)
{
	char *copy = malloc(strlen(stack->name) + 1);
#ifndef CRASHES
	if (!copy)
		return NULL;
#endif
	return strcpy(copy, stack->name);
}
