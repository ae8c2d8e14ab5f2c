/* trials: circumstances that only other runs can show.
 *
 * A trial runs variants of the sequence that failed: with another number, with other characters, with a call that sets
 * an object up. If a variant does not fail, its difference is to blame. trials.c has the list of trials, in their
 * order. The trials of an incident take a hundred runs and more, and a search may come back to a fault in every second
 * test, so of incidents that look alike only a few are tried. */
#ifndef SKEP_JUDGE_TRIALS_H
#define SKEP_JUDGE_TRIALS_H

#include "base/map.h"
#include "judge/checker.h"
#include "judge/evidence.h"

struct trials {
	struct map counts;            /* incidents that look alike -> their number */
	struct map found;             /* incidents that look alike -> the result of their last trials: a number in
	                                 `sets`, from 1 */
	VEC(struct circumstances) sets;
};

void trials_release(struct trials *trials);

/* An incident to be tried, with all that is known without trials. */
struct question {
	const struct incident *incident;
	enum fault_class class;
	struct circumstances circumstances;
	const struct rule *rule;      /* the rule that decides in these circumstances */
	struct look look;             /* how the variants are looked at */
};

/* Holds the trials. *found: the circumstances that they find. *ran: variants ran, so the incident's own run is gone. */
MUST_USE status trials_hold(struct trials *trials, struct checker *checker, struct arena *arena,
                            const struct question *question, struct circumstances *found, bool *ran);

#endif
