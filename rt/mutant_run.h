/* mutant_run: how skep and a program with mutants talk (src/instr/mutants/mutants.h).
 *
 * The program is started once. Before anything of the unit has run it waits for
 * requests, and forks a copy of itself for each: the copy goes on to the unit's
 * constructors and to main(), with one mutant awake. So starting a program, which
 * takes longer than most tests, is paid once. */
#ifndef SKEP_RT_MUTANT_RUN_H
#define SKEP_RT_MUTANT_RUN_H

#include <stdint.h>

#define MUTANT_VARIABLE "SKEP_MUTANT"
#define MUTANT_FUEL_VARIABLE "SKEP_FUEL"
#define MUTANT_SERVE_VARIABLE "SKEP_SERVE" /* "5 7": socket for requests, descriptor for what a copy prints */
#define MUTANT_OUT_OF_FUEL 97

/* On the socket, followed by the tests. The answer is how the copy ended, 32 bits as
 * waitpid() gives them. */
struct mutant_request {
	int64_t fuel;            /* for what runs before the first test */
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
