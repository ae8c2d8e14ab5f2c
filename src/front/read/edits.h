/* edits: insertions into preprocessed text. Private to front/. */
#ifndef SKEP_FRONT_EDITS_H
#define SKEP_FRONT_EDITS_H

#include "front/read/walk.h"

/* The text with all edits made, preceded by a line that declares the marks. The
 * edits are sorted in place. Lines keep their numbers: a line marker follows. */
char *edits_apply(edit_vec *edits, const char *text, size_t length, size_t *marked_length);

#endif
