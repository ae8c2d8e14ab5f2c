/* change: makes invocations from invocations, by changes of bytes, words and arguments. */
#ifndef SKEP_ENGINE_PROGRAM_CHANGE_H
#define SKEP_ENGINE_PROGRAM_CHANGE_H

#include "base/rng.h"
#include "engine/program/dictionary.h"
#include "engine/program/shape.h"

struct changer {
	const struct shape *shape;
	const struct dictionary *dictionary;
	struct rng *rng;
	struct arena *arena;     /* new texts lie here */
	uint64_t swarm;          /* chooses about half of the options, which are then in play; 0: all */
};

/* Changes one to a few places. `other` (may be NULL) is an invocation from which parts may be taken. */
void change_some(const struct changer *changer, struct invocation *invocation, const struct invocation *other);
/* Adds some options, operands and input to a free command line. */
void change_compose(const struct changer *changer, struct invocation *invocation);
/* Adds the option, with an argument if it takes one. */
void change_add_option(const struct changer *changer, struct invocation *invocation, struct option_word option);
/* Adds files for argument words that name them. */
void change_supply_files(const struct changer *changer, struct invocation *invocation);

/* Puts each value that a run compared in the place of its partner in the input, in up to `most` ways. The
 * caller releases each result. Returns their number. */
size_t change_by_comparisons(const struct changer *changer, const struct invocation *invocation, const struct run *run,
                             struct invocation *out, size_t most);

#endif
