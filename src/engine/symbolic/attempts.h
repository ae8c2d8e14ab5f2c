/* attempts: what was tried to take each edge, so that the report can say why not. */
#ifndef SKEP_ENGINE_SYMBOLIC_ATTEMPTS_H
#define SKEP_ENGINE_SYMBOLIC_ATTEMPTS_H

#include "base/str.h"
#include "exec/trace.h"
#include "model/marks.h"

enum attempt {
	ATTEMPT_REFUTED,     /* no input takes it on this path */
	ATTEMPT_GAVE_UP,     /* the solver ran out of its budget */
	ATTEMPT_POINTER,     /* hangs on a pointer that the test cannot choose */
	ATTEMPT_TAKEN,       /* a run took it */
	ATTEMPT_DIVERGED,    /* an input was found, the run went another way */
	ATTEMPT_ILLEGAL,     /* ... misused the API */
	N_ATTEMPTS
};

struct attempts;

struct attempts *attempts_new(const struct marks *marks);
void attempts_free(struct attempts *attempts);

/* `edge` is the probe of a condition's outcome or of a case. */
void attempts_note(struct attempts *attempts, uint32_t edge, enum attempt what);
/* Which conditions the run met with labels, and which without. */
void attempts_note_trace(struct attempts *attempts, const struct trace *trace);
uint64_t attempts_total(const struct attempts *attempts, enum attempt what);

/* Why the edge was not taken, appended; nothing if nothing is known. */
void attempts_explain(const struct attempts *attempts, uint32_t edge, struct sb *out);

#endif
