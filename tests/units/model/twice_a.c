/* Two sources that share a header, and names of their own. */
#include "twice.h"

struct box {
	int x;
};

static int helper(const char *key)
{
	return key ? key[0] : 0;
}

struct box *box_new(void)
{
	static struct box box;
	box.x = helper("a") + twice(TWICE_BASE);
	return &box;
}
