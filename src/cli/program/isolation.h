/* isolation: decides whether runs of a program can share a process.
 *
 * main() is called again and again after a reset, unless state outside of the reset's reach outlives a run.
 * Then every run gets a process of its own. In a shared process no threads can be started: a program that
 * starts some has to do without. */
#ifndef SKEP_CLI_PROGRAM_ISOLATION_H
#define SKEP_CLI_PROGRAM_ISOLATION_H

#include "emit/programs/corpus.h"
#include "exec/exec.h"

/* Runs plain command lines and the first seeds, each twice in one process. Sets fork_per_test if every run
 * needs a process of its own, and says why; otherwise sets refuse_threads. */
MUST_USE status isolation_find(const struct target *fast, const struct unit *unit, const struct shape *shape,
                               const invocation_list *seeds, struct exec_options *exec);

#endif
