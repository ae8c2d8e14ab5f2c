/* solving: from a candidate to a test that takes its way.
 *
 * Decisions before the candidate must stay as they were, so that the new run gets there; the candidate's own
 * decision must change. The solver is asked in stages, strictest first: with everything before the candidate;
 * without values that the run only needed to be concrete, and without branches inside C library models; with
 * the candidate's decision alone. A test from a later stage may go another way. It is tried all the same,
 * because it often goes further. */
#ifndef SKEP_ENGINE_FLIPS_SOLVING_H
#define SKEP_ENGINE_FLIPS_SOLVING_H

#include "engine/flips/candidates.h"
#include "engine/flips/inputs.h"
#include "solve/solve.h"

/* The reason why a run may leave the predicted way. */
enum liberty {
	LIBERTY_NONE,        /* it should not leave it */
	LIBERTY_RELAXED,     /* constraints that are no condition of the unit were left out */
	LIBERTY_ALONE,       /* everything before the candidate was left out */
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
	SOLVED_POINTER       /* a test would need a pointer that tests cannot make */
};

/* Solves a candidate, whose test must have its trace. On SOLVED *seq is in arena. */
enum solved solving_try(struct solving *solving, struct arena *arena, const struct candidate *candidate,
                        const struct seq **seq, enum liberty *liberty);
void solving_release(struct solving *solving);

#endif
