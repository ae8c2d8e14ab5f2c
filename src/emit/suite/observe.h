/* observe: what a test can say about what it saw.
 *
 * The sequence gets looks at memory (peeks) and calls of observers; running it
 * gives values; values become expectations about results, out-parameters,
 * strings, buffers, fields and observers. */
#ifndef SKEP_EMIT_OBSERVE_H
#define SKEP_EMIT_OBSERVE_H

#include "base/map.h"
#include "emit/text/c_code.h"
#include "exec/exec.h"
#include "seq/seq.h"

#define MAX_STRING 120u        /* longer ones make poor reading */

enum sight_kind { SIGHT_RESULT, SIGHT_VARIABLE, SIGHT_STRING, SIGHT_BYTES, SIGHT_FIELD, SIGHT_ELEMENT, SIGHT_CALLS };

/* One thing seen: the value of a variable after a step; of a callback (SIGHT_CALLS) how often
 * it was called until then, a uint32_t. */
struct sight {
	uint32_t step;               /* after which it was seen */
	uint32_t variable;
	uint32_t function;           /* SIGHT_RESULT: whose */
	type_id record;              /* SIGHT_FIELD: in what, canonical; 0: an element of an array in it */
	uint32_t field;
	type_id type;                /* of the value */
	enum sight_kind kind;
	const char *access;          /* to a part of what the variable holds or leads to: "->name", ".keys[2]",
	                                "[2]"; "*" stands before it; NULL: all of it. SIGHT_FIELD, SIGHT_ELEMENT,
	                                and text or bytes in a struct (then `type` is that of their elements) */
	bool is_pointer;             /* only whether it is null, or `same_as`, can be expected */
	uint32_t same_as;            /* the earlier variable that leads to the same place, plus 1; 0: none is known */
	const uint8_t *bytes;
	uint32_t size;
	uint64_t subject;            /* same subject: same function and place in it */
};

/* A number for a place that calls of a function are observed at, equal in all its calls; place 0 is
 * the result. */
uint64_t sight_subject(uint32_t function, uint64_t place);

/* sights.c: everything seen in a run of an observed sequence; in arena. Of what a call
 * may have written, only what is no longer as it was; texts that are, if there is nothing else to see. */
size_t sights_of(struct arena *arena, const struct model *model, const struct seq *observed, const struct run *run,
                 struct sight **sights);

/* A later sight shows this place of this memory again: that one is enough. */
bool sight_is_seen_again(const struct sight *sights, size_t n, size_t i);

/* Values seen per subject: an expectation about something that is always the
 * same cannot fail for a reason a test could give. */
struct variety {
	struct map first;            /* subject -> hash of the first value seen */
	struct map varied;           /* subjects with a second value */
};
/* Both are about the same place of the same function, and saw the same there. */
bool sight_says_the_same(const struct sight *a, const struct sight *b);
void variety_add(struct variety *variety, const struct sight *sight);
bool variety_has(const struct variety *variety, const struct sight *sight);
void variety_release(struct variety *variety);

/* The sequence with looks and observers; n_own is the number of steps before the
 * closing calls. Observers stand together, directly before the closing calls; those
 * whose results vary come first if `variety` is given. *n_observers (may be NULL)
 * tells how many there are. In arena. */
const struct seq *observe_sequence(struct arena *arena, const struct model *model, const struct seq *closed,
                                   uint32_t n_own, const struct variety *variety, uint32_t *n_observers);

/* What was seen, as an expectation; its texts live as long as the code. */
struct c_check sight_expectation(struct c_code *code, const struct sight *sight);

#endif
