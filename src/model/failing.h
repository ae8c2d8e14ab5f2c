/* failing: calls of the unit into the C library that tests can make fail.
 *
 * Each kind of call (taking memory, opening, reading, writing) is an operation of the model, such as
 * fail_malloc_at(n): the n-th call after it fails. Targets count the calls themselves (rt/libc/failing.c). A
 * written test has functions of its own, which the linker puts in front of the C library's (--wrap); their parts
 * are in failing.def. */
#ifndef SKEP_MODEL_FAILING_H
#define SKEP_MODEL_FAILING_H

#include <stdint.h>

#include "model/model.h"

/* The numbers are those of enum sk_failing. */
enum failing {
	FAILING_MEMORY,
	FAILING_OPEN,
	FAILING_READ,
	FAILING_WRITE,
	N_FAILING,
	SLEEPING = N_FAILING /* no operation: where the unit sleeps, the written test makes that take no time */
};

/* A kind of call. */
struct failing_kind {
	const char *operation;  /* "fail_malloc_at" */
	const char *word;       /* for options and names: "malloc" */
	const char *noun;       /* "allocation", as in "the second allocation" */
	const char *what;       /* for sentences: "an allocation" */
	const char *error;      /* the value of errno after a failure */
};

/* A function of the C library. */
struct failing_function {
	enum failing kind;
	const char *name;
	const char *result, *params, *args; /* C text: "void *", "size_t size", "size" */
	const char *failure;    /* the result that reports the failure: "NULL"; SLEEPING: the only result */
};

#define FAILING_MOST 32u /* struct function has a bit for each function */

extern const struct failing_kind failing_kinds[N_FAILING];
const struct failing_function *failing_functions(uint32_t *n);

/* The kind of an operation of the model whose `fails` is not 0. */
enum failing failing_kind_of(const struct function *operation);

#endif
