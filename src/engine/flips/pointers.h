/* pointers: flips of conditions that depend on the pointers a test passes.
 *
 * No byte of a literal makes a pointer null or equal to another pointer: the test must be built differently. A
 * pointer becomes null, a null pointer becomes a fresh object of its type, or one pointer becomes another of
 * the same type. Objects start out empty with null pointers in them. The next trace meets these and asks again,
 * so lists and trees grow as deep as the conditions ask for. */
#ifndef SKEP_ENGINE_FLIPS_POINTERS_H
#define SKEP_ENGINE_FLIPS_POINTERS_H

#include "exec/trace.h"
#include "seq/seq.h"

/* True if the condition's label depends on a pointer that the test passes. */
bool pointers_matter(const struct trace *trace, uint32_t label, const struct model *model, const struct seq *seq);

/* Returns the test, built so that the label comes out as `outcome` (0 or 1); NULL: it cannot be built. */
const struct seq *pointers_flip(struct arena *arena, const struct model *model, const struct seq *seq,
                                const struct trace *trace, uint32_t label, bool outcome);

#endif
