/* solving: from a candidate to a test that takes its way.
 *
 * What the run met before the candidate must stay as it was, so that the new run gets
 * there; the candidate itself must change. That is asked of the solver in stages,
 * strictest first: everything as it was; without what the run only needed to be
 * concrete, and branches inside C library models; the last wish alone. A test from a
 * later stage may go another way, and is tried because it often goes further. */
#ifndef SKEP_ENGINE_FLIPS_SOLVING_H
#define SKEP_ENGINE_FLIPS_SOLVING_H

#include "engine/flips/candidates.h"
#include "engine/flips/inputs.h"
#include "solve/solve.h"

/* Why a run may leave the way that was foreseen. */
enum liberty {
	LIBERTY_NONE,        /* it should not */
	LIBERTY_RELAXED,     /* what is no condition of the unit was left out */
	LIBERTY_ALONE,       /* everything on the way was left out */
	LIBERTY_RESIZED,     /* a buffer has another size */
	LIBERTY_POINTER,     /* other pointers are passed */
	N_LIBERTIES
};
const char *liberty_word(enum liberty liberty);

struct solving {
	struct solver *solver;
	const struct model *model;
	const struct marks *marks;
	struct inputs inputs;
	VEC(struct wish) wishes;
};

enum solved {
	SOLVED,              /* there is a test */
	SOLVED_REFUTED,
	SOLVED_GAVE_UP,
	SOLVED_POINTER       /* it would take a pointer that tests cannot make */
};

/* The test's trace must be there. On SOLVED *seq is in arena. */
enum solved solving_try(struct solving *solving, struct arena *arena, const struct candidate *candidate,
                        const struct seq **seq, enum liberty *liberty);
void solving_release(struct solving *solving);

#endif
