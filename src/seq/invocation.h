/* invocation: one run of a program as plain data: arguments, standard input, files, environment.
 *
 * A test of a program is a sequence whose last step runs it (STEP_RUN); the steps before make the
 * texts and put the contents in place. Code that changes, shortens or writes such a test works on
 * the invocation and turns it into a sequence again; both have the same content. */
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
	VEC(struct bytes) args;              /* without final zeroes; no zeroes are inside */
	bool has_input;                      /* standard input is given, perhaps empty */
	struct bytes input;
	VEC(struct named_bytes) files, variables;
};

/* The main() that runs use: of several, the first that is not of the context; NONE: there is none. */
uint32_t invocation_main(const struct model *model);
/* The type of the texts that are arguments; NONE: the unit has no such type, so it takes no
 * arguments. */
type_id invocation_text_type(const struct model *model);

/* Makes an empty invocation of the program with this name. */
void invocation_init(struct invocation *invocation, const char *program);
void invocation_release(struct invocation *invocation);
/* Makes a copy with lists of its own; the texts are shared. */
void invocation_copy(struct invocation *to, const struct invocation *from);

void invocation_add_arg(struct invocation *invocation, const void *text, size_t size);
/* The file with this name; NULL: there is none. */
struct named_bytes *invocation_file(const struct invocation *invocation, const char *name);

/* The sequence, in arena; contents that do not fit are left out. */
const struct seq *invocation_seq(const struct invocation *invocation, const struct model *model, struct arena *arena);
/* Fills in the inputs of the last run in the sequence; false if it runs no program. The texts
 * belong to the sequence or are in arena. */
bool invocation_of(struct invocation *invocation, const struct seq *seq, struct arena *arena);
/* The sequence runs a program. */
bool seq_runs(const struct seq *seq);

/* The number of all bytes, for comparisons by size. */
uint64_t invocation_size(const struct invocation *invocation);

#endif
