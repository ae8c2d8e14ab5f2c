/* evidence: what happened: a run that ended badly, and how to read it. */
#ifndef SKEP_JUDGE_EVIDENCE_H
#define SKEP_JUDGE_EVIDENCE_H

#include "judge/rules.h"

/* A run of a closed sequence that ended badly. */
struct incident {
	const struct model *model;
	const struct marks *marks;
	const struct seq *seq;           /* closed */
	uint32_t n_own;                  /* steps before the appended destroyers */
	const struct run *run;
	const struct sk_fault *fault;
	const struct frame *frames;      /* the unit's */
	uint32_t n_frames;
	const bool *internal;            /* per function: not for users (judge/api/internal.h) */
	const struct breach *breach;     /* the built-in contract that does not hold, or NULL */
	bool is_foreign;                 /* the block that was missed came from the heap, and not by the unit */
	bool is_promoted;                /* the user says that what happens here is a bug */
	const char *freed_by;            /* the function of the API that freed the memory; NULL: not freed */
};

/* The step that was running; seq->n if the fault came after the last. */
uint32_t incident_step(const struct incident *incident);
/* The function that step i, a call, calls. */
const struct function *called_at(const struct incident *incident, uint32_t i);
/* The value of an argument of step i as a number; false if it was not recorded. */
bool argument_value(const struct incident *incident, uint32_t i, uint32_t a, uint64_t *value);

bool is_pointer_param(const struct incident *incident, uint32_t function, uint32_t p);

/* Going back from the step that failed, which is marked: marks what step i got, except plain
 * values, which tie nothing together. True: something of it, or the step itself, was marked
 * before. */
bool takes_part(bool *marked, const struct seq *seq, uint32_t i);

/* The sequence destroys what a call gave and kept, by this function (NULL: by any). */
bool destroys_kept(const struct model *model, const struct seq *seq, const char *by);

/* Step k uses the object v: it does not make it, set it up or only read it. */
bool is_use_of(const struct incident *incident, uint32_t k, uint32_t v);

/* No object ties the call, step i, to others: what it sets may be for all that come. */
bool is_for_all(const struct incident *incident, uint32_t i);

#endif
