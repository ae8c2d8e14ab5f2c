/* status: how a function reports that it could not do its work.
 *
 * A status is NULL on success; otherwise it owns one message written for the
 * user and the kind of trouble, which becomes skep's exit code. Outcomes of the
 * code under test (a crash, a hang, an exit) are never a status: they are data.
 * Bugs of our own do not return; they BUG() out with file and line. */
#ifndef SKEP_BASE_STATUS_H
#define SKEP_BASE_STATUS_H

#include <stdarg.h>

#include "base/attr.h"

/* The numbers are skep's documented exit codes (docs/exit-codes.md). */
enum trouble {
	TROUBLE_FOUND = 1,       /* not an error: --fail-on found what it names */
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

/* A new failure; the format is a whole sentence part without "skep:" or newline. */
MUST_USE PRINTF_LIKE(2, 3)
status fail(enum trouble kind, const char *format, ...);

/* As fail(TROUBLE_SYSTEM, ...), with ": " and strerror(errno) appended. */
MUST_USE PRINTF_LIKE(1, 2)
status fail_errno(const char *format, ...);

/* Ends a failure that the caller has dealt with. NULL is fine. */
void status_free(status s);

/* Hands a failure on to the caller. */
#define TRY(call)                                                              \
	do {                                                                   \
		status try_ = (call);                                          \
		if (try_)                                                      \
			return try_;                                           \
	} while (0)

/* As TRY, in a function with `status st = NULL;` and a label `out:`. */
#define TRY_OUT(call)                                                          \
	do {                                                                   \
		st = (call);                                                   \
		if (st)                                                        \
			goto out;                                              \
	} while (0)

/* A state that only a mistake in skep itself can bring about. */
NORETURN PRINTF_LIKE(3, 4)
void bug_at(const char *file, int line, const char *format, ...);
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define INVARIANT(what) ((what) ? (void)0 : BUG("broken invariant: %s", #what))

#endif
