/* slice: the wishes that have to do with the last one.
 *
 * Two wishes belong together if they share a free input, directly or through other wishes. The rest
 * holds in the run and keeps holding with any answer. */
#ifndef SKEP_SOLVE_SLICE_H
#define SKEP_SOLVE_SLICE_H

#include <stdbool.h>
#include <stddef.h>

#include "solve/expressions.h"
#include "solve/solve.h"

struct slice {
	struct wish *wishes;   /* in arena; the last wish first, then the others in order without repetition */
	size_t n;
	bool is_contradictory; /* an earlier wish wants the opposite */
	bool has_free_input;   /* the last wish has one */
	bool has_pointer;      /* the last wish has one */
};

/* Makes the slice. n > 0; the labels belong to the loaded trace. */
struct slice slice_make(struct expressions *expressions, const struct known_inputs *known, const struct wish *wishes,
                        size_t n, struct arena *arena);

#endif
