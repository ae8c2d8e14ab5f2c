/* climb: local search on the literals of a test, one after the other, towards an outcome: the alternating
 * variable method on executions.
 *
 * A number is moved by all powers of two at once, up and down; a float by as many representable numbers; a text
 * or buffer byte by byte, and at its end. The climb goes on from the nearest of these neighbours, with the same
 * literal. If no literal gives a nearer test, the climb is over. */
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
	struct arena *arena, *spare; /* `arena` holds seq, `spare` the neighbours */
	const struct seq *seq;
	double distance;             /* of seq; 0: it takes the outcome */
	VEC(struct climb_place) places;
	VEC(const struct seq *) neighbours;
	size_t now;                  /* of places */
	size_t in_vain;              /* places in a row without a nearer test */
	uint64_t steps;              /* to nearer tests */
};

void climb_init(struct climb *climb, const struct model *model);
void climb_release(struct climb *climb);

/* Starts at a test with this distance to the wanted outcome. */
void climb_begin(struct climb *climb, const struct seq *seq, double distance);
/* Lists the neighbours of the present test, which live until the next call. Returns their number; 0: the climb
 * is over. */
size_t climb_next(struct climb *climb, const struct seq *const **neighbours);
/* Takes the neighbours' distances, in their order; negative: the neighbour did not come to the condition. */
void climb_take(struct climb *climb, const double *distances);

#endif
