/* incidents: turns a run that ended badly into an incident, with all that is known of the place.
 *
 * Addresses become frames. The owner of the memory that was hit, the function that freed it, and whether the user
 * promoted the place are found out once, so that the predicates of circumstances need the incident alone. */
#ifndef SKEP_JUDGE_INCIDENTS_H
#define SKEP_JUDGE_INCIDENTS_H

#include "judge/checker.h"
#include "judge/evidence.h"

struct incidents {
	const struct unit *unit;
	struct symbolizer *symbolizer;
	const bool *internal;             /* per function: not for users of the unit; borrowed */
	const char *const *promoted;      /* places where the user says that faults are bugs; borrowed */
	size_t n_promoted;
	struct arena *arena;              /* memory for the frames of the current incident */
};

/* Starts a symbolizer for the checked target. `internal` must outlive `incidents`. */
MUST_USE status incidents_init(struct incidents *incidents, const struct unit *unit, const struct target *checked,
                               const bool *internal);
void incidents_release(struct incidents *incidents);

/* Fills *incident from a run of a closed sequence, whose steps from n_own on destroy what the test made. `breach` is
 * the built-in contract that the run breaks, if its fault says so. The incident is valid until the next call of this
 * function, and as long as the run. */
void incident_of(struct incidents *incidents, const struct seq *closed, uint32_t n_own, const struct run *run,
                 const struct breach *breach, struct incident *incident);

#endif
