/* format: what a printf-like format asks for, and whether a call passes it. */
#ifndef SKEP_SEQ_FORMAT_H
#define SKEP_SEQ_FORMAT_H

#include "seq/seq.h"

/* A directive for an argument of the (canonical) type, chosen by a number: "%d", "%5x", "%s"; NULL: there is none. */
const char *format_directive(const struct type *type, uint64_t choice);

/* Every directive of the text finds an argument of its type behind the named parameters, and none is left. */
bool format_agrees(const struct model *model, const struct function *function, const char *text, size_t size);

/* All formats that calls of the sequence get agree with what follows. */
bool seq_formats_agree(const struct model *model, const struct seq *seq);

#endif
