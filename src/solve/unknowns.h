/* unknowns: the variables that search changes.
 *
 * Bytes that are joined to one number (a concatenation of inputs) are one unknown, of
 * the number's kind; a byte that is also used by itself is one as well. An unknown
 * knows what must be computed again when it changes. */
#ifndef SKEP_SOLVE_UNKNOWNS_H
#define SKEP_SOLVE_UNKNOWNS_H

#include "solve/program.h"

struct unknown {
	const uint32_t *bytes; /* inputs, lowest byte first */
	unsigned n_bytes;      /* 1..8 */
	bool is_float;         /* 4 or 8 bytes */
	bool is_of_last_wish;
	const uint32_t *slots; /* that hang on it, ascending */
	size_t n_slots;
	const uint32_t *wishes; /* numbers of those that hang on it */
	size_t n_wishes;
};

/* The unknowns of the last wish come first. In arena. */
size_t unknowns_find(const struct program *program, struct arena *arena, struct unknown **unknowns);

uint64_t unknown_get(const struct unknown *unknown, const struct machine *machine);
void unknown_set(const struct unknown *unknown, struct machine *machine, uint64_t value);

#endif
