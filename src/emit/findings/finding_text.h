/* finding_text: sentences about a finding that several outputs share. */
#ifndef SKEP_EMIT_FINDING_TEXT_H
#define SKEP_EMIT_FINDING_TEXT_H

#include "base/str.h"
#include "judge/judge.h"

/* "It writes 4 bytes, 0 past a block of 18 bytes."; nothing if the fault is not
 * about a block of memory. */
void finding_memory(const struct finding *finding, struct sb *out);

#endif
