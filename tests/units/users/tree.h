/* What users of the tree see: a node is something to hold, not to look into. */
#ifndef TREE_H
#define TREE_H

typedef struct tree_node tree_node;

#define TREE_TEXT 1
/* A name that tests would like to have, too. */
#define CHECK(node, part) ((node) != NULL && (part) > 0)

tree_node *tree_new(const char *name);
void tree_free(tree_node *node);
int tree_add(tree_node *node, const char *name);
int tree_count(const tree_node *node);
const char *tree_name(const tree_node *node);
int tree_weight(int kind);

#endif
