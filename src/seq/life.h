/* life: which variables of a sequence may still be used, and which the test must destroy.
 *
 * A test never uses a destroyed value, and destroys everything it made. The test owns the result of
 * a maker until a call destroys it or takes it over. The result of any other call is borrowed from
 * the handles that the call got, and dies with them. These functions look at model and sequence
 * only; nothing runs. */
#ifndef SKEP_SEQ_LIFE_H
#define SKEP_SEQ_LIFE_H

#include "seq/seq.h"

struct life {
	bool alive;     /* a later step may use it */
	bool owned;     /* the test must destroy it */
};

/* Fills `out`, which has seq->n entries. */
void seq_lives(const struct model *model, const struct seq *seq, struct life *out);

/* No step uses a variable after its life ended. (A call may set up memory of the test again.) */
bool seq_uses_the_living(const struct model *model, const struct seq *seq);

/* A call ends the life of variable v, or takes it over. */
bool seq_is_taken(const struct model *model, const struct seq *seq, uint32_t v);

/* The function that destroys values of this pointer type and needs no other object; NONE if there
 * is none. Of several, the function whose name is most like that of the maker (which may be NULL). */
uint32_t model_destroyer(const struct model *model, type_id type, const char *maker);

/* A function destroys the value in a variable of this type, given the value or its address. */
bool model_can_end(const struct model *model, type_id type);

/* The sequence with calls appended that destroy everything that the test still owns, newest first.
 * Returns `seq` itself if there is nothing to destroy. */
const struct seq *seq_close(struct arena *arena, const struct model *model, const struct seq *seq);
/* Like seq_close(), for a sequence whose last call ends the program. The last call destroyed nothing and took
 * nothing over, because it did not return: a caller who makes it in a process of its own still owns everything. */
const struct seq *seq_close_ending(struct arena *arena, const struct model *model, const struct seq *seq);

#endif
