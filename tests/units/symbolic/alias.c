/* alias: pointers that are null, equal, or not.
 * executions: 200 */
#include <stddef.h>

struct cell {
	int value;
};

int same(const struct cell *a, const struct cell *b);

int same(const struct cell *a, const struct cell *b)
{
	if (a == NULL || b == NULL)
		return -1;
	if (a == b)
		return 1;
	if (a->value == b->value)
		return 2;
	return 0;
}
