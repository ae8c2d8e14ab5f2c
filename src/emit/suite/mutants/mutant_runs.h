/* mutant_runs: tests against mutants, all in copies of one program that is started once.
 *
 * The program (instr/mutants/mutants.h) waits in the sandbox and forks a copy of itself for each run. A mutant
 * may do anything there. A run that hangs, ends the program, or leaves processes behind costs another start of
 * the program and nothing else. Private to emit/. */
#ifndef SKEP_EMIT_MUTANT_RUNS_H
#define SKEP_EMIT_MUTANT_RUNS_H

#include "base/status.h"
#include "base/str.h"
#include "instr/mutants/mutants.h"
#include "proc/sandbox.h"

struct mutant_runs {
	const char *program;
	const char *box;             /* the folder to run in; emptied before each run */
	/* private, zero at first */
	struct sandboxed server;     /* pid 0: not started */
	int socket, out;             /* to the server; output of the copies */
	char *children;              /* the list of our child processes, once the program was started */
	double longest;              /* seconds of a run that passed */
	unsigned waited_for;         /* runs that never came back */
};

/* Runs the tests of the request against its mutant. `out` gets their output. *passed: the copy ended by itself,
 * with 0. */
MUST_USE status mutant_runs_do(struct mutant_runs *runs, const struct mutant_request *request,
                               const struct mutant_test *tests, struct sb *out, bool *passed);
/* Ends the program. The next run starts it again. */
void mutant_runs_end(struct mutant_runs *runs);

#endif
