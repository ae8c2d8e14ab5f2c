/* literal: changes one literal of a sequence, and everything that depends on it. */
#ifndef SKEP_SEQ_LITERAL_H
#define SKEP_SEQ_LITERAL_H

#include "seq/seq.h"

/* The step consists of bytes that a test may choose freely. */
bool step_is_literal(const struct model *model, const struct step *step);

/* Literal i is the length of a block in some call. It follows the block, and must not be chosen
 * freely. */
bool seq_is_length(const struct model *model, const struct seq *seq, uint32_t i);

/* Variable v is the descriptor of an open file in some call. */
bool seq_is_descriptor(const struct model *model, const struct seq *seq, uint32_t v);

/* Step i is a literal that nothing else determines: not the length of a block, not a format, not a number that
 * selects the arguments behind "...", and not a number for a descriptor, because other numbers may be files of
 * other code. */
bool seq_is_free_literal(const struct model *model, const struct seq *seq, uint32_t i);
/* Sets is_free[i] to seq_is_free_literal() of all steps at once; the array has seq->n entries. */
void seq_find_free(const struct model *model, const struct seq *seq, bool *is_free);

/* The plainest value for a parameter that is a number: zero, or the descriptor of an empty file. It
 * has at most 16 bytes. */
struct step step_plainest(const struct model *model, const struct param *param);

/* The size of one element in bytes; 1 for texts, void and files. */
uint64_t step_element_size(const struct model *model, const struct step *step);

/* The least number of elements of block i: a call reads so many and gets no length, or takes the
 * block for one object. 0: any number will do. */
uint32_t seq_least_count(const struct model *model, const struct seq *seq, uint32_t i);

/* This byte of a literal may have any value: it is not part of a pointer (fills decide those), a
 * truth value or a tag. */
bool step_byte_is_free(const struct model *model, const struct step *step, uint64_t at);

/* In every call, ends and places lie in the buffer that the call gets, or both are null. */
bool seq_ends_fit(const struct model *model, const struct seq *seq);

/* The sequence in which every literal that is a length has the right value; if several blocks share
 * it, the smallest block counts. Fields that are lengths are settled, too (fields.h), and places
 * behind the end of their block move to the end. Returns `seq` itself if everything is right. */
const struct seq *seq_settle_lengths(struct arena *arena, const struct model *model, const struct seq *seq);

/* The sequence with other bytes in literal i, cut to whole elements, with lengths settled. Places
 * at the end of the literal stay at the end. Fills that no longer fit are left out. */
const struct seq *seq_with_bytes(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 const void *bytes, size_t size);

#endif
