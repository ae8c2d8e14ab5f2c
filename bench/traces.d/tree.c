/* Puts numbers into a red-black tree and takes some out, some times over; each time the next `size` bytes. */
#include <string.h>

#include "tree_map.h"
#include "known.h"

long run_tree(const char *data, unsigned size, unsigned times)
{
	long n = 0;
	size = known(size);
	times = known(times);
	for (; times-- > 0; data += size) {
		struct tree_map *map = tree_map_new();
		for (unsigned i = 0; i + sizeof(int) <= size; i += sizeof(int)) {
			int key;
			memcpy(&key, data + i, sizeof key);
			n += tree_map_put(map, key, (int)i);
		}
		for (unsigned i = 0; i + sizeof(int) <= size; i += 2 * sizeof(int)) {
			int key;
			memcpy(&key, data + i, sizeof key);
			n += tree_map_remove(map, key);
		}
		tree_map_free(map);
	}
	return n;
}
