/* linked_list_values: lists as values: copied, compared, hashed, written and read. */
#ifndef LINKED_LIST_VALUES_H
#define LINKED_LIST_VALUES_H

#include "../containers/linked_list.h"

struct linked_list *linked_list_copy(const struct linked_list *list);
bool linked_list_equal(const struct linked_list *a, const struct linked_list *b);
/* By the first element that differs; a list is less than one that it begins. */
int linked_list_compare(const struct linked_list *a, const struct linked_list *b);
unsigned linked_list_hash(const struct linked_list *list);
/* "3,-1,4"; the caller frees it. */
char *linked_list_print(const struct linked_list *list);
/* NULL if the text is not what linked_list_print() writes. */
struct linked_list *linked_list_parse(const char *text);

#endif
