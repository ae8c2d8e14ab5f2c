/* int_stack: a stack of ints that grows as needed. */
#ifndef INT_STACK_H
#define INT_STACK_H

#include <stdbool.h>

struct int_stack;

struct int_stack *int_stack_new(void);
/* NULL is fine. */
void int_stack_free(struct int_stack *stack);

void int_stack_push(struct int_stack *stack, int value);
/* Takes the top off; false if the stack is empty. */
bool int_stack_pop(struct int_stack *stack, int *value);
/* Reads the top and leaves it there; false if the stack is empty. */
bool int_stack_top(const struct int_stack *stack, int *value);

int int_stack_size(const struct int_stack *stack);
/* True if both hold the same values in the same order. */
bool int_stack_equal(const struct int_stack *a, const struct int_stack *b);

#endif
