/* edits: insertions into preprocessed text. Private to front/. */
#ifndef SKEP_FRONT_EDITS_H
#define SKEP_FRONT_EDITS_H

#include "front/read/walk.h"

/* The text with all edits made; the caller frees it. It starts with a line that declares the marks
 * and a line marker, so lines keep their numbers. The edits are sorted in place. */
char *edits_apply(edit_vec *edits, const char *text, size_t length, size_t *marked_length);

#endif
