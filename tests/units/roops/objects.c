/* objects: what is the same, and what only looks so. */
#include <stddef.h>

struct point {
	int x, y;
	struct point *twin;
};

int points_relation(const struct point *a, const struct point *b)
{
	if (a == b)
		return a ? 0 : -1;
	if (!a || !b)
		return -2;
	if (a->x == b->x && a->y == b->y)
		return 1;
	return 2;
}

int point_chain(const struct point *point)
{
	int n = 0;
	while (point && n < 4) {
		if (point->twin == point)
			return -1;
		point = point->twin;
		n++;
	}
	if (n == 4)
		return 100;
	return n;
}

int point_quadrant(const struct point *point)
{
	if (!point)
		return -1;
	if (point->x == 0 || point->y == 0)
		return 0;
	if (point->x > 0)
		return point->y > 0 ? 1 : 4;
	return point->y > 0 ? 2 : 3;
}
