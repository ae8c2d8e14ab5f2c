/* format: the arguments that a printf-like format asks for, and whether a call passes them. */
#ifndef SKEP_SEQ_FORMAT_H
#define SKEP_SEQ_FORMAT_H

#include "seq/seq.h"

/* A directive for an argument of this canonical type, as "%d", "%5x" or "%s"; `choice` selects one. NULL: there is
 * none. */
const char *format_directive(const struct type *type, uint64_t choice);

/* Every directive of the text has an argument of its type behind the named parameters, and no argument is left
 * over. */
bool format_agrees(const struct model *model, const struct function *function, const char *text, size_t size);

/* Each format that a call of the sequence gets agrees with the arguments behind it. */
bool seq_formats_agree(const struct model *model, const struct seq *seq);

#endif
