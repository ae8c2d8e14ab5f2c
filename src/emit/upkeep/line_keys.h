/* line_keys: which lines of a source changed, without a copy of the source.
 *
 * A line is remembered by four letters: 24 bits of its hash, blanks at both ends left out. */
#ifndef SKEP_EMIT_UPKEEP_LINE_KEYS_H
#define SKEP_EMIT_UPKEEP_LINE_KEYS_H

#include "front/changes/changes.h"

/* The keys of all lines, one behind the other. In arena. */
const char *line_keys(const char *text, struct arena *arena);
/* Adds the lines of `file` that are in `now` and not in `before`. Where lines were only taken away, the line before
 * and the line behind are meant. */
void line_keys_compare(const char *before, const char *now, const char *file, struct changes *changes);

#endif
