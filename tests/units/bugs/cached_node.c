/* cached_node: a list of keys that remembers the last one found.
 * Planted: removing a key leaves it remembered. */
#include <stdlib.h>

struct node {
	int key, uses;
	struct node *next;
};

struct keys {
	struct node *first, *last_found;
};

struct keys *keys_new(void)
{
	return calloc(1, sizeof(struct keys));
}

void keys_free(struct keys *keys)
{
	while (keys && keys->first) {
		struct node *next = keys->first->next;
		free(keys->first);
		keys->first = next;
	}
	free(keys);
}

static struct node *find(struct keys *keys, int key)
{
	if (keys->last_found && keys->last_found->key == key)
		return keys->last_found;
	for (struct node *node = keys->first; node; node = node->next)
		if (node->key == key)
			return keys->last_found = node;
	return NULL;
}

int keys_use(struct keys *keys, int key)
{
	struct node *node = find(keys, key);
	if (!node) {
		node = calloc(1, sizeof *node);
		if (!node)
			return -1;
		node->key = key;
		node->next = keys->first;
		keys->first = node;
	}
	return ++node->uses;
}

int keys_remove(struct keys *keys, int key)
{
	for (struct node **link = &keys->first; *link; link = &(*link)->next) {
		struct node *node = *link;
		if (node->key != key)
			continue;
		*link = node->next;
		free(node);
		return 1;
	}
	return 0;
}
