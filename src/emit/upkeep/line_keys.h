/* line_keys: finds the changed lines of a source without a copy of the old source.
 *
 * A line is remembered by four letters: 24 bits of its hash, without blanks at both ends. */
#ifndef SKEP_EMIT_UPKEEP_LINE_KEYS_H
#define SKEP_EMIT_UPKEEP_LINE_KEYS_H

#include "front/changes/changes.h"

/* Returns the keys of all lines, one behind the other. In arena. */
const char *line_keys(const char *text, struct arena *arena);
/* Adds the lines of `file` that are in `now` and not in `before`. Where lines were only removed, the line
 * before the gap and the line behind it count as changed. */
void line_keys_compare(const char *before, const char *now, const char *file, struct changes *changes);

#endif
