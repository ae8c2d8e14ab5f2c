/* isolation: whether runs of a program can share a process.
 *
 * main() is called again and again after a reset, unless something of a run outlives it: state that
 * lies outside of what is reset, or threads. Then every run gets a process of its own. */
#ifndef SKEP_CLI_PROGRAM_ISOLATION_H
#define SKEP_CLI_PROGRAM_ISOLATION_H

#include "emit/programs/corpus.h"
#include "instr/instr.h"

/* Tries plain command lines and the first seeds, each twice in one process. *forks: every run needs
 * one of its own. Says which. */
MUST_USE status isolation_find(const struct target *fast, const struct unit *unit, const struct shape *shape,
                               const invocation_list *seeds, bool *forks);

#endif
