/* linked_list: see linked_list.h.
 *
 * The nodes form a ring through one that carries no value, so no place in the
 * list is special: the first node and the last are linked in as any other. */
#include "linked_list.h"

#include "alloc.h"

struct node {
	struct node *next, *previous;
	int value;
};

struct linked_list {
	struct node ring;
	size_t size;
};

struct linked_list *linked_list_new(void)
{
	struct linked_list *list = alloc_zeroed(1, sizeof *list);
	list->ring.next = list->ring.previous = &list->ring;
	return list;
}

void linked_list_free(struct linked_list *list)
{
	if (!list)
		return;
	linked_list_clear(list);
	free(list);
}

static void link_before(struct linked_list *list, struct node *next, int value)
{
	struct node *node = alloc_zeroed(1, sizeof *node);
	node->value = value;
	node->next = next;
	node->previous = next->previous;
	node->previous->next = node;
	next->previous = node;
	list->size++;
}

static void unlink_node(struct linked_list *list, struct node *node)
{
	node->previous->next = node->next;
	node->next->previous = node->previous;
	free(node);
	list->size--;
}

/* The node at a place that is there, or the ring itself for the place behind the
 * last; from whichever end is nearer. */
static struct node *node_at(struct linked_list *list, size_t place)
{
	struct node *node = &list->ring;
	if (place < list->size / 2) {
		for (size_t i = 0; i <= place; i++)
			node = node->next;
	} else {
		for (size_t i = list->size; i > place; i--)
			node = node->previous;
	}
	return node;
}

void linked_list_add_first(struct linked_list *list, int value)
{
	link_before(list, list->ring.next, value);
}

void linked_list_add_last(struct linked_list *list, int value)
{
	link_before(list, &list->ring, value);
}

bool linked_list_insert(struct linked_list *list, size_t place, int value)
{
	if (place > list->size)
		return false;
	link_before(list, node_at(list, place), value);
	return true;
}

bool linked_list_remove_first(struct linked_list *list, int *value)
{
	return linked_list_remove_at(list, 0, value);
}

bool linked_list_remove_last(struct linked_list *list, int *value)
{
	return linked_list_remove_at(list, list->size - 1, value); /* of an empty list: a place that is never there */
}

bool linked_list_remove_at(struct linked_list *list, size_t place, int *value)
{
	if (place >= list->size)
		return false;
	struct node *node = node_at(list, place);
	*value = node->value;
	unlink_node(list, node);
	return true;
}

bool linked_list_remove(struct linked_list *list, int value)
{
	long place = linked_list_index_of(list, value);
	if (place < 0)
		return false;
	unlink_node(list, node_at(list, (size_t)place));
	return true;
}

void linked_list_clear(struct linked_list *list)
{
	while (list->size)
		unlink_node(list, list->ring.next);
}

void linked_list_reverse(struct linked_list *list)
{
	struct node *node = &list->ring;
	do {
		struct node *next = node->next;
		node->next = node->previous;
		node->previous = next;
		node = next;
	} while (node != &list->ring);
}

size_t linked_list_size(const struct linked_list *list)
{
	return list->size;
}

bool linked_list_get(const struct linked_list *list, size_t place, int *value)
{
	if (place >= list->size)
		return false;
	const struct node *node = list->ring.next;
	while (place--)
		node = node->next;
	*value = node->value;
	return true;
}

bool linked_list_set(struct linked_list *list, size_t place, int value)
{
	if (place >= list->size)
		return false;
	node_at(list, place)->value = value;
	return true;
}

long linked_list_index_of(const struct linked_list *list, int value)
{
	long place = 0;
	for (const struct node *node = list->ring.next; node != &list->ring; node = node->next) {
		if (node->value == value)
			return place;
		place++;
	}
	return -1;
}

long linked_list_last_index_of(const struct linked_list *list, int value)
{
	long place = (long)list->size - 1;
	for (const struct node *node = list->ring.previous; node != &list->ring; node = node->previous) {
		if (node->value == value)
			return place;
		place--;
	}
	return -1;
}
