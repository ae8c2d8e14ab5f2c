/* A struct that a public header declares and a private one defines; a macro that
 * only the source knows. */
#include <stdlib.h>
#include <string.h>

#include "tree_private.h"

#define TREE_HEAVY 4096

tree_node *tree_new(const char *name)
{
	tree_node *node = name ? calloc(1, sizeof *node) : NULL;
	if (node)
		strncpy(node->name, name, sizeof node->name - 1);
	return node;
}

void tree_free(tree_node *node)
{
	free(node);
}

int tree_depth_limit(void)
{
	return 3;
}

int tree_add(tree_node *node, const char *name)
{
	if (!name || !name[0])
		return -1;
	if (node->depth == tree_depth_limit())
		return -2;
	node->depth++;
	return ++node->children;
}

int tree_count(const tree_node *node)
{
	return node->children;
}

const char *tree_name(const tree_node *node)
{
	return node->name;
}

int tree_weight(int kind)
{
	if (kind == TREE_HEAVY)
		return 10;
	if (kind == TREE_TEXT)
		return 1;
	return kind < 0 ? -1 : 0;
}
