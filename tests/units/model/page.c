/* page: a part of a program. Who makes pages and first sheets is in another part. */
#include "page.h"
#include "page_own.h"
#include <stdlib.h>

int page_width(const struct page *page)
{
	return page->width > 80 ? 80 : page->width;
}

struct sheet *sheet_copy(const struct sheet *sheet)
{
	struct sheet *copy = malloc(sizeof *copy);
	if (copy)
		copy->size = sheet->size;
	return copy;
}

int sheet_size(const struct sheet *sheet)
{
	return sheet->size;
}

struct stock *stock_new(void)
{
	return calloc(1, sizeof(struct stock));
}

int stock_left(const struct stock *stock)
{
	return stock->left;
}
