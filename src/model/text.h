/* text: the model as text that a user reads and corrects.
 *
 *     # skep model ring.c        edit, then: skep gen ring.c --model ring.model
 *     struct ring: opaque handle, made by ring_new, destroyed by ring_free
 *
 *     ring_new(cap)              cap: int
 *     ring_push(ring, x)         ring: not null
 *     ring_pop(ring, out)        out: out-parameter, not null (learned: crashed with null)
 *     ring_fill(ring, data, n)   data: buffer of n ints (learned)
 *     ring_dump(ring, file)      not called: FILE * for writing is switched off (--files)
 *
 * docs/model.md has the grammar. model_print() and model_correct() are inverse: a printed
 * text, read into a fresh model of the unit, is printed again without a change. */
#ifndef SKEP_MODEL_TEXT_H
#define SKEP_MODEL_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "model/model.h"

/* Prints the model. `command` is the user's command ("skep model ring.c") for the first line; it
 * may be NULL. */
void model_print(const struct model *model, const char *command, struct sb *out);
/* Applies an edited text, which overrules all that was inferred. Functions that it does not name
 * stay as they are. Unknown names and words are errors with file, line and the words that would
 * fit. After an error, the model may be corrected in part. */
MUST_USE status model_correct(struct model *model, const char *text, const char *file_name);

#endif
