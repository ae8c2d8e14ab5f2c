/* A stack of numbers whose memory may run out. */
#ifndef STACK_H
#define STACK_H

struct stack;

/* NULL: there is no memory. */
struct stack *stack_new(const char *name);
void stack_free(struct stack *stack);
/* -1: there is no memory; the stack stays as it is. */
int stack_push(struct stack *stack, int value);
/* -1: it is empty. */
int stack_pop(struct stack *stack, int *value);
/* A copy for free(); NULL: there is no memory. */
char *stack_name(const struct stack *stack);

#endif
