/* status: how a function reports that it could not do its work.
 *
 * A status is NULL on success. Otherwise it owns a message for the user and the kind of trouble,
 * which becomes skep's exit code. Outcomes of the code under test (a crash, a hang, an exit) are
 * never a status: they are data. Mistakes of skep itself do not return: BUG() ends skep with file
 * and line. */
#ifndef SKEP_BASE_STATUS_H
#define SKEP_BASE_STATUS_H

#include <stdarg.h>

#include "base/attr.h"

/* The numbers are skep's documented exit codes (docs/exit-codes.md). */
enum trouble {
	TROUBLE_FOUND = 1,       /* not an error: a condition of --fail-on is true */
	TROUBLE_USAGE = 2,       /* the command line makes no sense */
	TROUBLE_INPUT = 3,       /* a file is missing, unreadable or not C */
	TROUBLE_COMPILE = 4,     /* the user's code does not compile */
	TROUBLE_SYSTEM = 5,      /* disk full, no memory, a tool is missing */
	TROUBLE_TARGET = 6,      /* the unit compiles but cannot be run in a target */
	TROUBLE_INTERRUPTED = 130 /* ctrl-C */
};

struct error {
	enum trouble kind;
	char *message;
};

typedef struct error *status;

/* A new failure. The format gives part of a sentence, without "skep:" and newline. */
MUST_USE PRINTF_LIKE(2, 3)
status fail(enum trouble kind, const char *format, ...);

/* Like fail(TROUBLE_SYSTEM, ...), with ": " and strerror(errno) appended. */
MUST_USE PRINTF_LIKE(1, 2)
status fail_errno(const char *format, ...);

/* Frees a failure that the caller has dealt with. NULL is allowed. */
void status_free(status s);

/* Returns a failure of the call to the caller. */
#define TRY(call)                                                              \
	do {                                                                   \
		status try_ = (call);                                          \
		if (try_)                                                      \
			return try_;                                           \
	} while (0)

/* Like TRY, for a function with `status st = NULL;` and a label `out:`. */
#define TRY_OUT(call)                                                          \
	do {                                                                   \
		st = (call);                                                   \
		if (st)                                                        \
			goto out;                                              \
	} while (0)

/* Ends skep, in a state that only a mistake in skep itself can cause. */
NORETURN PRINTF_LIKE(3, 4)
void bug_at(const char *file, int line, const char *format, ...);
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define INVARIANT(what) ((what) ? (void)0 : BUG("broken invariant: %s", #what))

#endif
