/* life: which variables of a sequence may still be used, and who must destroy them.
 *
 * A test never uses a destroyed value and destroys what it made. What a maker
 * gave is owned by the test until a call destroys it or takes it over. What any
 * other call gave is borrowed from the handles it was asked of, and dies with
 * them. Plain functions of model and sequence; nothing runs. */
#ifndef SKEP_SEQ_LIFE_H
#define SKEP_SEQ_LIFE_H

#include "seq/seq.h"

struct life {
	bool alive;     /* a further step may use it */
	bool owned;     /* the test must destroy it */
};

/* `out` has seq->n entries. */
void seq_lives(const struct model *model, const struct seq *seq, struct life *out);

/* No step uses a variable whose life ended before. (Memory of the test may be set
 * up once more.) */
bool seq_uses_the_living(const struct model *model, const struct seq *seq);

/* Some call ends the life of variable v, or takes it over. */
bool seq_is_taken(const struct model *model, const struct seq *seq, uint32_t v);

/* The function that destroys what has this pointer type and needs nothing else; NONE if
 * there is none. Of several the one whose name is most like that of the maker (may be
 * NULL). */
uint32_t model_destroyer(const struct model *model, type_id type, const char *maker);

/* Some function destroys what is in a variable of this type, given it or its address. */
bool model_can_end(const struct model *model, type_id type);

/* The sequence with calls appended that destroy what the test still owns, newest
 * first. The same sequence if there is nothing to destroy. */
const struct seq *seq_close(struct arena *arena, const struct model *model, const struct seq *seq);
/* The same of a sequence whose last call ends the program, and so neither destroyed anything nor took it over: who
 * made that call in a process of its own still has everything. */
const struct seq *seq_close_ending(struct arena *arena, const struct model *model, const struct seq *seq);

#endif
