/* linked_list_values: see linked_list_values.h. */
#include "linked_list_values.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../containers/alloc.h"

static int at(const struct linked_list *list, size_t place)
{
	int value = 0;
	linked_list_get(list, place, &value);
	return value;
}

struct linked_list *linked_list_copy(const struct linked_list *list)
{
	struct linked_list *copy = linked_list_new();
	for (size_t i = 0; i < linked_list_size(list); i++)
		linked_list_add_last(copy, at(list, i));
	return copy;
}

bool linked_list_equal(const struct linked_list *a, const struct linked_list *b)
{
	if (linked_list_size(a) != linked_list_size(b))
		return false;
	for (size_t i = 0; i < linked_list_size(a); i++)
		if (at(a, i) != at(b, i))
			return false;
	return true;
}

int linked_list_compare(const struct linked_list *a, const struct linked_list *b)
{
	size_t n = linked_list_size(a), m = linked_list_size(b);
	for (size_t i = 0; i < n && i < m; i++)
		if (at(a, i) != at(b, i))
			return at(a, i) < at(b, i) ? -1 : 1;
	return (n > m) - (n < m);
}

unsigned linked_list_hash(const struct linked_list *list)
{
	unsigned hash = 5381;
	for (size_t i = 0; i < linked_list_size(list); i++)
		hash = hash * 33 + (unsigned)at(list, i);
	return hash;
}

char *linked_list_print(const struct linked_list *list)
{
	size_t n = linked_list_size(list), used = 0;
	char *text = alloc_zeroed(n + 1, 12);
	for (size_t i = 0; i < n; i++)
		used += (size_t)sprintf(text + used, i ? ",%d" : "%d", at(list, i));
	return text;
}

struct linked_list *linked_list_parse(const char *text)
{
	struct linked_list *list = linked_list_new();
	while (*text) {
		char *end;
		long value = strtol(text, &end, 10);
		if (end == text || (*end && (*end != ',' || !end[1])) || value < INT_MIN || value > INT_MAX) {
			linked_list_free(list);
			return NULL;
		}
		linked_list_add_last(list, (int)value);
		text = *end ? end + 1 : end;
	}
	return list;
}
