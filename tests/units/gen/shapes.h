/* shapes: structs, unions, enums, bit-fields and floats, by value and back. */
#ifndef SHAPES_H
#define SHAPES_H

#include <stdbool.h>

struct point {
	int x, y;
};

struct box {
	struct point low, high;
};

typedef enum { EMPTY, LINE, AREA } extent;

struct style {
	unsigned width : 4;
	signed level : 3;
	unsigned : 0;
	bool filled : 1;
};

union number {
	long whole;
	double real;
};

struct tagged {
	bool is_real;
	union number as;
};

struct box box_of(struct point a, struct point b);
extent box_extent(struct box box);
bool box_has(const struct box *box, struct point point);
struct style style_next(struct style style);
int style_rank(const struct style *style);
union number number_of(double value);
double tagged_sum(const struct tagged *parts, unsigned n);
float mean(float a, float b);
long double stretch(long double length, double by);

#endif
