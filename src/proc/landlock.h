/* landlock: which paths a sandboxed process may touch. For sandbox.c only. */
#ifndef SKEP_PROC_LANDLOCK_H
#define SKEP_PROC_LANDLOCK_H

#include "base/status.h"

/* The version of Landlock this kernel offers; 0: none. */
int landlock_abi(void);

/* Rules for a kernel of at least this version: everything may be read but
 * devices, and only `scratch` written. *ruleset closes on exec. */
MUST_USE status landlock_make_rules(const char *scratch, int abi, int *ruleset);

/* Puts the calling process under the rules, for ever; 0 or -1 with errno. Needs
 * PR_SET_NO_NEW_PRIVS. */
int landlock_enter(int ruleset);

#endif
