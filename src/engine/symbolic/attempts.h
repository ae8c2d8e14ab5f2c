/* attempts: attempts to take each edge, so that the report can say why none succeeded. */
#ifndef SKEP_ENGINE_SYMBOLIC_ATTEMPTS_H
#define SKEP_ENGINE_SYMBOLIC_ATTEMPTS_H

#include "base/str.h"
#include "exec/trace.h"
#include "model/marks.h"

enum attempt {
	ATTEMPT_REFUTED,     /* no input takes it on this path */
	ATTEMPT_GAVE_UP,     /* the solver ran out of its budget */
	ATTEMPT_POINTER,     /* it depends on a pointer that the test cannot choose */
	ATTEMPT_TAKEN,       /* a run took it */
	ATTEMPT_DIVERGED,    /* an input was found, but its run went another way */
	ATTEMPT_ILLEGAL,     /* an input was found, but its run misused the API */
	N_ATTEMPTS
};

struct attempts;

struct attempts *attempts_new(const struct marks *marks);
void attempts_free(struct attempts *attempts);

/* Counts an attempt. `edge` is the probe of a condition's outcome or of a case. */
void attempts_note(struct attempts *attempts, uint32_t edge, enum attempt what);
/* Notes which conditions the run met with labels, and which without. */
void attempts_note_trace(struct attempts *attempts, const struct trace *trace);
uint64_t attempts_total(const struct attempts *attempts, enum attempt what);

/* Appends why the edge was not taken; nothing if nothing is known. */
void attempts_explain(const struct attempts *attempts, uint32_t edge, struct sb *out);

#endif
