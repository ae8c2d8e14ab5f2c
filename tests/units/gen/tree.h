/* tree: a handle with children, ownership that moves, borrowed parts, results
 * that the caller frees, and an init and release pair on the caller's memory. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

typedef struct tree tree_t;

tree_t *tree_new(const char *name);
/* Ends the tree and everything below it. */
void tree_free(tree_t *tree);
/* The parent owns the child from then on; 0 if there is no room. */
int tree_add(tree_t *parent, tree_t *child);
/* Still the tree's. */
const tree_t *tree_child(const tree_t *tree, size_t i);
const char *tree_name(const tree_t *tree);
size_t tree_size(const tree_t *tree);
/* To be freed with free(). */
char *tree_path(const tree_t *tree);

struct stack {
	int items[4];
	int n;
	int *more;
};

void stack_init(struct stack *stack);
int stack_push(struct stack *stack, int item);
int stack_pop(struct stack *stack);
void stack_release(struct stack *stack);

#endif
