/* inputs: the bytes of a test that are symbolic, and what becomes of the test when
 * some of them change.
 *
 * Every byte of every literal is an input. Some are not for the solver to choose:
 * parts of pointers, format strings. A number that tells the length of a buffer is
 * chosen within bounds first, and the buffer follows it, as it does where its end is
 * chosen. A string whose end is overwritten grows. */
#ifndef SKEP_ENGINE_FLIPS_INPUTS_H
#define SKEP_ENGINE_FLIPS_INPUTS_H

#include "seq/seq.h"
#include "solve/solve.h"

/* The sequence with each use of a literal a literal of its own: one that is used
 * twice could not be given two values. */
const struct seq *inputs_expand(struct arena *arena, const struct model *model, const struct seq *seq);

struct inputs {
	VEC(struct input_byte) bytes;
	VEC(bool) fixed;
	bool has_lengths;        /* some were fixed because they tell a length */
};

/* The inputs of a test. Lengths keep to one byte unless `wide`. Zero-initialise. */
void inputs_read(struct inputs *inputs, const struct model *model, const struct seq *seq, bool wide);
void inputs_release(struct inputs *inputs);

/* The sequence with these bytes changed and everything that hangs on them; NULL if
 * that makes no test. *resized: a buffer or string has another size than before. */
const struct seq *inputs_change(struct arena *arena, const struct model *model, const struct seq *seq,
                                const struct input_byte *changes, size_t n, bool *resized);

/* The scalar at a byte of a type, and where it starts; 0: padding, or beyond it. A
 * pointer wins over the other members of a union. */
type_id scalar_at(const struct model *model, type_id type, uint64_t offset, uint64_t *start);
/* The scalar at a byte that a step holds. */
type_id step_scalar_at(const struct model *model, const struct step *step, uint64_t offset, uint64_t *start);

#endif
