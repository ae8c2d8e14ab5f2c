/* inputs: the symbolic bytes of a test, and the test with some of them changed.
 *
 * Every byte of every literal is an input. Some inputs are not for the solver to choose: parts of pointers,
 * format strings. A number that gives the length of a buffer is first chosen within bounds, and the buffer
 * follows it. A buffer also follows a change of its end. A string whose end is overwritten grows. */
#ifndef SKEP_ENGINE_FLIPS_INPUTS_H
#define SKEP_ENGINE_FLIPS_INPUTS_H

#include "seq/seq.h"
#include "solve/solve.h"

/* Returns the sequence with a literal of its own for each use: a literal that is used twice could not get two
 * values. */
const struct seq *inputs_expand(struct arena *arena, const struct model *model, const struct seq *seq);

struct inputs {
	VEC(struct input_byte) bytes;
	VEC(bool) fixed;
	bool has_lengths;        /* some inputs were fixed because they give a length */
};

/* Reads the inputs of a test. Lengths stay within one byte unless `wide`. *inputs begins as all zeroes. */
void inputs_read(struct inputs *inputs, const struct model *model, const struct seq *seq, bool wide);
void inputs_release(struct inputs *inputs);

/* Returns the sequence with these bytes changed, and everything that depends on them; NULL: the result is no
 * test. *resized: a buffer or string has another size than before. */
const struct seq *inputs_change(struct arena *arena, const struct model *model, const struct seq *seq,
                                const struct input_byte *changes, size_t n, bool *resized);

/* Returns the type of the scalar at a byte of a type, and its start; 0: padding, or beyond the type. In a union
 * a pointer wins over other members. */
type_id scalar_at(const struct model *model, type_id type, uint64_t offset, uint64_t *start);
/* Returns the type of the scalar at a byte of a step's value. */
type_id step_scalar_at(const struct model *model, const struct step *step, uint64_t offset, uint64_t *start);

#endif
