/* facts: the facts that a build learned about the unit, as text beside the executable. Private to
 * instr/. */
#ifndef SKEP_INSTR_FACTS_H
#define SKEP_INSTR_FACTS_H

#include "base/str.h"
#include "instr/instr.h"

/* Writes the facts; `program` is the hash of the finished executable. */
void facts_write(const struct target *target, const struct unit *unit, uint64_t program, struct sb *out);
/* Fills target (flow, starts_threads) and unit from the text. False if the text is damaged or does
 * not fit the unit; then target and unit are unchanged, except for additions to model->missing. */
bool facts_read(const char *text, size_t length, uint64_t program, struct target *target, struct unit *unit);

#endif
