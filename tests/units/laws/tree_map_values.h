/* tree_map_values: maps as values: copied, compared, hashed, written and read. */
#ifndef TREE_MAP_VALUES_H
#define TREE_MAP_VALUES_H

#include "../containers/tree_map.h"

struct tree_map *tree_map_copy(const struct tree_map *map);
/* By size, then by the first key or value that differs. */
int tree_map_compare(const struct tree_map *a, const struct tree_map *b);
unsigned tree_map_hash(const struct tree_map *map);
/* "1:5 2:7 "; the caller frees it. */
char *tree_map_print(const struct tree_map *map);
/* NULL if the text is not what tree_map_print() writes. */
struct tree_map *tree_map_parse(const char *text);

#endif
