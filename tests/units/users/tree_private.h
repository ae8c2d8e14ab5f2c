/* What the sources of the tree share. */
#ifndef TREE_PRIVATE_H
#define TREE_PRIVATE_H

#include "tree.h"

struct tree_node {
	char name[16];
	int children;
	int depth;
};

int tree_depth_limit(void);

#endif
