/* mutant_run: the messages between skep and a program with mutants (src/instr/mutants/mutants.h).
 *
 * The program is started once. Before anything of the unit has run it waits for requests, and forks
 * a copy of itself for each. The copy goes on to the unit's constructors and to main(), with one
 * mutant awake. So the start of a program, which takes longer than most tests, is paid once. */
#ifndef SKEP_RT_MUTANT_RUN_H
#define SKEP_RT_MUTANT_RUN_H

#include <stdint.h>

#define MUTANT_VARIABLE "SKEP_MUTANT"
#define MUTANT_FUEL_VARIABLE "SKEP_FUEL"
#define MUTANT_SERVE_VARIABLE "SKEP_SERVE" /* "5 7": the socket for requests, and the descriptor for a copy's
                                              output */
#define MUTANT_OUT_OF_FUEL 97

/* A request on the socket, which is followed by the tests. The answer is the wait status of the
 * copy, in 32 bits. */
struct mutant_request {
	int64_t fuel;            /* for code that runs before the first test */
	uint32_t mutant;
	uint32_t n_tests;
};
struct mutant_test {
	int64_t fuel;
	uint32_t number;
	uint32_t unused;
};
_Static_assert(sizeof(struct mutant_request) == 16 && sizeof(struct mutant_test) == 16, "both sides agree on it");

#endif
