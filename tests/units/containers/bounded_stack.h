/* bounded_stack: a stack of distinct ints with a fixed capacity. */
#ifndef BOUNDED_STACK_H
#define BOUNDED_STACK_H

#include <stdbool.h>

#define BOUNDED_STACK_MAX 100 /* the largest capacity */

struct bounded_stack;

/* NULL if the capacity is not in 1..BOUNDED_STACK_MAX. */
struct bounded_stack *bounded_stack_new(int capacity);
/* NULL is fine. */
void bounded_stack_free(struct bounded_stack *stack);

/* A value that is on the stack already moves to the top; any other is put there
 * if there is room. False if there is none. */
bool bounded_stack_push(struct bounded_stack *stack, int value);
/* Takes the top off; false if the stack is empty. */
bool bounded_stack_pop(struct bounded_stack *stack);
/* The value on top; 0 if the stack is empty. */
int bounded_stack_top(const struct bounded_stack *stack);

bool bounded_stack_contains(const struct bounded_stack *stack, int value);
bool bounded_stack_is_full(const struct bounded_stack *stack);
int bounded_stack_size(const struct bounded_stack *stack);
int bounded_stack_capacity(const struct bounded_stack *stack);
/* True if both hold the same set of values, in any order. */
bool bounded_stack_same_values(const struct bounded_stack *a, const struct bounded_stack *b);

#endif
