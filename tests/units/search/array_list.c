/* array_list: a list of numbers in an array that grows and shrinks. */
#include <stdlib.h>
#include <string.h>

struct array_list {
	int *at;
	int n, room, changes;
};

struct array_list *array_list_new(int room)
{
	if (room < 0 || room > 1000)
		return NULL;
	struct array_list *list = calloc(1, sizeof *list);
	if (list && room) {
		list->at = calloc((size_t)room, sizeof *list->at);
		list->room = room;
	}
	return list;
}

void array_list_free(struct array_list *list)
{
	if (list)
		free(list->at);
	free(list);
}

static int make_room(struct array_list *list, int n)
{
	if (n <= list->room)
		return 0;
	if (n > 1000)
		return -1;
	int room = list->room * 3 / 2 + 1;
	if (room < n)
		room = n;
	int *at = realloc(list->at, (size_t)room * sizeof *at);
	if (!at)
		return -1;
	list->at = at;
	list->room = room;
	return 1;
}

int array_list_add(struct array_list *list, int index, int value)
{
	if (index < 0 || index > list->n)
		return -1;
	if (make_room(list, list->n + 1) < 0)
		return -2;
	memmove(list->at + index + 1, list->at + index, (size_t)(list->n - index) * sizeof *list->at);
	list->at[index] = value;
	list->n++;
	list->changes++;
	return list->n;
}

int array_list_remove(struct array_list *list, int index)
{
	if (index < 0 || index >= list->n)
		return -1;
	int value = list->at[index];
	list->n--;
	if (index < list->n)
		memmove(list->at + index, list->at + index + 1, (size_t)(list->n - index) * sizeof *list->at);
	list->changes++;
	return value;
}

int array_list_remove_range(struct array_list *list, int from, int to)
{
	if (from < 0 || to > list->n || from > to)
		return -1;
	if (from == to)
		return 0;
	if (to < list->n)
		memmove(list->at + from, list->at + to, (size_t)(list->n - to) * sizeof *list->at);
	list->n -= to - from;
	list->changes++;
	return to - from;
}

int array_list_find(const struct array_list *list, int value, int from_behind)
{
	if (from_behind) {
		for (int i = list->n - 1; i >= 0; i--)
			if (list->at[i] == value)
				return i;
		return -1;
	}
	for (int i = 0; i < list->n; i++)
		if (list->at[i] == value)
			return i;
	return -1;
}

int array_list_trim(struct array_list *list)
{
	if (list->n == list->room)
		return 0;
	if (list->n == 0) {
		free(list->at);
		list->at = NULL;
	} else {
		int *at = realloc(list->at, (size_t)list->n * sizeof *at);
		if (at)
			list->at = at;
	}
	list->room = list->n;
	return list->changes > 6 ? 2 : 1;
}
