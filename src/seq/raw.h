/* raw: structs that a test fills by hand though the API has a function that sets them up.
 *
 * A person begins with context_init(&context). A test without that call often reaches the same lines, but knows what
 * is private to the unit and shows states that no user ever sees. */
#ifndef SKEP_SEQ_RAW_H
#define SKEP_SEQ_RAW_H

#include "seq/seq.h"

/* The struct or union that step makes by hand, alone and not in an array; NONE: it makes none. */
type_id step_made_by_hand(const struct model *model, const struct step *step);
/* The first step that is given variable v, or seq->n. */
uint32_t seq_first_use(const struct seq *seq, uint32_t v);

/* The types that tests can have made or set up by a function: an entry for each type, to be freed. */
bool *model_types_set_up(const struct model *model);
/* How many structs of these types the sequence makes by hand and hands to another function first. */
uint32_t seq_count_raw(const struct model *model, const bool *is_set_up, const struct seq *seq);
/* How many structs the sequence fills by hand before a function sets them up. If the function fails, the test goes on
 * with what it filled in. */
uint32_t seq_count_filled(const struct model *model, const bool *is_set_up, const struct seq *seq);

#endif
