/* draft: one test of the suite while it is being written. Private to emit/. */
#ifndef SKEP_EMIT_DRAFT_H
#define SKEP_EMIT_DRAFT_H

#include "base/map.h"
#include "emit/compilers.h"
#include "emit/text/c_code.h"
#include "emit/suite/losses.h"
#include "emit/suite/observe.h"
#include "emit/suite/suite.h"

/* How a test file begins. Each way makes more names visible than the way before. */
enum beginning {
	BEGINS_WITH_LEADING, /* the #include lines of the source before its first line of code */
	BEGINS_WITH_ALL,     /* all #include lines of the source */
	BEGINS_WITH_SOURCE,  /* the source itself */
	N_BEGINNINGS
};

/* A row of a table. Tests that make the same calls with other values are written as one test with a table. */
struct draft_row {
	uint32_t of; /* the draft of the first row, by its place in the list from 1 on; 0: no table */
	bool never; /* the draft does not hold as a row of a table */
};

/* The file that the test stands in, and the row of a table. */
struct draft_home {
	bool is_known;
	bool needs_source;           /* the gate found no other beginning that builds */
	uint32_t source;             /* the source whose test file it is */
	enum beginning beginning;    /* the least that the test needs */
	struct draft_row row;
};

/* Results of looking at the test's run. */
struct draft_looks {
	bool done;                   /* expectations were chosen; some may have been dropped since */
	bool no_text;                /* text behind its pointers need not end with a zero */
	bool leaves_memory;          /* memory of a library for which the unit has no end */
	struct sk_idle idle;         /* the test file makes sleeping take no time; waiting for descriptors does */
};

/* The last own call ends the program: the call is made in a process of its own, and this end is expected. */
struct draft_end {
	bool is_expected;
	int status;                  /* exit status */
};

/* Stand-ins that answered in the test's run, as in struct run. */
struct draft_answers {
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint32_t n_stood_in;
};

/* The parts that a test lost, or the reason why it was dropped. */
struct draft_loss {
	enum loss why;
	bool observers;              /* some calls of observers were taken out after mutants were tried */
	bool is_spare;               /* other tests reach all its goals */
	bool is_apart;               /* the test dies when it is built for mutants */
};

/* The test as it was when it passed under the sanitizers. */
struct draft_clean {
	const struct seq *observed;
	const struct sight *sights;
	bool *keep;
};

/* The test in the written file, as the gate sees it. */
struct draft_written {
	char *comment;               /* above it; NULL: none */
	uint32_t first_line, last_line;
	bool complained;             /* an expectation failed in this run of the gate */
	struct draft_clean clean;
};

/* The reason why a test that reaches no goal of its own is in the suite. */
struct draft_claim {
	bool is_candidate; /* mutants decide whether it stays */
	const char *notices; /* a mutant that no other test kills; NULL: it reaches goals */
};

struct draft {
	const struct seq *own; /* without closing calls */
	const struct seq *closed;
	const struct seq *observed; /* closed, with looks and observers: the steps that are written */
	uint32_t n_own; /* steps of closed that are own */
	uint32_t n_observers; /* calls of observers and looks at text in observed, directly before the closing calls */
	const uint64_t *probes; /* of closed */
	uint64_t *needed; /* probes that no earlier draft has */
	struct sight *sights;
	size_t n_sights;
	bool *keep; /* per sight: it is expected */
	struct draft_answers answers;
	struct draft_looks looks;
	struct draft_claim claim;
	struct draft_end end;
	bool dropped;
	struct draft_loss loss;
	struct draft_home home;
	const struct draft *parts; /* the two tests it was merged from; NULL: not merged */
	char *name;
	struct draft_written written;
};

typedef VEC(struct draft) draft_list;

/* True if the draft is kept and is no candidate. Candidates stand by themselves, because mutants may drop them. */
static inline bool draft_is_sure(const struct draft *draft)
{
	return !draft->dropped && !draft->claim.is_candidate;
}

/* One program of a suite: the tests of one source, compiled as the source is. */
struct test_file {
	uint32_t source;
	const char *name; /* test_NAME.c */
	enum beginning beginning;
	uint32_t fails; /* functions of the C library that its tests make fail, or take no time, a bit each */
	bool is_shared; /* one program runs the tests of several files: SHARED_RUN */
};
/* A shared file has no main() but int SHARED_RUN<source>(int i), which runs test i and returns whether it failed. */
#define SHARED_RUN "__skep_run_"
typedef VEC(struct test_file) test_file_list;

/* homes.c: finds for each draft the file that it can stand in. Drops drafts that no file can hold. */
void find_homes(const struct unit *unit, draft_list *drafts);
/* Lets find_homes() choose anew: a test with fewer expectations may need fewer names. */
void forget_homes(draft_list *drafts);
/* Lists the files that hold kept drafts, by source. Names live in the unit's arena. */
void list_test_files(const struct unit *unit, const draft_list *drafts, test_file_list *files);
/* Returns the file of a source. Its beginning makes visible what the drafts in it need. */
struct test_file test_file_of(const struct unit *unit, const draft_list *drafts, uint32_t source);
/* Returns the name of a source's test file: "ring" for ring.c. No two sources of a unit have the same name. */
const char *test_file_name(const struct unit *unit, uint32_t source);
/* True if the draft is kept and stands in this file. */
static inline bool is_in_file(const struct draft *draft, const struct test_file *file)
{
	return !draft->dropped && draft->home.source == file->source;
}
/* Marks the functions that tests of the file call; `called` has an entry for each function. */
void find_called(const struct unit *unit, const draft_list *drafts, const struct test_file *file, bool *called);

