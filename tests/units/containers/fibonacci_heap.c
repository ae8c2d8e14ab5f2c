/* fibonacci_heap: see fibonacci_heap.h.
 *
 * Trees in a ring of roots, the one with the smallest key known. Children form a
 * ring too. Trees are put in order only when the smallest key is taken out: then
 * those of equal degree are joined. A node that has lost one child is marked; when
 * it loses a second one it is cut off itself, so that trees stay wide. */
#include "fibonacci_heap.h"

#include "alloc.h"

/* A tree of degree k has at least 1.6^k nodes: this is more than memory holds. */
#define MAX_DEGREE 100

struct node {
	int key, degree;
	bool marked;
	struct node *parent, *child;
	struct node *left, *right; /* the ring of siblings */
};

struct fibonacci_heap {
	struct node *min; /* one of the roots; NULL if there are none */
	size_t size;
};

/* ---- rings ---- */

static void make_ring_of_one(struct node *node)
{
	node->left = node->right = node;
}

/* One ring out of two. */
static void join_rings(struct node *a, struct node *b)
{
	struct node *after = a->right, *before = b->left;
	a->right = b;
	b->left = a;
	before->right = after;
	after->left = before;
}

static void leave_ring(struct node *node)
{
	node->left->right = node->right;
	node->right->left = node->left;
	make_ring_of_one(node);
}

/* ---- make and destroy ---- */

struct fibonacci_heap *fibonacci_heap_new(void)
{
	return alloc_zeroed(1, sizeof(struct fibonacci_heap));
}

static void free_ring(struct node *ring)
{
	if (!ring)
		return;
	ring->left->right = NULL; /* opened, so that it has an end */
	while (ring) {
		struct node *right = ring->right;
		free_ring(ring->child);
		free(ring);
		ring = right;
	}
}

void fibonacci_heap_free(struct fibonacci_heap *heap)
{
	if (!heap)
		return;
	free_ring(heap->min);
	free(heap);
}

/* ---- roots ---- */

static void add_root(struct fibonacci_heap *heap, struct node *root)
{
	root->parent = NULL;
	root->marked = false;
	if (!heap->min) {
		heap->min = root;
		return;
	}
	join_rings(heap->min, root);
	if (root->key < heap->min->key)
		heap->min = root;
}

static void hang_below(struct node *child, struct node *parent)
{
	child->parent = parent;
	child->marked = false;
	if (parent->child)
		join_rings(parent->child, child);
	else
		parent->child = child;
	parent->degree++;
}

/* Joins a tree with the one of its degree that is there already, if any, then the
 * result with the one of the next degree, and so on. */
static void join_by_degree(struct node *root, struct node *by_degree[])
{
	while (by_degree[root->degree]) {
		struct node *other = by_degree[root->degree];
		by_degree[root->degree] = NULL;
		if (other->key < root->key) {
			struct node *larger = root;
			root = other;
			other = larger;
		}
		hang_below(other, root);
	}
	by_degree[root->degree] = root;
}

/* Joins the trees of a ring until all degrees differ, and makes them the heap's
 * roots. */
static void consolidate(struct fibonacci_heap *heap, struct node *ring)
{
	struct node *by_degree[MAX_DEGREE] = { NULL };
	while (ring) {
		struct node *root = ring;
		ring = ring->right == ring ? NULL : ring->right;
		leave_ring(root);
		join_by_degree(root, by_degree);
	}
	heap->min = NULL;
	for (int degree = 0; degree < MAX_DEGREE; degree++)
		if (by_degree[degree])
			add_root(heap, by_degree[degree]);
}

/* Takes a child from its parent and makes it a root. */
static void cut(struct fibonacci_heap *heap, struct node *child)
{
	struct node *parent = child->parent;
	if (parent->child == child)
		parent->child = child->right == child ? NULL : child->right;
	parent->degree--;
	leave_ring(child);
	add_root(heap, child);
}

/* A parent that loses its second child is cut off too, and so on upwards. */
static void cut_upwards(struct fibonacci_heap *heap, struct node *node)
{
	while (node->parent) {
		struct node *parent = node->parent;
		if (!node->marked) {
			node->marked = true;
			return;
		}
		cut(heap, node);
		node = parent;
	}
}

