/* What users see: pages by name. */
struct page;
struct sheet;
struct stock;
int page_width(const struct page *page);
struct sheet *sheet_copy(const struct sheet *sheet);
int sheet_size(const struct sheet *sheet);
struct stock *stock_new(void);
int stock_left(const struct stock *stock);
