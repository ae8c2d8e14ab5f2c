/* binomial_heap: see binomial_heap.h.
 *
 * A list of binomial trees, at most one of each degree, smaller degrees first. A
 * tree of degree k has 2^k nodes; its root has children of degree k-1, ..., 1, 0,
 * in this order. A node's key is never below its parent's. */
#include "binomial_heap.h"

#include "alloc.h"

struct node {
	int key, degree;
	struct node *parent, *child, *sibling;
};

struct binomial_heap {
	struct node *roots;
	size_t size;
};

/* ---- make and destroy ---- */

struct binomial_heap *binomial_heap_new(void)
{
	return alloc_zeroed(1, sizeof(struct binomial_heap));
}

static void free_nodes(struct node *node)
{
	while (node) {
		struct node *sibling = node->sibling;
		free_nodes(node->child);
		free(node);
		node = sibling;
	}
}

void binomial_heap_free(struct binomial_heap *heap)
{
	if (!heap)
		return;
	free_nodes(heap->roots);
	free(heap);
}

/* ---- lists of trees ---- */

/* Hangs one root below another of the same degree. */
static void hang_below(struct node *child, struct node *parent)
{
	child->parent = parent;
	child->sibling = parent->child;
	parent->child = child;
	parent->degree++;
}

/* One list out of two that are sorted by degree, sorted by degree. */
static struct node *merge(struct node *a, struct node *b)
{
	struct node *merged = NULL, **end = &merged;
	while (a && b) {
		struct node **smaller = a->degree <= b->degree ? &a : &b;
		*end = *smaller;
		end = &(*smaller)->sibling;
		*smaller = *end;
	}
	*end = a ? a : b;
	return merged;
}

/* Merges two lists and joins trees of the same degree until none are left. Three
 * of one degree can meet in a row: the first is passed by, the other two join. */
static struct node *unite(struct node *a, struct node *b)
{
	struct node *roots = merge(a, b), **link = &roots;
	if (!roots)
		return NULL;
	while ((*link)->sibling) {
		struct node *first = *link, *second = first->sibling;
		bool three = second->sibling && second->sibling->degree == first->degree;
		if (first->degree != second->degree || three) {
			link = &first->sibling;
		} else if (first->key <= second->key) {
			first->sibling = second->sibling;
			hang_below(second, first);
		} else {
			*link = second;
			hang_below(first, second);
		}
	}
	return roots;
}

/* The link to the root with the smallest key of a list that is not empty. */
static struct node **find_min(struct node **roots)
{
	struct node **best = roots;
	for (struct node **link = &(*roots)->sibling; *link; link = &(*link)->sibling)
		if ((*link)->key < (*best)->key)
			best = link;
	return best;
}

/* The children of a root that is about to go, as a list of roots: their order is
 * turned round. */
static struct node *release_children(struct node *root)
{
	struct node *released = NULL, *child = root->child;
	while (child) {
		struct node *sibling = child->sibling;
		child->parent = NULL;
		child->sibling = released;
		released = child;
		child = sibling;
	}
	return released;
}

static void remove_root(struct binomial_heap *heap, struct node **link)
{
	struct node *root = *link;
	*link = root->sibling;
	heap->roots = unite(heap->roots, release_children(root));
	heap->size--;
	free(root);
}

/* ---- search ---- */

/* Below a node with a larger key there is nothing to look for. */
static struct node *find(struct node *node, int key)
{
	for (; node; node = node->sibling) {
		if (node->key == key)
			return node;
		struct node *found = node->key < key ? find(node->child, key) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

/* Carries a key up by exchanging it with its parent's, while the parent's is
 * larger or, if asked to, up to the root. */
static struct node *carry_up(struct node *node, bool to_the_root)
{
	while (node->parent && (to_the_root || node->parent->key > node->key)) {
		int key = node->key;
		node->key = node->parent->key;
		node->parent->key = key;
		node = node->parent;
	}
	return node;
}

/* ---- operations ---- */

void binomial_heap_insert(struct binomial_heap *heap, int key)
{
	struct node *node = alloc_zeroed(1, sizeof *node);
	node->key = key;
	heap->roots = unite(heap->roots, node);
	heap->size++;
}

bool binomial_heap_extract_min(struct binomial_heap *heap, int *key)
{
	if (!heap->roots)
		return false;
	struct node **link = find_min(&heap->roots);
	*key = (*link)->key;
	remove_root(heap, link);
	return true;
}

bool binomial_heap_decrease(struct binomial_heap *heap, int key, int smaller)
{
	struct node *node = find(heap->roots, key);
	if (!node || smaller > key)
		return false;
	node->key = smaller;
	carry_up(node, false);
	return true;
}

bool binomial_heap_remove(struct binomial_heap *heap, int key)
{
	struct node *node = find(heap->roots, key);
	if (!node)
		return false;
	node = carry_up(node, true);
	struct node **link = &heap->roots;
	while (*link != node)
		link = &(*link)->sibling;
	remove_root(heap, link);
	return true;
}

void binomial_heap_absorb(struct binomial_heap *heap, struct binomial_heap *other)
{
	if (heap == other)
		return;
	heap->roots = unite(heap->roots, other->roots);
	heap->size += other->size;
	other->roots = NULL;
	other->size = 0;
}

bool binomial_heap_min(const struct binomial_heap *heap, int *key)
{
	struct node *roots = heap->roots;
	if (!roots)
		return false;
	*key = (*find_min(&roots))->key;
	return true;
}

bool binomial_heap_contains(const struct binomial_heap *heap, int key)
{
	return find(heap->roots, key) != NULL;
}

size_t binomial_heap_size(const struct binomial_heap *heap)
{
	return heap->size;
}

/* ---- check ---- */

/* Checks a node against its parent and all that is below it; clears *valid if
 * anything is wrong. Returns the number of nodes. */
static size_t check(const struct node *node, const struct node *parent, int degree, int *valid)
{
	size_t nodes = 1;
	*valid &= node->parent == parent;
	*valid &= node->degree == degree;
	if (parent)
		*valid &= node->key >= parent->key;
	for (const struct node *child = node->child; child; child = child->sibling)
		nodes += check(child, node, --degree, valid);
	*valid &= degree == 0;
	return nodes;
}

int binomial_heap_is_valid(const struct binomial_heap *heap)
{
	int valid = 1, degree = -1;
	size_t nodes = 0;
	for (const struct node *root = heap->roots; root; root = root->sibling) {
		valid &= root->degree > degree;
		degree = root->degree;
		nodes += check(root, NULL, degree, &valid);
	}
	return valid & (nodes == heap->size);
}
