#include "wide.h"

#include <stddef.h>

static int count_leaf(const struct wide_leaf *leaf)
{
	int n = 0;
	for (size_t i = 0; leaf && i < WIDE; i++)
		n += leaf->names[i] != NULL;
	return n;
}

static int count_twig(const struct wide_twig *twig)
{
	int n = 0;
	for (size_t i = 0; twig && i < WIDE; i++)
		n += count_leaf(twig->leaves[i]);
	return n;
}

int wide_count(const struct wide_tree *tree)
{
	int n = 0;
	for (size_t i = 0; tree && i < WIDE; i++)
		n += count_twig(tree->twigs[i]);
	return n;
}

int wide_both(const struct wide_tree *one, const struct wide_tree *other)
{
	return wide_count(one) + wide_count(other);
}
