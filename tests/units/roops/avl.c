/* avl: a set of numbers in a tree whose subtrees differ in height by one at most. */
#include <stdbool.h>
#include <stdlib.h>

struct node {
	struct node *left, *right;
	int key, height;
};

struct avl {
	struct node *root;
	int size;
};

struct avl *avl_new(void)
{
	struct avl *tree = calloc(1, sizeof *tree);
	if (!tree)
		abort();
	return tree;
}

static void free_nodes(struct node *node)
{
	if (!node)
		return;
	free_nodes(node->left);
	free_nodes(node->right);
	free(node);
}

void avl_free(struct avl *tree)
{
	if (tree)
		free_nodes(tree->root);
	free(tree);
}

static int height(const struct node *node)
{
	return node ? node->height : 0;
}

static void measure(struct node *node)
{
	int left = height(node->left), right = height(node->right);
	node->height = 1 + (left > right ? left : right);
}

static struct node *rotate_right(struct node *node)
{
	struct node *top = node->left;
	node->left = top->right;
	top->right = node;
	measure(node);
	measure(top);
	return top;
}

static struct node *rotate_left(struct node *node)
{
	struct node *top = node->right;
	node->right = top->left;
	top->left = node;
	measure(node);
	measure(top);
	return top;
}

static struct node *balance(struct node *node)
{
	measure(node);
	int lean = height(node->left) - height(node->right);
	if (lean > 1) {
		if (height(node->left->left) < height(node->left->right))
			node->left = rotate_left(node->left);
		return rotate_right(node);
	}
	if (lean < -1) {
		if (height(node->right->right) < height(node->right->left))
			node->right = rotate_right(node->right);
		return rotate_left(node);
	}
	return node;
}

static struct node *insert(struct node *node, int key, bool *added)
{
	if (!node) {
		node = calloc(1, sizeof *node);
		if (!node)
			abort();
		node->key = key;
		node->height = 1;
		*added = true;
		return node;
	}
	if (key < node->key)
		node->left = insert(node->left, key, added);
	else if (key > node->key)
		node->right = insert(node->right, key, added);
	return balance(node);
}

bool avl_insert(struct avl *tree, int key)
{
	bool added = false;
	tree->root = insert(tree->root, key, &added);
	tree->size += added;
	return added;
}

static struct node *take_least(struct node *node, struct node **least)
{
	if (!node->left) {
		*least = node;
		return node->right;
	}
	node->left = take_least(node->left, least);
	return balance(node);
}

static struct node *erase(struct node *node, int key, bool *erased)
{
	if (!node)
		return NULL;
	if (key < node->key) {
		node->left = erase(node->left, key, erased);
		return balance(node);
	}
	if (key > node->key) {
		node->right = erase(node->right, key, erased);
		return balance(node);
	}
	struct node *left = node->left, *right = node->right, *least;
	*erased = true;
	free(node);
	if (!right)
		return left;
	right = take_least(right, &least);
	least->left = left;
	least->right = right;
	return balance(least);
}

bool avl_remove(struct avl *tree, int key)
{
	bool erased = false;
	tree->root = erase(tree->root, key, &erased);
	tree->size -= erased;
	return erased;
}

bool avl_contains(const struct avl *tree, int key)
{
	for (const struct node *node = tree->root; node; node = key < node->key ? node->left : node->right)
		if (node->key == key)
			return true;
	return false;
}

int avl_min(const struct avl *tree, int otherwise)
{
	const struct node *node = tree->root;
	if (!node)
		return otherwise;
	while (node->left)
		node = node->left;
	return node->key;
}

int avl_max(const struct avl *tree, int otherwise)
{
	const struct node *node = tree->root;
	if (!node)
		return otherwise;
	while (node->right)
		node = node->right;
	return node->key;
}

int avl_size(const struct avl *tree)
{
	return tree->size;
}

/* 0 none, 1 one node, 2 a full first row, 3 the left is higher, 4 the right is higher, 5 both alike. */
int avl_shape(const struct avl *tree)
{
	const struct node *root = tree->root;
	if (!root)
		return 0;
	if (root->height == 1)
		return 1;
	if (root->height == 2 && root->left && root->right)
		return 2;
	if (height(root->left) > height(root->right))
		return 3;
	return height(root->left) < height(root->right) ? 4 : 5;
}
