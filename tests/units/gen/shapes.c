#include "shapes.h"

struct box box_of(struct point a, struct point b)
{
	struct box box = { a, b };
	if (a.x > b.x) {
		box.low.x = b.x;
		box.high.x = a.x;
	}
	if (a.y > b.y) {
		box.low.y = b.y;
		box.high.y = a.y;
	}
	return box;
}

extent box_extent(struct box box)
{
	bool flat = box.low.x >= box.high.x, low = box.low.y >= box.high.y;
	if (flat && low)
		return EMPTY;
	return flat || low ? LINE : AREA;
}

bool box_has(const struct box *box, struct point point)
{
	return point.x >= box->low.x && point.x < box->high.x && point.y >= box->low.y && point.y < box->high.y;
}

struct style style_next(struct style style)
{
	if (style.width == 15)
		style.filled = !style.filled;
	else
		style.width++;
	if (style.level < 0)
		style.level = 0;
	return style;
}

int style_rank(const struct style *style)
{
	if (!style->filled)
		return style->level;
	return style->width > 7 ? 100 + style->level : 10;
}

union number number_of(double value)
{
	union number number = { 0 };
	if (value >= -1000 && value <= 1000)
		number.whole = (long)value;
	return number;
}

double tagged_sum(const struct tagged *parts, unsigned n)
{
	double sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += parts[i].is_real ? parts[i].as.real : (double)parts[i].as.whole;
	return sum;
}

float mean(float a, float b)
{
	return a == b ? a : a / 2 + b / 2;
}

long double stretch(long double length, double by)
{
	if (by < 0)
		return 0;
	return length * by;
}
