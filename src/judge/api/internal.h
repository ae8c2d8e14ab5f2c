/* internal: which functions of a unit are not for its users.
 *
 * C does not say. A static function is not; nor is one whose header is named so
 * (private, internal, ...), or is not installed while another one is
 * (judge/api/installed.h), or lies beside the sources while the header that declares
 * most lies elsewhere, or serves the unit's other files: of what it declares, nearly
 * everything is called or named across files, and it is not the header that declares
 * most. Where headers exist, a function that none of them declares is not for users
 * either. A test may call such functions, but a fault in one proves little: its
 * callers may promise what the test does not keep. */
#ifndef SKEP_JUDGE_INTERNAL_H
#define SKEP_JUDGE_INTERNAL_H

#include "front/front.h"
#include "instr/instr.h"

/* One bool per function of the model, in arena. */
bool *find_internal(const struct unit *unit, const struct target *target, struct arena *arena);

#endif
