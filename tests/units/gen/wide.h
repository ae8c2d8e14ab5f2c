/* wide: objects that lead to many others, which lead to many others. */
#ifndef WIDE_H
#define WIDE_H

#define WIDE 16

struct wide_leaf {
	const char *names[WIDE];
};

struct wide_twig {
	struct wide_leaf *leaves[WIDE];
};

struct wide_tree {
	struct wide_twig *twigs[WIDE];
};

/* Names that are there. */
int wide_count(const struct wide_tree *tree);
int wide_both(const struct wide_tree *one, const struct wide_tree *other);

#endif