/* ---- operations ---- */

static struct node *find(struct node *ring, int key)
{
	struct node *node = ring;
	if (!ring)
		return NULL;
	do {
		if (node->key == key)
			return node;
		struct node *found = node->key < key ? find(node->child, key) : NULL;
		if (found)
			return found;
		node = node->right;
	} while (node != ring);
	return NULL;
}

void fibonacci_heap_insert(struct fibonacci_heap *heap, int key)
{
	struct node *node = alloc_zeroed(1, sizeof *node);
	node->key = key;
	make_ring_of_one(node);
	add_root(heap, node);
	heap->size++;
}

bool fibonacci_heap_extract_min(struct fibonacci_heap *heap, int *key)
{
	struct node *min = heap->min;
	if (!min)
		return false;
	*key = min->key;
	while (min->child)
		cut(heap, min->child);
	struct node *rest = min->right == min ? NULL : min->right;
	leave_ring(min);
	free(min);
	heap->size--;
	consolidate(heap, rest);
	return true;
}

/* Gives a node a smaller key, and makes it a root if its parent's is larger. */
static void lower(struct fibonacci_heap *heap, struct node *node, int key)
{
	struct node *parent = node->parent;
	node->key = key;
	if (parent && parent->key > key) {
		cut(heap, node);
		cut_upwards(heap, parent);
	} else if (key < heap->min->key) {
		heap->min = node;
	}
}

bool fibonacci_heap_decrease(struct fibonacci_heap *heap, int key, int smaller)
{
	struct node *node = find(heap->min, key);
	if (!node || smaller > key)
		return false;
	lower(heap, node, smaller);
	return true;
}

bool fibonacci_heap_remove(struct fibonacci_heap *heap, int key)
{
	struct node *node = find(heap->min, key);
	int ignored;
	if (!node)
		return false;
	struct node *parent = node->parent;
	if (parent) {
		cut(heap, node);
		cut_upwards(heap, parent);
	}
	heap->min = node; /* for a moment, whatever its key is */
	return fibonacci_heap_extract_min(heap, &ignored);
}

void fibonacci_heap_absorb(struct fibonacci_heap *heap, struct fibonacci_heap *other)
{
	if (heap == other || !other->min)
		return;
	struct node *min = other->min;
	heap->size += other->size;
	other->min = NULL;
	other->size = 0;
	if (!heap->min) {
		heap->min = min;
		return;
	}
	join_rings(heap->min, min);
	if (min->key < heap->min->key)
		heap->min = min;
}

bool fibonacci_heap_min(const struct fibonacci_heap *heap, int *key)
{
	if (!heap->min)
		return false;
	*key = heap->min->key;
	return true;
}

bool fibonacci_heap_contains(const struct fibonacci_heap *heap, int key)
{
	return find(heap->min, key) != NULL;
}

size_t fibonacci_heap_size(const struct fibonacci_heap *heap)
{
	return heap->size;
}

size_t fibonacci_heap_trees(const struct fibonacci_heap *heap)
{
	size_t trees = 0;
	const struct node *root = heap->min;
	if (!root)
		return 0;
	do {
		trees++;
		root = root->right;
	} while (root != heap->min);
	return trees;
}

/* ---- check ---- */

/* What a walk through the heap has seen so far. */
struct walk {
	int least;
	size_t nodes;
	int valid;
};

/* Checks a ring and all that is below it. Returns the number of its nodes. */
static int check_ring(const struct node *ring, const struct node *parent, struct walk *walk)
{
	int n = 0;
	const struct node *node = ring;
	if (!ring)
		return 0;
	do {
		walk->valid &= node->right->left == node;
		walk->valid &= node->parent == parent;
		walk->valid &= node->key >= walk->least;
		if (parent)
			walk->valid &= node->key >= parent->key;
		walk->valid &= node->degree == check_ring(node->child, node, walk);
		walk->nodes++;
		n++;
		node = node->right;
	} while (node != ring);
	return n;
}

int fibonacci_heap_is_valid(const struct fibonacci_heap *heap)
{
	struct walk walk = { .valid = 1 };
	if (heap->min)
		walk.least = heap->min->key;
	check_ring(heap->min, NULL, &walk);
	return walk.valid & (walk.nodes == heap->size);
}
