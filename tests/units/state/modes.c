/* What these functions do depends on variables that nothing here sets, but for one. */
#include "modes.h"

static int mode;
static int steps[4];
static struct corner {
	int x, y;
} corner;
static const char *label;
static int limit;
static int divisor = 1;
extern int verbosity;

void set_limit(int n)
{
	limit = n;
}

int act(int x)
{
	switch (mode) {
	case 0:
		return x;
	case 7:
		return x + 1;
	case 1200:
		return x - 1;
	case -3:
		return 3;
	default:
		return 0;
	}
}

int look(int x)
{
	if (x > limit)
		return 1;
	if (steps[2] == 5)
		return 2;
	if (corner.y == 77)
		return 3;
	if (label && label[0] == 'x')
		return 4;
	return verbosity > 2 ? 5 : 0;
}

int share(int x)
{
	return x / divisor;
}
