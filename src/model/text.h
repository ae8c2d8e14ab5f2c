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
 */
#ifndef SKEP_MODEL_TEXT_H
#define SKEP_MODEL_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "model/model.h"

void model_print(const struct model *model, const char *command, struct sb *out);
/* Applies an edited text: what it says wins over what was inferred. Functions it
 * does not name stay as they are; unknown names and words are errors with file,
 * line and the words that would fit. */
MUST_USE status model_correct(struct model *model, const char *text, const char *file_name);

#endif
