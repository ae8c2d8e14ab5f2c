/* linked_list: a doubly linked list of ints, with its places counted from 0. */
#ifndef LINKED_LIST_H
#define LINKED_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct linked_list;

struct linked_list *linked_list_new(void);
/* NULL is fine. */
void linked_list_free(struct linked_list *list);

void linked_list_add_first(struct linked_list *list, int value);
void linked_list_add_last(struct linked_list *list, int value);
/* Before the element at this place, or at the end if place is the size; false if
 * there is no such place. */
bool linked_list_insert(struct linked_list *list, size_t place, int value);

/* These take an element out and hand over its value; false if there is none. */
bool linked_list_remove_first(struct linked_list *list, int *value);
bool linked_list_remove_last(struct linked_list *list, int *value);
bool linked_list_remove_at(struct linked_list *list, size_t place, int *value);
/* Removes the first element with this value; false if there is none. */
bool linked_list_remove(struct linked_list *list, int value);
void linked_list_clear(struct linked_list *list);
void linked_list_reverse(struct linked_list *list);

size_t linked_list_size(const struct linked_list *list);
bool linked_list_get(const struct linked_list *list, size_t place, int *value);
bool linked_list_set(struct linked_list *list, size_t place, int value);
/* The first and the last place of a value; -1 if it is not in the list. */
long linked_list_index_of(const struct linked_list *list, int value);
long linked_list_last_index_of(const struct linked_list *list, int value);

#endif
