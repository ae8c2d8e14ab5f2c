/* draft: one test of the suite while it is being written. Private to emit/. */
#ifndef SKEP_EMIT_DRAFT_H
#define SKEP_EMIT_DRAFT_H

#include "base/map.h"
#include "emit/compilers.h"
#include "emit/text/c_code.h"
#include "emit/suite/losses.h"
#include "emit/suite/observe.h"
#include "emit/suite/suite.h"

/* How a test file begins: each makes more visible than the one before. */
enum beginning {
	BEGINS_WITH_LEADING, /* the #include lines of the source before its first line of code */
	BEGINS_WITH_ALL,     /* all #include lines of the source */
	BEGINS_WITH_SOURCE,  /* the source itself */
	N_BEGINNINGS
};

/* A row of a table: tests that do the same with other values are written as one. */
struct draft_row {
	uint32_t of; /* the first of them, by its place in the list from 1 on; 0: it stands by itself */
	bool never; /* it does not hold in a table */
};

/* The file that the test stands in, and the table. */
struct draft_home {
	bool is_known;
	uint32_t source;             /* whose test file it is */
	enum beginning beginning;    /* that the test needs */
	struct draft_row row;
};

/* How the test was looked at. */
struct draft_looks {
	bool done;                   /* expectations were chosen; some may have been dropped since */
	bool no_text;                /* where its pointers lead to need not end with a zero */
	uint32_t slept;              /* milliseconds that it will wait where nobody makes time pass */
};

/* The last own call ends the program: it is made in a process of its own, and its end is expected. */
struct draft_end {
	bool is_expected;
	int status;                  /* of the program */
};

/* The stand-ins whose answers the test stands on, as in struct run. */
struct draft_answers {
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint32_t n_stood_in;
};

/* The parts that a test lost, or the reason why it was dropped. */
struct draft_loss {
	enum loss why;
	bool observers;              /* some were taken out after mutants were tried */
	bool is_spare;               /* others reach all its goals */
	bool is_apart;               /* it dies when it is built for mutants */
};

/* The test in the written file, as the gate sees it. */
struct draft_written {
	char *comment;               /* above it; NULL: none */
	uint32_t first_line, last_line;
	bool complained;             /* in this run of the gate, an expectation failed */
};

/* Why a test is there that reaches no goal of its own. */
struct draft_claim {
	bool is_candidate; /* mutants are still to say whether it stays */
	const char *notices; /* a mutant that no other test kills; NULL: it reaches goals */
};

struct draft {
	const struct seq *own; /* without closing calls */
	const struct seq *closed;
	const struct seq *observed; /* closed, with looks and observers: what is written */
	uint32_t n_own; /* steps of closed that are own */
	uint32_t n_observers; /* steps in observed, directly before the closing calls: calls and looks at text */
	const uint64_t *probes; /* of closed */
	uint64_t *needed; /* probes no earlier draft has */
	struct sight *sights;
	size_t n_sights;
	bool *keep; /* per sight: expect it */
	struct draft_answers answers;
	struct draft_looks looks;
	struct draft_claim claim;
	struct draft_end end;
	bool dropped;
	struct draft_loss loss;
	struct draft_home home;
	const struct draft *parts; /* the two tests it was merged from; NULL: it was not */
	char *name;
	struct draft_written written;
};

typedef VEC(struct draft) draft_list;

/* It is kept, and no candidate: candidates stand by themselves, for they may have to go. */
static inline bool draft_is_sure(const struct draft *draft)
{
	return !draft->dropped && !draft->claim.is_candidate;
}

/* One program of a suite: the tests of one source, compiled as the source is. */
struct test_file {
	uint32_t source;
	const char *name; /* test_NAME.c */
	enum beginning beginning;
	uint32_t fails; /* functions of the C library that its tests have fail, a bit each */
	bool is_shared; /* one program runs its tests and those of others: SHARED_RUN */
};
/* In such a file there is no main, but int SHARED_RUN<source>(int i) runs test i and tells
 * whether it failed. */
#define SHARED_RUN "__skep_run_"
typedef VEC(struct test_file) test_file_list;

/* homes.c: finds for each draft the file that it can stand in. Those that no file can hold are
 * dropped. */
void find_homes(const struct unit *unit, draft_list *drafts);
/* The files that hold kept drafts, by source. Names live in the unit's arena. */
void list_test_files(const struct unit *unit, const draft_list *drafts, test_file_list *files);
/* The file for a source; beginning as far as its drafts need it. */
struct test_file test_file_of(const struct unit *unit, const draft_list *drafts, uint32_t source);
/* "ring" for ring.c: no two sources of a unit have the same. */
const char *test_file_name(const struct unit *unit, uint32_t source);
/* The kept draft stands in this file. */
static inline bool is_in_file(const struct draft *draft, const struct test_file *file)
{
	return !draft->dropped && draft->home.source == file->source;
}
/* Marks the functions that tests of the file call; `called` has an entry for each. */
void find_called(const struct unit *unit, const draft_list *drafts, const struct test_file *file, bool *called);

