struct page {
	int kind;
	int *lines;
};
int page_first(struct page *page);
