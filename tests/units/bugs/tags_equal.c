/* tags_equal: sets of tags from 0 to 31. Planted: a set is told equal to one that holds more. */
#include <stdbool.h>
#include <stdlib.h>

struct tags {
	unsigned bits;
};

struct tags *tags_new(void)
{
	return calloc(1, sizeof(struct tags));
}

void tags_free(struct tags *tags)
{
	free(tags);
}

bool tags_add(struct tags *tags, unsigned tag)
{
	if (tag >= 32)
		return false;
	tags->bits |= 1u << tag;
	return true;
}

bool tags_equal(const struct tags *a, const struct tags *b)
{
	return (a->bits & b->bits) == a->bits;
}

int tags_count(const struct tags *tags)
{
	return __builtin_popcount(tags->bits);
}
