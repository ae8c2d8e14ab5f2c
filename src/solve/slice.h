/* slice: the wishes that have to do with the last one.
 *
 * Two wishes belong together if they share a free input, directly or through
 * others. The rest holds in the run and keeps holding whatever the answer is. */
#ifndef SKEP_SOLVE_SLICE_H
#define SKEP_SOLVE_SLICE_H

#include <stdbool.h>
#include <stddef.h>

#include "solve/expressions.h"
#include "solve/solve.h"

struct slice {
	struct wish *wishes;   /* in arena; the last wish first, then the others in order, each once */
	size_t n;
	bool is_contradictory; /* an earlier wish wants the opposite */
	bool has_free_input;   /* of the last wish */
	bool has_pointer;      /* of the last wish */
};

/* n > 0; the labels are of the trace that is loaded. */
struct slice slice_make(struct expressions *expressions, const struct known_inputs *known, const struct wish *wishes,
                        size_t n, struct arena *arena);

#endif
