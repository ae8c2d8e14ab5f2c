/* mutants: the unit with many small faults in it, of which at most one is awake.
 *
 * What a suite is worth shows when the code is wrong: every fault it notices is a
 * mutant killed. All mutants of a unit are built into one program (a select per
 * fault, at IR level), so that trying one costs a run and no compilation. Which
 * one is awake is said in the environment:
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
	uint32_t function;        /* function mark it is in */
	uint32_t line;            /* in that function's file */
	const char *text;         /* "if (i < n) became if (i <= n)" */
};

struct mutant_list {
	struct mutant *at;        /* mutant number k is at[k - 1] */
	size_t n;
	size_t n_possible;        /* as many there would be without a limit */
};

/* Compiles the parts and links them to a program. The last part has main(); a
 * main of another part is renamed. Parts are the unit's sources, or include them:
 * faults are put into the functions of the unit wherever they are compiled. At
 * most `limit` mutants, spread over the functions; the same ones each time. `cache`: a
 * folder that is there for this very unit; parts that are sources of the unit are compiled
 * once for it. NULL: none. */
MUST_USE status mutants_build(const struct unit *unit, const struct source_list *parts, const char *cache,
                              const char *program, size_t limit, struct arena *arena, struct mutant_list *mutants);

#endif
