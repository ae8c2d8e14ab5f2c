/* invocation: one run of a program as plain data: arguments, standard input, files, environment.
 *
 * A test of a program is a sequence whose last step runs it (STEP_RUN); the steps before make the
 * texts and put the contents in place. Whoever changes, shortens or writes such a test works on the
 * invocation and turns it into a sequence again; both say the same. */
#ifndef SKEP_SEQ_INVOCATION_H
#define SKEP_SEQ_INVOCATION_H

#include "base/vec.h"
#include "seq/seq.h"

struct bytes {
	const unsigned char *at;
	uint32_t size;
};

/* A file or an environment variable. */
struct named_bytes {
	const char *name;
	struct bytes contents;
};

struct invocation {
	const char *program;                 /* argv[0] */
	VEC(struct bytes) args;              /* without final zeroes, and none inside */
	bool has_input;                      /* there is something on standard input, perhaps nothing */
	struct bytes input;
	VEC(struct named_bytes) files, variables;
};

/* The main() that runs are made with: of several the first that is not of the context; NONE. */
uint32_t invocation_main(const struct model *model);
/* The type of texts that arguments have; NONE: the unit has no such type, and takes none. */
type_id invocation_text_type(const struct model *model);

/* Empty, for the program of that name. */
void invocation_init(struct invocation *invocation, const char *program);
void invocation_release(struct invocation *invocation);
/* A copy with lists of its own; texts are shared. */
void invocation_copy(struct invocation *to, const struct invocation *from);

void invocation_add_arg(struct invocation *invocation, const void *text, size_t size);
/* NULL: there is no file of that name. */
struct named_bytes *invocation_file(const struct invocation *invocation, const char *name);

/* The sequence, in arena; what does not fit is left out. */
const struct seq *invocation_seq(const struct invocation *invocation, const struct model *model, struct arena *arena);
/* The inputs of the last run in the sequence; false if it runs no program. Texts lie in the
 * sequence and in arena. */
bool invocation_of(struct invocation *invocation, const struct seq *seq, struct arena *arena);
/* The sequence runs a program. */
bool seq_runs(const struct seq *seq);

/* Bytes of everything, for whom shorter is better. */
uint64_t invocation_size(const struct invocation *invocation);

#endif
