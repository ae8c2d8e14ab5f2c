#include "tree.h"

#include <stdlib.h>
#include <string.h>

struct tree {
	char *name;
	tree_t *children[3], *parent;
	size_t n;
};

static char *copy(const char *text)
{
	char *result = malloc(strlen(text) + 1);
	return result ? strcpy(result, text) : NULL;
}

tree_t *tree_new(const char *name)
{
	tree_t *tree = calloc(1, sizeof *tree);
	if (!tree)
		return NULL;
	tree->name = copy(name);
	return tree;
}

void tree_free(tree_t *tree)
{
	if (!tree)
		return;
	for (size_t i = 0; i < tree->n; i++)
		tree_free(tree->children[i]);
	free(tree->name);
	free(tree);
}

int tree_add(tree_t *parent, tree_t *child)
{
	if (parent->n == 3 || child->parent || parent == child) {
		tree_free(parent == child || child->parent ? NULL : child);
		return 0;
	}
	for (tree_t *above = parent; above; above = above->parent)
		if (above == child)
			return 0;
	child->parent = parent;
	parent->children[parent->n++] = child;
	return 1;
}

const tree_t *tree_child(const tree_t *tree, size_t i)
{
	return i < tree->n ? tree->children[i] : NULL;
}

const char *tree_name(const tree_t *tree)
{
	return tree->name;
}

size_t tree_size(const tree_t *tree)
{
	size_t size = 1;
	for (size_t i = 0; i < tree->n; i++)
		size += tree_size(tree->children[i]);
	return size;
}

char *tree_path(const tree_t *tree)
{
	if (!tree->parent)
		return copy(tree->name);
	char *above = tree_path(tree->parent);
	if (!above)
		return NULL;
	size_t n = strlen(above), m = strlen(tree->name);
	char *path = malloc(n + m + 2);
	if (path) {
		memcpy(path, above, n);
		path[n] = '/';
		memcpy(path + n + 1, tree->name, m + 1);
	}
	free(above);
	return path;
}

void stack_init(struct stack *stack)
{
	memset(stack, 0, sizeof *stack);
}

int stack_push(struct stack *stack, int item)
{
	if (stack->n >= 0 && stack->n < 4) {
		stack->items[stack->n++] = item;
		return 1;
	}
	if (stack->n != 4 || stack->more)
		return 0;
	stack->more = malloc(sizeof *stack->more);
	if (!stack->more)
		return 0;
	*stack->more = item;
	return 2;
}

int stack_pop(struct stack *stack)
{
	if (stack->more) {
		int item = *stack->more;
		free(stack->more);
		stack->more = NULL;
		return item;
	}
	return stack->n > 0 && stack->n <= 4 ? stack->items[--stack->n] : -1;
}

void stack_release(struct stack *stack)
{
	free(stack->more);
	stack->more = NULL;
}
