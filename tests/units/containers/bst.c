/* bst: see bst.h. */
#include "bst.h"

#include "alloc.h"

struct node {
	int key;
	struct node *left, *right;
};

struct bst {
	struct node *root;
	size_t size;
};

struct bst *bst_new(void)
{
	return alloc_zeroed(1, sizeof(struct bst));
}

static void free_nodes(struct node *node)
{
	while (node) {
		struct node *right = node->right;
		free_nodes(node->left);
		free(node);
		node = right;
	}
}

void bst_clear(struct bst *tree)
{
	free_nodes(tree->root);
	tree->root = NULL;
	tree->size = 0;
}

void bst_free(struct bst *tree)
{
	if (!tree)
		return;
	bst_clear(tree);
	free(tree);
}

/* The pointer that leads to the key, or the one where it would be hung in. */
static struct node **find(struct node **link, int key)
{
	while (*link && (*link)->key != key)
		link = key < (*link)->key ? &(*link)->left : &(*link)->right;
	return link;
}

bool bst_insert(struct bst *tree, int key)
{
	struct node **link = find(&tree->root, key);
	if (*link)
		return false;
	*link = alloc_zeroed(1, sizeof **link);
	(*link)->key = key;
	tree->size++;
	return true;
}

/* Takes the smallest node below this link out of the tree. */
static struct node *detach_min(struct node **link)
{
	while ((*link)->left)
		link = &(*link)->left;
	struct node *node = *link;
	*link = node->right;
	return node;
}

bool bst_remove(struct bst *tree, int key)
{
	struct node **link = find(&tree->root, key), *node = *link;
	if (!node)
		return false;
	if (!node->left) {
		*link = node->right;
	} else if (!node->right) {
		*link = node->left;
	} else {
		struct node *next = detach_min(&node->right);
		next->left = node->left;
		next->right = node->right;
		*link = next;
	}
	free(node);
	tree->size--;
	return true;
}

bool bst_contains(const struct bst *tree, int key)
{
	struct node *root = tree->root;
	return *find(&root, key) != NULL;
}

size_t bst_size(const struct bst *tree)
{
	return tree->size;
}

static int height(const struct node *node)
{
	if (!node)
		return 0;
	int left = height(node->left), right = height(node->right);
	return 1 + (left > right ? left : right);
}

int bst_height(const struct bst *tree)
{
	return height(tree->root);
}

bool bst_min(const struct bst *tree, int *key)
{
	const struct node *node = tree->root;
	if (!node)
		return false;
	while (node->left)
		node = node->left;
	*key = node->key;
	return true;
}

bool bst_max(const struct bst *tree, int *key)
{
	const struct node *node = tree->root;
	if (!node)
		return false;
	while (node->right)
		node = node->right;
	*key = node->key;
	return true;
}

bool bst_floor(const struct bst *tree, int key, int *found)
{
	const struct node *best = NULL;
	for (const struct node *node = tree->root; node;) {
		if (node->key > key) {
			node = node->left;
		} else {
			best = node;
			node = node->right;
		}
	}
	if (!best)
		return false;
	*found = best->key;
	return true;
}

/* What a walk in order has seen so far. */
struct walk {
	const struct node *before;
	size_t nodes;
	int valid;
};

static void check(const struct node *node, struct walk *walk)
{
	if (!node)
		return;
	check(node->left, walk);
	if (walk->before)
		walk->valid &= walk->before->key < node->key;
	walk->before = node;
	walk->nodes++;
	check(node->right, walk);
}

int bst_is_valid(const struct bst *tree)
{
	struct walk walk = { .valid = 1 };
	check(tree->root, &walk);
	return walk.valid & (walk.nodes == tree->size);
}
