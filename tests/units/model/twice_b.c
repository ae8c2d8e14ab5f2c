#include "twice.h"

struct own {
	char c;
};

static int helper(struct own *own, int n)
{
	own->c = (char)n;
	return n;
}

int box_use(struct box *box)
{
	struct own own;
	return box == 0 ? twice(2) : helper(&own, 3);
}
