/* What sources of the library see. */
struct page {
	int width;
};
struct sheet {
	int size;
};
struct stock {
	int left;
};
