#include <stddef.h>
typedef void *(*alloc_fn)(void *context, void *block, size_t old, size_t size);
struct grows;
struct grows *grows_new(alloc_fn alloc, void *context);
int grows_add(struct grows *grows, int number);
void grows_free(struct grows *grows);
int getw(const struct grows *grows, int number);
