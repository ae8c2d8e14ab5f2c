/* list: what matters lies three nodes deep.
 * executions: 600 */
#include <stddef.h>

struct node {
	int value;
	struct node *next;
};

int third(const struct node *list);

int third(const struct node *list)
{
	if (!list)
		return -1;
	if (!list->next)
		return -2;
	if (!list->next->next)
		return -3;
	if (list->value >= list->next->value)
		return -4;
	if (list->next->next->value == 4711)
		return 1;
	return 0;
}
