/* mutation: expectations of a suite that notice a wrong unit.
 *
 * The suite is written with every possible expectation and run once against each mutant of the unit
 * (instr/mutants/mutants.h), in the sandbox, because a mutant may do anything. An expectation of a value that
 * varies with the input stays anyway. An expectation of a value that is always the same stays only if it kills
 * a mutant that nothing else kills. Private to emit/. */
#ifndef SKEP_EMIT_MUTATION_H
#define SKEP_EMIT_MUTATION_H

#include "emit/compilers.h"
#include "emit/suite/draft.h"

struct mutation;

struct mutation_limit {
	size_t mutants;
	double until;           /* a moment after which no mutant is tried; 0: never */
};

/* Runs the drafts, with the expectations they keep, against mutants. Mutants beyond the limit are not counted.
 * Drafts must have names. Expectations that fail without a mutant are dropped; tests that die take no part.
 * *mutation is NULL if mutants cannot be built. It refers to drafts by their numbers. `cache` (see
 * instr/mutants/mutants.h) lives as long as *mutation. */
MUST_USE status mutation_try(const struct unit *unit, const struct compilers *compilers, draft_list *drafts,
                             const struct variety *variety, const char *cache, struct mutation_limit limit,
                             struct mutation **mutation);
void mutation_free(struct mutation *mutation);

/* Drops candidates that kill no mutant which the other tests let live; without mutants, all candidates.
 * `mutation` may be NULL. At most `most` tests are kept in all; 0: as many as it takes. */
void mutation_choose_candidates(const struct mutation *mutation, draft_list *drafts, uint64_t most);
/* Drops expectations that cannot fail; `mutation` may be NULL. */
void mutation_choose(const struct mutation *mutation, const struct model *model, const struct variety *variety,
                     draft_list *drafts);

/* Tries mutants again that may have been noticed only by calls of observers which were since taken out of the
 * drafts. `mutation` may be NULL. */
MUST_USE status mutation_again(struct mutation *mutation, const struct unit *unit, const struct compilers *compilers,
                               draft_list *drafts, const struct variety *variety);

/* Returns the number of mutants that the kept expectations kill, of all that were tried. Not all are tried:
 * each test takes time, and the time for all is limited. */
struct count mutation_count(const struct mutation *mutation, const draft_list *drafts);
/* Lists the mutants that survive, in arena. */
size_t mutation_survivors(const struct mutation *mutation, const struct unit *unit, const draft_list *drafts,
                          struct arena *arena, const struct survivor **survivors);

#endif
