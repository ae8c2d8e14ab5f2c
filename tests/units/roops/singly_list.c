/* singly_list: a list that knows its first node only. */
#include <stdbool.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct singly {
	struct node *first;
};

struct singly *singly_new(void)
{
	struct singly *list = calloc(1, sizeof *list);
	if (!list)
		abort();
	return list;
}

void singly_free(struct singly *list)
{
	while (list && list->first) {
		struct node *node = list->first;
		list->first = node->next;
		free(node);
	}
	free(list);
}

void singly_add(struct singly *list, int value)
{
	struct node *node = calloc(1, sizeof *node), **at = &list->first;
	if (!node)
		abort();
	node->value = value;
	while (*at)
		at = &(*at)->next;
	*at = node;
}

bool singly_contains(const struct singly *list, int value)
{
	for (const struct node *node = list->first; node; node = node->next)
		if (node->value == value)
			return true;
	return false;
}

/* Puts the value behind the last smaller one; the list must be sorted. */
int singly_insert_sorted(struct singly *list, int value)
{
	struct node **at = &list->first;
	int index = 0;
	while (*at && (*at)->value < value) {
		if ((*at)->next && (*at)->next->value < (*at)->value)
			return -1;
		at = &(*at)->next;
		index++;
	}
	if (*at && (*at)->value == value)
		return -2;
	struct node *node = calloc(1, sizeof *node);
	if (!node)
		abort();
	node->value = value;
	node->next = *at;
	*at = node;
	return index;
}

int singly_remove_all(struct singly *list, int value)
{
	int removed = 0;
	for (struct node **at = &list->first; *at;) {
		struct node *node = *at;
		if (node->value != value) {
			at = &node->next;
			continue;
		}
		*at = node->next;
		free(node);
		removed++;
	}
	return removed;
}

void singly_reverse(struct singly *list)
{
	struct node *reversed = NULL;
	while (list->first) {
		struct node *node = list->first;
		list->first = node->next;
		node->next = reversed;
		reversed = node;
	}
	list->first = reversed;
}

/* The sum of the values at even places is that of the odd places, with at least four values. */
bool singly_is_even(const struct singly *list)
{
	long sum = 0;
	int n = 0;
	for (const struct node *node = list->first; node; node = node->next, n++)
		sum += n % 2 ? -(long)node->value : node->value;
	if (n < 4)
		return false;
	return sum == 0;
}
