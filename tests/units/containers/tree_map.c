/* tree_map: see tree_map.h.
 *
 * A red-black tree: no red node has a red child, and every way from the root to a
 * missing child passes the same number of black nodes. Missing children count as
 * black. Both repairs, after an insertion and after a removal, are written for the
 * left side and for the right. */
#include "tree_map.h"

#include "alloc.h"

struct node {
	int key, value;
	bool red;
	struct node *left, *right, *parent;
};

struct tree_map {
	struct node *root;
	size_t size;
};

/* ---- make and destroy ---- */

struct tree_map *tree_map_new(void)
{
	return alloc_zeroed(1, sizeof(struct tree_map));
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

void tree_map_clear(struct tree_map *map)
{
	free_nodes(map->root);
	map->root = NULL;
	map->size = 0;
}

void tree_map_free(struct tree_map *map)
{
	if (!map)
		return;
	tree_map_clear(map);
	free(map);
}

/* ---- walk ---- */

static struct node *find(const struct tree_map *map, int key)
{
	struct node *node = map->root;
	while (node) {
		if (key < node->key)
			node = node->left;
		else if (key > node->key)
			node = node->right;
		else
			return node;
	}
	return NULL;
}

static struct node *leftmost(struct node *node)
{
	while (node && node->left)
		node = node->left;
	return node;
}

static struct node *rightmost(struct node *node)
{
	while (node && node->right)
		node = node->right;
	return node;
}

/* The node with the next key, NULL after the last. */
static struct node *next(struct node *node)
{
	if (node->right)
		return leftmost(node->right);
	while (node->parent && node == node->parent->right)
		node = node->parent;
	return node->parent;
}

/* ---- rotate ---- */

/* Puts a node, or nothing, in the place of another. */
static void replace(struct tree_map *map, struct node *old, struct node *new)
{
	if (!old->parent)
		map->root = new;
	else if (old == old->parent->left)
		old->parent->left = new;
	else
		old->parent->right = new;
	if (new)
		new->parent = old->parent;
}

static void rotate_left(struct tree_map *map, struct node *node)
{
	struct node *right = node->right;
	replace(map, node, right);
	node->right = right->left;
	if (right->left)
		right->left->parent = node;
	right->left = node;
	node->parent = right;
}

static void rotate_right(struct tree_map *map, struct node *node)
{
	struct node *left = node->left;
	replace(map, node, left);
	node->left = left->right;
	if (left->right)
		left->right->parent = node;
	left->right = node;
	node->parent = left;
}

static bool is_red(const struct node *node)
{
	return node && node->red;
}

/* ---- insert ---- */

/* A red node has a red parent, which is a left child. Returns where to go on. */
static struct node *repair_red_left(struct tree_map *map, struct node *node)
{
	struct node *parent = node->parent, *grandparent = parent->parent, *uncle = grandparent->right;
	if (is_red(uncle)) {
		parent->red = uncle->red = false;
		grandparent->red = true;
		return grandparent;
	}
	if (node == parent->right) {
		rotate_left(map, parent);
		node = parent;
	}
	node->parent->red = false;
	grandparent->red = true;
	rotate_right(map, grandparent);
	return node;
}

static struct node *repair_red_right(struct tree_map *map, struct node *node)
{
	struct node *parent = node->parent, *grandparent = parent->parent, *uncle = grandparent->left;
	if (is_red(uncle)) {
		parent->red = uncle->red = false;
		grandparent->red = true;
		return grandparent;
	}
	if (node == parent->left) {
		rotate_right(map, parent);
		node = parent;
	}
	node->parent->red = false;
	grandparent->red = true;
	rotate_left(map, grandparent);
	return node;
}

static void repair_insertion(struct tree_map *map, struct node *node)
{
	while (is_red(node->parent)) {
		if (node->parent == node->parent->parent->left)
			node = repair_red_left(map, node);
		else
			node = repair_red_right(map, node);
	}
	map->root->red = false;
}

bool tree_map_put(struct tree_map *map, int key, int value)
{
	struct node *parent = NULL, **link = &map->root;
	while (*link) {
		parent = *link;
		if (key < parent->key) {
			link = &parent->left;
		} else if (key > parent->key) {
			link = &parent->right;
		} else {
			parent->value = value;
			return false;
		}
	}
	*link = alloc_zeroed(1, sizeof **link);
	**link = (struct node){ .key = key, .value = value, .red = true, .parent = parent };
	map->size++;
	repair_insertion(map, *link);
	return true;
}

/* ---- remove ---- */

/* The left side of `parent` is short of one black node. Returns the node whose
 * side is short now, the root if none is. */
static struct node *repair_short_left(struct tree_map *map, struct node *parent)
{
	struct node *sibling = parent->right;
	if (sibling->red) {
		sibling->red = false;
		parent->red = true;
		rotate_left(map, parent);
		sibling = parent->right;
	}
	if (!is_red(sibling->left) && !is_red(sibling->right)) {
		sibling->red = true;
		return parent;
	}
	if (!is_red(sibling->right)) {
		sibling->left->red = false;
		sibling->red = true;
		rotate_right(map, sibling);
		sibling = parent->right;
	}
	sibling->red = parent->red;
	parent->red = false;
	sibling->right->red = false;
	rotate_left(map, parent);
	return map->root;
}

static struct node *repair_short_right(struct tree_map *map, struct node *parent)
{
	struct node *sibling = parent->left;
	if (sibling->red) {
		sibling->red = false;
		parent->red = true;
		rotate_right(map, parent);
		sibling = parent->left;
	}
	if (!is_red(sibling->left) && !is_red(sibling->right)) {
		sibling->red = true;
		return parent;
	}
	if (!is_red(sibling->left)) {
		sibling->right->red = false;
		sibling->red = true;
		rotate_left(map, sibling);
		sibling = parent->left;
	}
	sibling->red = parent->red;
	parent->red = false;
	sibling->left->red = false;
	rotate_right(map, parent);
	return map->root;
}

/* `node` took the place of a black one below `parent`; it may be missing. */
static void repair_removal(struct tree_map *map, struct node *node, struct node *parent)
{
	while (node != map->root && !is_red(node)) {
		if (node == parent->left)
			node = repair_short_left(map, parent);
		else
			node = repair_short_right(map, parent);
		parent = node->parent;
	}
	if (node)
		node->red = false;
}

bool tree_map_remove(struct tree_map *map, int key)
{
	struct node *node = find(map, key);
	if (!node)
		return false;
	if (node->left && node->right) { /* its successor goes in its stead */
		struct node *successor = next(node);
		node->key = successor->key;
		node->value = successor->value;
		node = successor;
	}
	struct node *child = node->left ? node->left : node->right, *parent = node->parent;
	replace(map, node, child);
	if (!node->red)
		repair_removal(map, child, parent);
	free(node);
	map->size--;
	return true;
}

/* ---- look ---- */

size_t tree_map_size(const struct tree_map *map)
{
	return map->size;
}

bool tree_map_contains_key(const struct tree_map *map, int key)
{
	return find(map, key) != NULL;
}

bool tree_map_contains_value(const struct tree_map *map, int value)
{
	for (struct node *node = leftmost(map->root); node; node = next(node))
		if (node->value == value)
			return true;
	return false;
}

bool tree_map_get(const struct tree_map *map, int key, int *value)
{
	const struct node *node = find(map, key);
	if (!node)
		return false;
	*value = node->value;
	return true;
}

static bool tell_key(const struct node *node, int *key)
{
	if (!node)
		return false;
	*key = node->key;
	return true;
}

bool tree_map_first_key(const struct tree_map *map, int *key)
{
	return tell_key(leftmost(map->root), key);
}

bool tree_map_last_key(const struct tree_map *map, int *key)
{
	return tell_key(rightmost(map->root), key);
}

bool tree_map_lower_key(const struct tree_map *map, int key, int *lower)
{
	const struct node *node = map->root, *best = NULL;
	while (node) {
		if (node->key < key) {
			best = node;
			node = node->right;
		} else {
			node = node->left;
		}
	}
	return tell_key(best, lower);
}

bool tree_map_higher_key(const struct tree_map *map, int key, int *higher)
{
	const struct node *node = map->root, *best = NULL;
	while (node) {
		if (node->key > key) {
			best = node;
			node = node->left;
		} else {
			node = node->right;
		}
	}
	return tell_key(best, higher);
}

static size_t count_between(const struct node *node, int low, int high)
{
	if (!node)
		return 0;
	if (node->key < low)
		return count_between(node->right, low, high);
	if (node->key > high)
		return count_between(node->left, low, high);
	return 1 + count_between(node->left, low, high) + count_between(node->right, low, high);
}

size_t tree_map_count_between(const struct tree_map *map, int low, int high)
{
	return count_between(map->root, low, high);
}

bool tree_map_equal(const struct tree_map *a, const struct tree_map *b)
{
	if (a->size != b->size)
		return false;
	struct node *x = leftmost(a->root), *y = leftmost(b->root);
	while (x) {
		if (x->key != y->key || x->value != y->value)
			return false;
		x = next(x);
		y = next(y);
	}
	return true;
}

/* ---- check ---- */

/* What a walk in order has seen so far. */
struct walk {
	const struct node *before;
	size_t nodes;
	int valid;
};

/* Checks all below a node. Returns the number of black nodes on any way down. */
static int check(const struct node *node, const struct node *parent, struct walk *walk)
{
	if (!node)
		return 0;
	walk->valid &= node->parent == parent;
	walk->valid &= !(node->red & is_red(parent));
	int left = check(node->left, node, walk);
	if (walk->before)
		walk->valid &= walk->before->key < node->key;
	walk->before = node;
	walk->nodes++;
	int right = check(node->right, node, walk);
	walk->valid &= left == right;
	return left + !node->red;
}

int tree_map_is_valid(const struct tree_map *map)
{
	struct walk walk = { .valid = 1 };
	check(map->root, NULL, &walk);
	walk.valid &= !is_red(map->root);
	return walk.valid & (walk.nodes == map->size);
}
