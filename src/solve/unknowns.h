/* unknowns: the variables that search changes.
 *
 * Bytes that are joined to one number (a concatenation of inputs) are one unknown, with the
 * number's type; a byte that is also used by itself is an unknown, too. Each unknown has a list of
 * what must be computed again when it changes. */
#ifndef SKEP_SOLVE_UNKNOWNS_H
#define SKEP_SOLVE_UNKNOWNS_H

#include "solve/program.h"

struct unknown {
	const uint32_t *bytes; /* numbers of inputs, lowest byte first */
	unsigned n_bytes;      /* 1..8 */
	bool is_float;         /* a float of 4 or 8 bytes */
	bool is_of_last_wish;
	const uint32_t *slots; /* slots that depend on it, ascending */
	size_t n_slots;
	const uint32_t *wishes; /* numbers of the wishes that depend on it */
	size_t n_wishes;
};

/* Finds the unknowns; those of the last wish come first. In arena. */
size_t unknowns_find(const struct program *program, struct arena *arena, struct unknown **unknowns);

uint64_t unknown_get(const struct unknown *unknown, const struct machine *machine);
void unknown_set(const struct unknown *unknown, struct machine *machine, uint64_t value);

#endif
