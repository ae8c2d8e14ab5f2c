#ifndef STACK_H
#define STACK_H

struct stack;

struct stack *stack_new(void);
void stack_free(struct stack *stack);
/* 0, or -1 if the stack is full. */
int stack_push(struct stack *stack, int value);
/* 0, or -1 if the stack is empty. */
int stack_pop(struct stack *stack, int *value);
int stack_top(const struct stack *stack, int *value);
int stack_depth(const struct stack *stack);

#endif
