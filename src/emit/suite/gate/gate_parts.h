/* gate_parts: declarations that the files behind check_written_suite() share. Private to emit/. */
#ifndef SKEP_EMIT_GATE_PARTS_H
#define SKEP_EMIT_GATE_PARTS_H

#include "emit/suite/check_lines.h"
#include "emit/suite/gate/aside.h"
#include "emit/suite/draft.h"

#define GCC "gcc"
#define CLANG "clang-19"

/* One test file, as written. */
struct looked_at {
	struct test_file file;
	char *text, *rule;           /* the Makefile's rule for its program */
	char *program;               /* "test_ring" */
	struct check_lines lines;    /* expectations in the text */
	bool changed;                /* one of its tests or expectations was dropped */
	bool only_leaks;             /* sanitizers reported only leaks when it ran last */
	bool is_clean; /* all its tests have passed under the sanitizers before: it is not built for them */
};

struct gate {
	const struct unit *unit;
	struct compilers *compilers;
	draft_list *drafts;
	const char *tests_dir;
	const struct aside *aside;
	VEC(struct looked_at) files;
	struct looked_at *now; /* the file that is looked at */
	char *object_rules;
	char *folder; /* to run in: tests may leave files there */
	size_t n_silenced; /* warnings that the written files switch off */
	bool changed;
	bool unties; /* a test that fails in a table is untied from it instead of dropped */
	bool only_asks; /* nothing is dropped; the question is whether tests fail */
	bool has_new_habit; /* the sanitizers are to accept something from now on that the unit does */
};

/* One way to build the suite. */
struct round {
	const char *way, *compiler, *flags, *linker_flags, *why;
	const char *context_way; /* the way whose objects of neighbours it takes, see aside.h */
	const char *test_flags; /* for a test file that includes no source; NULL: as for the unit */
	enum loss loss; /* the reason why a test that fails is dropped */
	bool repeat; /* until nothing depends on the address layout any more */
	bool together; /* all tests run in one process; a test that fails there is dropped as a whole */
};

/* Takes the test out. The file that is looked at has to be written again. */
void drop_test(struct gate *gate, struct draft *draft, enum loss loss, const char *why);
/* Takes an expectation out. The context is the gate. */
void leave_out(void *context, const struct check_line *check);
/* True if the folder of the tests has a file of that name. */
bool is_there(const struct gate *gate, const char *name);

/* ---- gate_build.c ---- */

/* Builds the unit's objects, and appends the compiler's messages to `said`. */
MUST_USE status build_objects(struct gate *gate, const struct round *round, struct sb *said);
/* Builds the programs that are missing, and appends the compiler's messages to `said`. */
MUST_USE status build_programs(struct gate *gate, const struct round *round, struct sb *said);
/* Acts on the messages, file by file. In a file that cannot be built something changes: a test is dropped, or
 * the way the file begins. */
MUST_USE status read_all_messages(struct gate *gate, const struct round *round, const char *said);

/* Returns the programs of a round, as texts and rules say. The caller frees `programs`. */
struct built what_is_built(const struct gate *gate, const struct round *round);

/* ---- gate_ahead.c ---- */

struct gate_ahead;

/* Begins to build these rounds in a second process. The gate and the rounds must outlive it. */
struct gate_ahead *gate_ahead_begin(const struct gate *gate, const struct round *rounds, size_t n);
/* Waits until a round is built, if it is one of the rounds that were begun. */
MUST_USE status gate_ahead_wait(const struct gate_ahead *ahead, const struct round *round);
/* Moves the programs of the round into the folder of the tests, unless they are there, and appends the
 * compiler's messages. A round that was not built ahead is left to the gate. */
MUST_USE status gate_ahead_take(const struct gate_ahead *ahead, const struct round *round, struct sb *said);
/* Ends the builds that still run, and removes the programs that nobody took. */
void gate_ahead_end(struct gate_ahead *ahead);

#endif
