/* isolation: whether runs of a program can share a process.
 *
 * main() is called again and again after a reset, unless something of a run outlives it: state that
 * lies outside of what is reset. Then every run gets a process of its own. In a shared process no
 * threads can be started: a program that would has to do without. */
#ifndef SKEP_CLI_PROGRAM_ISOLATION_H
#define SKEP_CLI_PROGRAM_ISOLATION_H

#include "emit/programs/corpus.h"
#include "exec/exec.h"

/* Tries plain command lines and the first seeds, each twice in one process. Sets fork_per_test if every
 * run needs one of its own, and says which; refuse_threads otherwise. */
MUST_USE status isolation_find(const struct target *fast, const struct unit *unit, const struct shape *shape,
                               const invocation_list *seeds, struct exec_options *exec);

#endif
