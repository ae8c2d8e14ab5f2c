/* observe: what a test can say about what it saw.
 *
 * The sequence gets looks at memory (peeks) and calls of observers; running it
 * gives values; values become expectations about results, out-parameters,
 * strings, fields and observers. */
#ifndef SKEP_EMIT_OBSERVE_H
#define SKEP_EMIT_OBSERVE_H

#include "base/map.h"
#include "emit/c_code.h"
#include "exec/exec.h"
#include "seq/seq.h"

/* One thing seen: the value of a variable after a step. */
struct sight {
	uint32_t step;               /* after which it was seen */
	uint32_t variable;
	type_id type;                /* of the value */
	enum { SIGHT_RESULT, SIGHT_VARIABLE, SIGHT_STRING, SIGHT_FIELD } kind;
	const char *field_name;      /* SIGHT_FIELD: of the struct behind the pointer */
	bool is_pointer;             /* only whether it is null can be expected */
	const uint8_t *bytes;
	uint32_t size;
	uint64_t subject;            /* same subject: same function and place in it */
};

/* Everything seen in a run of an observed sequence; in arena. */
size_t sights_of(struct arena *arena, const struct model *model, const struct seq *observed, const struct run *run,
                 struct sight **sights);

/* Values seen per subject: an expectation about something that is always the
 * same cannot fail for a reason a test could give. */
struct variety {
	struct map first;            /* subject -> hash of the first value seen */
	struct map varied;           /* subjects with a second value */
};
void variety_add(struct variety *variety, const struct sight *sight);
bool variety_has(const struct variety *variety, const struct sight *sight);
void variety_release(struct variety *variety);

/* The sequence with looks and observers; n_own is the number of steps before the
 * closing calls. Observers stand together, directly before the closing calls; those
 * whose results vary come first if `variety` is given. *n_observers (may be NULL)
 * tells how many there are. In arena. */
const struct seq *observe_sequence(struct arena *arena, const struct model *model, const struct seq *closed,
                                   uint32_t n_own, const struct variety *variety, uint32_t *n_observers);

/* Appends the expectation as text with $ for the variable. */
void sight_expectation(struct c_code *code, const struct sight *sight, struct sb *out);

#endif
