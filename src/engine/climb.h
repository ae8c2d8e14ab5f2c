/* climb: local search on the literals of a test, one after the other, towards an outcome: the
 * alternating variable method on executions.
 *
 * A number is moved by all powers of two at once, up and down; a float by as many representable
 * numbers; a text or buffer byte by byte, and at its end. The nearest of these neighbours is where
 * the climb goes on, with the same literal. When no literal gives a nearer test, the climb is over. */
#ifndef SKEP_ENGINE_CLIMB_H
#define SKEP_ENGINE_CLIMB_H

#include "base/vec.h"
#include "seq/seq.h"

/* A part of a literal that is moved as one number. */
struct climb_place {
	uint32_t step;
	uint32_t offset, size;       /* size 0: the end of a text or buffer */
	bool is_real;
};

struct climb {
	const struct model *model;
	struct arena *arena, *spare; /* of the test where it stands; of neighbours */
	const struct seq *seq;
	double distance;             /* of seq; 0: it is there */
	VEC(struct climb_place) places;
	VEC(const struct seq *) neighbours;
	size_t now;                  /* of places */
	size_t in_vain;              /* places in a row that gave nothing */
	uint64_t steps;              /* to nearer tests */
};

void climb_init(struct climb *climb, const struct model *model);
void climb_release(struct climb *climb);

/* Starts at a test with this distance to the outcome that is wanted. */
void climb_begin(struct climb *climb, const struct seq *seq, double distance);
/* Tests around the place where it stands, until the next call; 0: the climb is over. */
size_t climb_next(struct climb *climb, const struct seq *const **neighbours);
/* How near they came, in their order; negative: they did not come there. */
void climb_take(struct climb *climb, const double *distances);

#endif
