/* incidents: runs that ended badly become incidents, with all that is known of the place.
 *
 * Addresses become frames; whose block was hit, who freed it, and whether the user
 * promoted the place is found out once, so that circumstances can be asked of the incident alone. */
#ifndef SKEP_JUDGE_INCIDENTS_H
#define SKEP_JUDGE_INCIDENTS_H

#include "judge/checker.h"
#include "judge/evidence.h"

struct incidents {
	const struct unit *unit;
	struct symbolizer *symbolizer;
	const bool *internal;             /* per function: not for users */
	const char *const *promoted;      /* places where the user has bugs */
	size_t n_promoted;
	struct arena *arena;              /* of the frames of the incident at hand */
};

/* `internal` must outlive it. */
MUST_USE status incidents_init(struct incidents *incidents, const struct unit *unit, const struct target *checked,
                               const bool *internal);
void incidents_release(struct incidents *incidents);

/* The incident that a run of a closed sequence is; its steps from n_own on destroy what it
 * made. `breach` is the built-in contract that the run breaks, if its fault says so. The incident lasts until the
 * next is made, and as long as the run. */
void incident_of(struct incidents *incidents, const struct seq *closed, uint32_t n_own, const struct run *run,
                 const struct breach *breach, struct incident *incident);

#endif
