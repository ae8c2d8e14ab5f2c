#include "entry.h"

int entry_value(const struct entry *entry)
{
	if (!entry->parent || !entry->parent->parent)
		return -1;
	if (data_order(entry->parent->parent) == 2)
		return entry->tag == 777 ? 3 : 4;
	return 0;
}
