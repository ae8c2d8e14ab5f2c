/* internal: which functions of a unit are not for its users.
 *
 * C does not say. These functions are internal: static functions; functions of a header with a
 * telling name (private, internal, ...); functions of a header that is not installed while another
 * header is (judge/api/installed.h); functions of a header beside the sources while the header with
 * the most declarations lies elsewhere; functions of a header that serves the unit's other files,
 * which is one that does not have the most declarations and of whose functions nearly all are
 * called or named across files; and, where headers exist, functions that no header declares. A test
 * may call internal functions, but a fault in one proves little: its callers may promise more than
 * the test keeps. */
#ifndef SKEP_JUDGE_INTERNAL_H
#define SKEP_JUDGE_INTERNAL_H

#include "front/front.h"
#include "instr/instr.h"

/* An array with an entry per function of the model, in arena. */
bool *find_internal(const struct unit *unit, const struct target *target, struct arena *arena);

#endif
