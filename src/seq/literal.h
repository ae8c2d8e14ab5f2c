/* literal: changing one literal of a sequence so that what depends on it follows. */
#ifndef SKEP_SEQ_LITERAL_H
#define SKEP_SEQ_LITERAL_H

#include "seq/seq.h"

/* The step is made of bytes that a test may choose freely. */
bool step_is_literal(const struct model *model, const struct step *step);

/* Literal i tells the length of a block in some call: it follows the block and is
 * not to be chosen freely. */
bool seq_is_length(const struct model *model, const struct seq *seq, uint32_t i);

/* Variable v stands for an open file in some call. */
bool seq_is_descriptor(const struct model *model, const struct seq *seq, uint32_t v);

/* Step i is a literal that nothing else decides about: neither the length of a block, nor a format or a number that
 * says what follows behind "...", nor a number where a descriptor is wanted. Other numbers may be files of somebody else. */
bool seq_is_free_literal(const struct model *model, const struct seq *seq, uint32_t i);
/* Asks seq_is_free_literal() for all steps at once: is_free has seq->n entries. */
void seq_find_free(const struct model *model, const struct seq *seq, bool *is_free);

/* The plainest thing that a call can be given for a parameter that is a number: zero, or
 * the descriptor of an empty file. At most 16 bytes. */
struct step step_plainest(const struct model *model, const struct param *param);

/* Bytes of one element: 1 for texts, void and files. */
uint64_t step_element_size(const struct model *model, const struct step *step);

/* Elements that block i must have because a call says how many it reads, and no
 * length is passed, or takes it for one object; 0: any number will do. */
uint32_t seq_least_count(const struct model *model, const struct seq *seq, uint32_t i);

/* Any value may stand at this byte of a literal: it is no part of a pointer (fills
 * say where those lead), of a truth value or of a tag. */
bool step_byte_is_free(const struct model *model, const struct step *step, uint64_t at);

/* Every call gets ends and places that lie in the buffer it gets, or null with null. */
bool seq_ends_fit(const struct model *model, const struct seq *seq);

/* The sequence with every literal that tells a length saying what there is: of the
 * blocks that share it the smallest counts. Fields that tell lengths are settled, too
 * (fields.h). Places behind the end of their block move to its end. The same sequence if
 * all agree. */
const struct seq *seq_settle_lengths(struct arena *arena, const struct model *model, const struct seq *seq);

/* The sequence with other bytes at literal i, cut to whole elements, and lengths
 * settled; places at the end of it stay at the end. Fills that no longer fit are left out. */
const struct seq *seq_with_bytes(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 const void *bytes, size_t size);

#endif
