#include "learned.h"

/* That the pointer is followed cannot be seen where it is read. */
int page_first(struct page *page)
{
	int *lines = page->lines;
	if (page->kind == 3)
		return -1;
	return lines[0] == 7;
}