/* merge.c: returns the number of tests that the draft was merged from; 1: it was not merged. */
uint32_t draft_parts(const struct draft *draft);
/* Returns the own step with which the second part of a merged draft begins. */
uint32_t draft_second_part(const struct draft *draft);
/* test_names.c: gives each draft a name and a comment, all different from each other. `tables`: the rows of a
 * table are one test. */
void name_drafts(const struct unit *unit, draft_list *drafts, const struct cover *goals, bool tables,
                 struct arena *arena);
/* Expects the last sight that held in these steps, if nothing is expected of them. */
void draft_expect_something(struct draft *draft, const bool *held, uint32_t first, uint32_t end);
/* Sets the expectation of the result that the draft's name tells, if that result held so far (per sight). */
void draft_expect_told(const struct model *model, struct draft *draft, const bool *held);

/* tables.c: true if the draft is a test of its own in the written file, or the first row of a table. */
static inline bool draft_is_shown(const draft_list *drafts, size_t i, bool tables)
{
	return !drafts->at[i].dropped && (!tables || !drafts->at[i].home.row.of || drafts->at[i].home.row.of == i + 1);
}
/* Appends the names of the columns that hold arguments of the function: "key_and_value". */
void draft_table_columns(const struct unit *unit, const draft_list *drafts, size_t leader, uint32_t function,
                         struct sb *out);
/* Ties tests into tables that make the same calls with other values. */
void tie_tables(const struct unit *unit, draft_list *drafts);

/* Returns the name, with a number behind it if it is taken, and enters it into `taken`. In arena. */
char *unique_test_name(struct strmap *taken, struct arena *arena, const char *wanted);

/* test_file.c: writes the whole file, and sets first_line and last_line of each draft. */
struct test_file_options {
	enum suite_format format;
	const char *command;
	const char *advice; /* how to run the file; NULL: make check */
	struct count goals;
	enum criterion criterion;
	const struct compilers *compilers; /* objections to the unit; NULL: not known */
	bool together; /* tests leave nothing behind, so they can share a process */
	bool tables; /* tests with the same calls and other values are one test with a table */
};
void write_test_file(const struct unit *unit, draft_list *drafts, const struct test_file *file,
                     const struct test_file_options *options, const char *tests_dir, struct sb *out);
/* Appends one test in the plain format, and the callbacks that it needs. */
void write_draft(const struct unit *unit, const struct draft *draft, struct sb *out);
/* Returns the statements of one test in the plain format. The caller frees them. */
char *write_draft_body(const struct unit *unit, const struct draft *draft);
/* Returns the name that a macro of the plain format has in tests of this unit. The caller frees it. */
char *check_word(const struct unit *unit, const char *plain);

/* tests_makefile.c */
/* Returns the name that the source's main() has in tests; NULL: the source has none. */
const char *name_of_main(const struct unit *unit, size_t source);
/* Appends the flags that build a program in `folder` together with the sources, in one go. */
void write_compile_flags(const struct unit *unit, const char *folder, struct sb *out);
void write_tests_makefile(const struct unit *unit, const test_file_list *files, const struct test_file_options *options,
                          const char *tests_dir, struct sb *out);

/* suite_files.c: writes all files into a folder, which is made if it is missing. Removes files of an earlier
 * call that have no tests any more. */
MUST_USE status write_suite_files(const struct unit *unit, draft_list *drafts, const struct test_file_options *options,
                                  const char *folder);

struct aside;

/* gate.c: compiles and runs the written files. Drops expectations and tests that do not hold. *changed tells
 * whether the files must be written again. */
struct gate_look {
	uint32_t runs; /* so often the suite must pass */
	bool all_ways; /* build with compilers, too; otherwise only with sanitizers */
	bool one_compiler; /* of the ways without sanitizers only one */
	bool together; /* all tests in one process, in the bare format, with one compiler */
	bool unties; /* a draft that does not hold in a table is untied from it, and nothing is dropped */
	bool only_asks; /* nothing is dropped: *changed tells whether a test failed */
};
MUST_USE status check_written_suite(const struct unit *unit, struct compilers *compilers, draft_list *drafts,
                                    const char *tests_dir, const struct aside *aside, struct gate_look look,
                                    bool *changed);
/* Returns our environment with other options for sanitizers; the options of AddressSanitizer are given. Reports
 * give addresses only: the program that would name functions talks through descriptors, and a test may read
 * from one of these by its number. The options must outlive the environment, which the caller frees. */
const char **sanitizer_environment(const char *asan);

/* Returns the path of `to` as seen from folder `from`; both must exist. The caller frees it. */
char *relative_path(const char *from, const char *to);
/* tests_makefile.c: appends the flags of a source, as words of a recipe in a folder. */
void makefile_add_flags(const struct source *source, const char *folder, struct sb *out);

#endif
