/* observe: from the run of a test to expectations.
 *
 * Looks at memory (peeks) and calls of observers are added to the sequence. Its run gives values. Values become
 * expectations about results, out-parameters, strings, buffers, fields and observers. */
#ifndef SKEP_EMIT_OBSERVE_H
#define SKEP_EMIT_OBSERVE_H

#include "base/map.h"
#include "emit/text/c_code.h"
#include "exec/exec.h"
#include "seq/seq.h"

#define MAX_STRING 120u        /* longer strings make poor reading */

enum sight_kind {
	SIGHT_RESULT,
	SIGHT_VARIABLE,
	SIGHT_STRING,
	SIGHT_BYTES,
	SIGHT_FIELD,
	SIGHT_ELEMENT,
	SIGHT_CALLS,
	SIGHT_ARGUMENT, /* that a callback received: number `field` from 0 on, a number or (is_text) a text */
	SIGHT_GONE /* its step was taken out of the test; it keeps its place, for sights are known by their numbers */
};

/* A value that was seen: a variable's after a step; of a callback (SIGHT_CALLS) the number of its calls until
 * then, a uint32_t. */
struct sight {
	uint32_t step;               /* the step after which it was seen */
	uint32_t variable;
	uint32_t function;           /* SIGHT_RESULT: the function with that result */
	type_id record;              /* SIGHT_FIELD: the struct's type, canonical; 0: an element of an array in it */
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
	uint64_t subject;            /* the same for the same place of the same function */
	bool is_text;                /* SIGHT_ARGUMENT */
	bool is_unchanged;           /* SIGHT_FIELD: it was the same before the call, which has no result */
	bool is_aside;               /* it is not about what the test's last own call did */
};

/* Returns a number for a place at which calls of a function are observed, equal in all calls; place 0 is the
 * result. */
uint64_t sight_subject(uint32_t function, uint64_t place);

/* sights.c: returns everything seen in a run of an observed sequence; in arena. Memory that a call may have
 * written is seen only where it changed; texts that did not change are seen if nothing else is, and numbers in structs
 * if nothing else is of a call without a result. */
size_t sights_of(struct arena *arena, const struct model *model, const struct seq *observed, const struct run *run,
                 struct sight **sights);

/* True if a later sight shows this place of this memory again, which makes this sight superfluous. */
bool sight_is_seen_again(const struct sight *sights, size_t n, size_t i);

/* Values seen per subject. An expectation about a subject that always has the same value cannot fail for a
 * reason that a test could bring about. */
struct variety {
	struct map first;            /* subject -> hash of the first value seen */
	struct map varied;           /* subjects with a second value */
};
/* True if both sights are about the same place of the same function and show the same value. */
bool sight_says_the_same(const struct sight *a, const struct sight *b);
void variety_add(struct variety *variety, const struct sight *sight);
/* The subject had two values; of a sight of what did not change, another call was seen to change it. */
bool variety_has(const struct variety *variety, const struct sight *sight);
void variety_release(struct variety *variety);

/* Returns the sequence with looks and observers. n_own is the number of steps before the closing calls.
 * Observers stand together, directly before the closing calls; if `variety` is given, observers with varying
 * results come first. *n_observers (may be NULL) is their number. In arena. */
const struct seq *observe_sequence(struct arena *arena, const struct model *model, const struct seq *closed,
                                   uint32_t n_own, const struct variety *variety, uint32_t *n_observers);

/* Returns the sight as an expectation, whose texts live as long as the code. */
struct c_check sight_expectation(struct c_code *code, const struct sight *sight);

#endif
