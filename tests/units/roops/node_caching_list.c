/* node_caching_list: a ring of nodes; nodes that are taken out wait in a cache for the next value. */
#include <stdbool.h>
#include <stdlib.h>

struct node {
	struct node *next, *previous;
	int value;
};

struct list {
	struct node head;
	struct node *cache;
	int size, cached, most_cached;
};

struct list *list_new(int most_cached)
{
	struct list *list = calloc(1, sizeof *list);
	if (!list)
		abort();
	list->head.next = list->head.previous = &list->head;
	list->most_cached = most_cached < 0 ? 3 : most_cached;
	return list;
}

void list_free(struct list *list)
{
	if (!list)
		return;
	for (struct node *node = list->head.next, *next; node != &list->head; node = next) {
		next = node->next;
		free(node);
	}
	for (struct node *node = list->cache, *next; node; node = next) {
		next = node->next;
		free(node);
	}
	free(list);
}

static struct node *make_node(struct list *list, int value)
{
	struct node *node = list->cache;
	if (node) {
		list->cache = node->next;
		list->cached--;
	} else {
		node = calloc(1, sizeof *node);
		if (!node)
			abort();
	}
	node->value = value;
	return node;
}

static void put_before(struct list *list, struct node *at, int value)
{
	struct node *node = make_node(list, value);
	node->next = at;
	node->previous = at->previous;
	at->previous->next = node;
	at->previous = node;
	list->size++;
}

static void take(struct list *list, struct node *node)
{
	node->previous->next = node->next;
	node->next->previous = node->previous;
	list->size--;
	if (list->cached >= list->most_cached) {
		free(node);
		return;
	}
	node->next = list->cache;
	node->previous = NULL;
	list->cache = node;
	list->cached++;
}

static struct node *at_index(struct list *list, int index, bool end_is_fine)
{
	if (index < 0 || index > list->size || (index == list->size && !end_is_fine))
		return NULL;
	struct node *node = &list->head;
	if (index < list->size / 2) {
		for (int i = 0; i <= index; i++)
			node = node->next;
		return node;
	}
	for (int i = list->size; i > index; i--)
		node = node->previous;
	return node;
}

void list_add_first(struct list *list, int value)
{
	put_before(list, list->head.next, value);
}

void list_add_last(struct list *list, int value)
{
	put_before(list, &list->head, value);
}

bool list_add_at(struct list *list, int index, int value)
{
	struct node *node = at_index(list, index, true);
	if (!node)
		return false;
	put_before(list, node, value);
	return true;
}

bool list_get(struct list *list, int index, int *value)
{
	struct node *node = at_index(list, index, false);
	if (!node)
		return false;
	*value = node->value;
	return true;
}

bool list_remove_at(struct list *list, int index)
{
	struct node *node = at_index(list, index, false);
	if (!node)
		return false;
	take(list, node);
	return true;
}

bool list_remove_value(struct list *list, int value)
{
	for (struct node *node = list->head.next; node != &list->head; node = node->next) {
		if (node->value == value) {
			take(list, node);
			return true;
		}
	}
	return false;
}

int list_index_of(const struct list *list, int value)
{
	int index = 0;
	for (const struct node *node = list->head.next; node != &list->head; node = node->next, index++)
		if (node->value == value)
			return index;
	return -1;
}

void list_clear(struct list *list)
{
	while (list->size > 0)
		take(list, list->head.next);
}

bool list_set_cache(struct list *list, int most)
{
	if (most < 0)
		return false;
	list->most_cached = most;
	while (list->cached > most) {
		struct node *node = list->cache;
		list->cache = node->next;
		list->cached--;
		free(node);
	}
	return true;
}

bool list_is_palindrome(const struct list *list)
{
	const struct node *left = list->head.next, *right = list->head.previous;
	if (list->size < 3)
		return false;
	for (int i = 0; i < list->size / 2; i++, left = left->next, right = right->previous)
		if (left->value != right->value)
			return false;
	return true;
}
