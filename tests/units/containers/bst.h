/* bst: a set of ints in a binary search tree that is not balanced. */
#ifndef BST_H
#define BST_H

#include <stdbool.h>
#include <stddef.h>

struct bst;

struct bst *bst_new(void);
/* NULL is fine. */
void bst_free(struct bst *tree);

/* False if the key is there already. */
bool bst_insert(struct bst *tree, int key);
/* False if there is no such key. */
bool bst_remove(struct bst *tree, int key);
void bst_clear(struct bst *tree);

bool bst_contains(const struct bst *tree, int key);
size_t bst_size(const struct bst *tree);
/* The longest way down, in nodes. */
int bst_height(const struct bst *tree);
/* The smallest and the largest key; false if the tree is empty. */
bool bst_min(const struct bst *tree, int *key);
bool bst_max(const struct bst *tree, int *key);
/* The largest key that is not above this one; false if there is none. */
bool bst_floor(const struct bst *tree, int key, int *found);

/* 1 if the keys are in order and as many as the tree says, else 0. */
int bst_is_valid(const struct bst *tree);

#endif
