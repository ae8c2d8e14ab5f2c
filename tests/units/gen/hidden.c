/* hidden: no header at all, types of its own, static functions beside public ones. */
#include <stdlib.h>

struct cell {
	int value;
	struct cell *next;
};

typedef enum shade { DARK = -1, DIM, BRIGHT = 5 } shade;

static int weigh(int value, shade shade)
{
	if (shade == DARK)
		return 0;
	return shade == BRIGHT ? value / 2 : value;
}

static unsigned long long cube(unsigned char n)
{
	return n > 100 ? 0 : (unsigned long long)n * n * n;
}

shade shade_of(int light)
{
	switch (light) {
	case 0:
		return DARK;
	case 1 ... 9:
		return DIM;
	default:
		return light > 9 ? BRIGHT : DARK;
	}
}

int total(const struct cell *cell)
{
	int sum = 0;
	for (int i = 0; cell && i < 100; cell = cell->next, i++)
		sum = (sum + weigh(cell->value % 1000, shade_of(cell->value))) % 1000;
	return sum;
}

unsigned long long volume(int side)
{
	return side < 0 || side > 255 ? 0 : cube((unsigned char)side);
}
