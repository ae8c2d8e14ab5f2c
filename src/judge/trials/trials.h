/* trials: circumstances that only other runs can show, in the order they are looked for.
 *
 * A trial runs variants of the sequence that failed: with another number, with other
 * characters, with a call that sets an object up. If a variant does not fail, the difference is to blame.
 * trials.c has the list. Trials take a hundred runs and more, and a search may come
 * back to a fault in every second test: of incidents that look alike only a few are tried. */
#ifndef SKEP_JUDGE_TRIALS_H
#define SKEP_JUDGE_TRIALS_H

#include "base/map.h"
#include "judge/checker.h"
#include "judge/evidence.h"

struct trials {
	struct map counts;            /* incidents that look alike -> how many there were */
	struct map found;             /* the same -> what the last trials found: number of a set below, from 1 */
	VEC(struct circumstances) sets;
};

void trials_release(struct trials *trials);

/* An incident to be tried, and how it looks without. */
struct question {
	const struct incident *incident;
	enum fault_class class;
	struct circumstances circumstances;
	const struct rule *rule;      /* that decides in these */
	struct look look;             /* how the variants are looked at */
};

/* *found: the circumstances that trials find. *ran: something was run, so that the incident's own run is
 * gone. */
MUST_USE status trials_hold(struct trials *trials, struct checker *checker, struct arena *arena,
                            const struct question *question, struct circumstances *found, bool *ran);

#endif
