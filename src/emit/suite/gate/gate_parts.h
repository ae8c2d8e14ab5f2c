/* gate_parts: what the files behind check_written_suite() share. Private to emit/. */
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
	char *text, *rule;           /* the rule of the Makefile that makes its program */
	char *program;               /* "test_ring" */
	struct check_lines lines;    /* of the text */
	bool changed;                /* one of its tests or expectations was dropped */
};

struct gate {
	const struct unit *unit;
	struct compilers *compilers;
	draft_list *drafts;
	const char *tests_dir;
	const struct aside *aside;
	VEC(struct looked_at) files;
	struct looked_at *now;       /* the one that is looked at */
	char *object_rules;
	char *folder;                /* to run in: what tests write must not lie about */
	size_t n_silenced;           /* warnings that the written files switch off */
	bool changed;
	bool unties;                 /* a test that is to be dropped is no table from now on, instead */
	bool only_asks;              /* whether tests fail: none is dropped */
	bool has_new_habit;          /* of the unit, that the sanitizers are not to mind from now on */
};

/* The suite is built in several ways. */
struct round {
	const char *way, *compiler, *flags, *linker_flags, *why;
	const char *context_way;    /* whose objects of neighbours it takes, see aside.h */
	const char *test_flags;     /* for a test file that includes no source; NULL: as for the unit */
	enum loss loss;             /* of a test that does not hold */
	bool repeat;     /* until nothing depends on the address layout any more */
	bool together;   /* all tests run in one process: one that fails there goes as a whole */
};

/* The test is taken out; the file that is looked at has to be written again. */
void drop_test(struct gate *gate, struct draft *draft, enum loss loss, const char *why);
/* Takes an expectation out; context is the gate. */
void leave_out(void *context, const struct check_line *check);
/* A file of that name is where the tests are. */
bool is_there(const struct gate *gate, const char *name);

/* ---- gate_build.c ---- */

/* Builds the unit's objects. What compilers say is added to `said`. */
MUST_USE status build_objects(struct gate *gate, const struct round *round, struct sb *said);
/* Builds the programs that are not there. What compilers say is added to `said`. */
MUST_USE status build_programs(struct gate *gate, const struct round *round, struct sb *said);
/* Acts on what they said, file by file. Of one that does not build something changes: a test goes, or
 * the way it begins. */
MUST_USE status read_all_messages(struct gate *gate, const struct round *round, const char *said);

/* The programs of a round, as texts and rules say. Free `programs`. */
struct built what_is_built(const struct gate *gate, const struct round *round);

/* ---- gate_ahead.c ---- */

struct gate_ahead;

/* Begins to build these rounds beside skep; the gate and the rounds must outlive it. */
struct gate_ahead *gate_ahead_begin(const struct gate *gate, const struct round *rounds, size_t n);
/* Waits until a round is built, if it is one of them. */
MUST_USE status gate_ahead_wait(const struct gate_ahead *ahead, const struct round *round);
/* Moves the programs of the round to the tests, where there are none yet, and adds what the compiler
 * said of them. A round that was not built ahead is left to the gate. */
MUST_USE status gate_ahead_take(const struct gate_ahead *ahead, const struct round *round, struct sb *said);
/* Ends what is still being built, and removes what nobody took. */
void gate_ahead_end(struct gate_ahead *ahead);

#endif