/* merge.c: how many tests it was merged from; 1: it was not. */
uint32_t draft_parts(const struct draft *draft);
/* Where in its own steps the second of its two parts begins. */
uint32_t draft_second_part(const struct draft *draft);
/* test_names.c: names and comments for all drafts, different from each other. `tables`: a table is one test. */
void name_drafts(const struct unit *unit, draft_list *drafts, const struct cover *goals, bool tables,
                 struct arena *arena);
/* What its name says that it gives is expected from now on, if that held so far (per sight). */
void draft_expect_told(const struct model *model, struct draft *draft, const bool *held);

/* tables.c: the draft is a test of its own in the written file, or the first row of a table. */
static inline bool draft_is_shown(const draft_list *drafts, size_t i, bool tables)
{
	return !drafts->at[i].dropped && (!tables || !drafts->at[i].home.row.of || drafts->at[i].home.row.of == i + 1);
}
/* Appends the names of the columns that hold arguments of the function: "key_and_value". */
void draft_table_columns(const struct unit *unit, const draft_list *drafts, size_t leader, uint32_t function,
                         struct sb *out);
/* Finds the tests that do the same with other values. */
void tie_tables(const struct unit *unit, draft_list *drafts);

/* The name, with a number behind it if it is taken; then it is. In arena. */
char *unique_test_name(struct strmap *taken, struct arena *arena, const char *wanted);

/* test_file.c: the whole file; sets first_line and last_line of each draft. */
struct test_file_options {
	enum suite_format format;
	const char *command;
	const char *advice; /* how to run it; NULL: make check */
	struct count goals;
	enum criterion criterion;
	const struct compilers *compilers; /* what they mind; NULL: nothing is known */
	bool together; /* tests leave nothing behind: they can share a process */
	bool tables; /* tests that do the same with other values are one */
};
void write_test_file(const struct unit *unit, draft_list *drafts, const struct test_file *file,
                     const struct test_file_options *options, const char *tests_dir, struct sb *out);
/* The text of one test in the plain format, and of the callbacks that it needs. */
void write_draft(const struct unit *unit, const struct draft *draft, struct sb *out);
/* The statements of one test in the plain format. Caller frees. */
char *write_draft_body(const struct unit *unit, const struct draft *draft);
/* A macro of the plain format as tests of this unit have it. Caller frees. */
char *check_word(const struct unit *unit, const char *plain);

/* tests_makefile.c */
/* The name of the source's main() here; NULL: it has none. */
const char *name_of_main(const struct unit *unit, size_t source);
/* The flags that a program in `folder` is built with in one go, together with the sources. */
void write_compile_flags(const struct unit *unit, const char *folder, struct sb *out);
void write_tests_makefile(const struct unit *unit, const test_file_list *files, const struct test_file_options *options,
                          const char *tests_dir, struct sb *out);

/* suite_files.c: all files, in a folder that is made if need be. Files of an earlier call that
 * have no tests any more go. */
MUST_USE status write_suite_files(const struct unit *unit, draft_list *drafts, const struct test_file_options *options,
                                  const char *folder);

struct aside;

/* gate.c: compiles and runs what was written; drops expectations and tests that
 * do not hold. *changed tells whether the files must be written again. */
struct gate_look {
	uint32_t runs; /* how often it must pass */
	bool all_ways; /* with compilers and the sanitizers; or only the sanitizers */
	bool one_compiler; /* of the ways without sanitizers only one */
	bool together; /* in the bare format, in one process: with one compiler */
	bool unties; /* with tables: what does not hold as one is no table from now on, and nothing is dropped */
	bool only_asks; /* nothing is dropped: *changed tells whether a test failed */
};
MUST_USE status check_written_suite(const struct unit *unit, struct compilers *compilers, draft_list *drafts,
                                    const char *tests_dir, const struct aside *aside, struct gate_look look,
                                    bool *changed);
/* Our environment with other options for sanitizers, those of AddressSanitizer as given (they must
 * outlive it). All give addresses only: the program that would name them talks through descriptors,
 * and a test may read from one of these by its number. The caller frees it. */
const char **sanitizer_environment(const char *asan);

/* The path of `to` as seen from folder `from`; both must exist. Caller frees. */
char *relative_path(const char *from, const char *to);
/* tests_makefile.c: the flags of a source, as words of a recipe in a folder. */
void makefile_add_flags(const struct source *source, const char *folder, struct sb *out);

#endif
