/* evidence: an incident is a run that ended badly, with the functions that read it. */
#ifndef SKEP_JUDGE_EVIDENCE_H
#define SKEP_JUDGE_EVIDENCE_H

#include "judge/rules.h"

/* A run of a closed sequence that ended badly. All pointers are borrowed. */
struct incident {
	const struct model *model;
	const struct marks *marks;
	const struct seq *seq;           /* closed */
	uint32_t n_own;                  /* steps before the appended destroyers */
	const struct run *run;
	const struct sk_fault *fault;
	const struct frame *frames;      /* frames of the unit, innermost first */
	uint32_t n_frames;
	const bool *internal;            /* per function: not for users of the unit (judge/api/internal.h) */
	const struct breach *breach;     /* the built-in contract that does not hold, or NULL */
	bool is_foreign;                 /* the block that the access missed came from the heap, and was not
	                                    allocated by the unit */
	bool is_promoted;                /* the user promoted this place: faults here are bugs */
	const char *freed_by;            /* the function of the API that freed the memory; NULL: the memory was not
	                                    freed */
};

/* The step that was running; seq->n if the fault came after the last. */
uint32_t incident_step(const struct incident *incident);
/* The function that step i calls. Requires that step i is a call. */
const struct function *called_at(const struct incident *incident, uint32_t i);
/* The value of argument a of step i as a number; false if the value was not recorded. */
bool argument_value(const struct incident *incident, uint32_t i, uint32_t a, uint64_t *value);
/* A call before step i got the address of variable v, and may have changed the variable: argument_value() tells what it
 * was before. */
bool address_was_passed(const struct incident *incident, uint32_t i, uint32_t v);

bool is_pointer_param(const struct incident *incident, uint32_t function, uint32_t p);

/* For a walk back from the step that failed, which the caller has marked. Marks the variables that
 * step i got, except plain values, which do not tie steps together. Returns whether step i or a
 * variable that it got was marked before. */
bool takes_part(bool *marked, const struct seq *seq, uint32_t i);

/* The sequence destroys a result that its call had kept for itself, by the function `by` (NULL: by
 * any function). */
bool destroys_kept(const struct model *model, const struct seq *seq, const char *by);

/* Step k uses the object v, and does more than make it, set it up or read it. */
bool is_use_of(const struct incident *incident, uint32_t k, uint32_t v);

/* No object ties step i, a call, to other calls: it may set something for all later calls. */
bool is_for_all(const struct incident *incident, uint32_t i);

#endif
