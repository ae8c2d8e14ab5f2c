/* mutants: the unit with many small faults in it, of which at most one is awake.
 *
 * The worth of a suite shows when the code is wrong: every fault that it notices is a
 * mutant killed. All mutants of a unit are built into one program (a select per
 * fault, at IR level), so that trying a mutant takes a run and no compilation. The
 * environment decides which mutant is awake:
 *
 *     SKEP_MUTANT=7    number 7, counted from 1; 0 or nothing: none, the unit as it is
 *     SKEP_FUEL=1000   loops and calls of the unit that a process may enter before it
 *                      ends with MUTANT_OUT_OF_FUEL; nothing: any number. A mutant that
 *                      never ends is found by counting, not by a clock.
 *
 * or, for many runs of one program, in requests (rt/mutant_run.h); there, main() asks
 * int __skep_next_test(void) what to run.
 *
 * Files that the program makes (mkstemp, tmpfile) are made in the folder it runs
 * in, or nowhere: it is meant for a sandbox that may write only there. */
#ifndef SKEP_INSTR_MUTANTS_H
#define SKEP_INSTR_MUTANTS_H

#include "base/status.h"
#include "front/front.h"
#include "mutant_run.h"

struct mutant {
	uint32_t function;        /* the function mark that contains it */
	uint32_t line;            /* in the file of that function */
	const char *text;         /* "if (i < n) became if (i <= n)" */
};

struct mutant_list {
	struct mutant *at;        /* mutant number k is at[k - 1] */
	size_t n;
	size_t n_possible;        /* the number of mutants without a limit */
};

/* Compiles the parts and links them to a program. The last part has main(); the main() of another
 * part is renamed. Parts are the unit's sources, or include them; faults are put into the unit's
 * functions wherever they are compiled. There are at most `limit` mutants, spread over the
 * functions, and the same ones each time. `cache` is an existing folder for this unit, in which
 * compiled sources of the unit are kept; NULL: nothing is kept. The list is in arena. */
MUST_USE status mutants_build(const struct unit *unit, const struct source_list *parts, const char *cache,
                              const char *program, size_t limit, struct arena *arena, struct mutant_list *mutants);

#endif
