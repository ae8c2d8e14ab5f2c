/* landlock: the paths that a sandboxed process may access. For sandbox.c only. */
#ifndef SKEP_PROC_LANDLOCK_H
#define SKEP_PROC_LANDLOCK_H

#include "base/status.h"

/* The version of Landlock that this kernel offers; 0: none. */
int landlock_abi(void);

/* Makes rules for a kernel of at least this version: everything but devices may be read, and only
 * `scratch` may be written. *ruleset closes on exec. */
MUST_USE status landlock_make_rules(const char *scratch, int abi, int *ruleset);

/* Puts the calling process under the rules for ever; 0, or -1 with errno. Needs
 * PR_SET_NO_NEW_PRIVS. */
int landlock_enter(int ruleset);

#endif
