/* mutation: which expectations of a suite notice that the unit is wrong.
 *
 * The suite is written with every expectation there could be and run once against
 * each mutant of the unit (instr/mutants/mutants.h), in the sandbox: a mutant may do
 * anything. An expectation that guards a value which varies with the input stays
 * anyway; one about a value that is always the same stays only if it kills a
 * mutant that nothing else kills. Private to emit/. */
#ifndef SKEP_EMIT_MUTATION_H
#define SKEP_EMIT_MUTATION_H

#include "emit/compilers.h"
#include "emit/suite/draft.h"

struct mutation;

struct mutation_limit {
	size_t mutants;
	double until;           /* a moment, when they are no longer tried; 0: never */
};

/* Runs the drafts, with the expectations they keep, against mutants. What the limit leaves no
 * room for is not counted.
 * They must be named; expectations that fail without a mutant are dropped, tests that die take no part.
 * *mutation is NULL if that cannot be done. It refers to drafts by their numbers.
 * `cache`: see instr/mutants/mutants.h; it lives as long as *mutation. */
MUST_USE status mutation_try(const struct unit *unit, const struct compilers *compilers, draft_list *drafts,
                             const struct variety *variety, const char *cache, struct mutation_limit limit,
                             struct mutation **mutation);
void mutation_free(struct mutation *mutation);

/* Drops candidates that kill no mutant which the other tests let live. Without mutants none stays;
 * `mutation` may be NULL. No more than `most` tests are kept in all; 0: as many as it takes. */
void mutation_choose_candidates(const struct mutation *mutation, draft_list *drafts, uint64_t most);
/* Drops expectations that cannot fail; `mutation` may be NULL. */
void mutation_choose(const struct mutation *mutation, const struct model *model, const struct variety *variety,
                     draft_list *drafts);

/* After calls of observers were taken out of the drafts: mutants that may have been
 * noticed by such a call alone are tried again. `mutation` may be NULL. */
MUST_USE status mutation_again(struct mutation *mutation, const struct unit *unit, const struct compilers *compilers,
                               draft_list *drafts, const struct variety *variety);

/* Mutants killed by what the drafts keep now, of all that were tried (each test needs its
 * time, and there is so much for all). */
struct count mutation_count(const struct mutation *mutation, const draft_list *drafts);
/* The others, in arena. */
size_t mutation_survivors(const struct mutation *mutation, const struct unit *unit, const draft_list *drafts,
                          struct arena *arena, const struct survivor **survivors);

#endif
