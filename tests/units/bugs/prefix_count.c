/* prefix_count: words of the letters a to d in a tree. Planted: counting follows a child that is not there. */
#include <stdlib.h>

struct branch {
	int words;
	struct branch *children[4];
};

struct tree {
	struct branch root;
};

struct tree *tree_new(void)
{
	return calloc(1, sizeof(struct tree));
}

static void drop(struct branch *branch)
{
	for (int i = 0; i < 4; i++)
		if (branch->children[i]) {
			drop(branch->children[i]);
			free(branch->children[i]);
		}
}

void tree_free(struct tree *tree)
{
	if (tree)
		drop(&tree->root);
	free(tree);
}

int tree_add(struct tree *tree, const char *word)
{
	struct branch *branch = &tree->root;
	for (; *word >= 'a' && *word <= 'd'; word++) {
		struct branch **child = &branch->children[*word - 'a'];
		if (!*child)
			*child = calloc(1, sizeof **child);
		if (!*child)
			return -1;
		branch = *child;
	}
	return ++branch->words;
}

static int below(const struct branch *branch)
{
	int n = branch->words;
	for (int i = 0; i < 4; i++)
		n += branch->children[i] ? below(branch->children[i]) : 0;
	return n;
}

int tree_count(const struct tree *tree, const char *prefix)
{
	const struct branch *branch = &tree->root;
	for (; *prefix >= 'a' && *prefix <= 'd'; prefix++) {
		branch = branch->children[*prefix - 'a'];
	}
	return below(branch);
}
