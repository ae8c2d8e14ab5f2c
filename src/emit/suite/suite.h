/* suite: from the archive to tests that a C developer would keep.
 *
 * The stages, in their order:
 *
 *   draft     a short test per goal; tests about one function are merged where there are many
 *   look      each test is run, and all that it can be seen to do becomes an expectation
 *   mutants   the tests run against mutants of the unit
 *   choose    expectations that no mutant made fail go
 *   gate      the files are written, compiled and run as a user would: in fresh processes, with
 *             address randomisation, under the sanitizers. Tests that do not hold are taken out
 *   finish    the files in the user's format, and the suite as results
 */
#ifndef SKEP_EMIT_SUITE_H
#define SKEP_EMIT_SUITE_H

#include "base/status.h"
#include "base/timetable.h"
#include "campaign/campaign.h"
#include "emit/compilers.h"
#include "emit/results.h"
#include "front/front.h"
#include "instr/instr.h"

/* FORMAT_BARE is FORMAT_PLAIN without processes: all tests run in one. */
enum suite_format { FORMAT_PLAIN, FORMAT_BARE, FORMAT_CMOCKA, FORMAT_CHECK, FORMAT_UNITY, N_FORMATS };

/* Returns the format of that name, or N_FORMATS. */
enum suite_format suite_format_by_name(const char *name);

struct suite_options {
	const char *out_dir;
	enum suite_format format;
	enum criterion criterion;
	const char *command;         /* for the header comment */
	const struct timetable *times;
	uint64_t max_tests;          /* 0: no limit */
	bool one_compiler;           /* the tests need to hold with gcc -O2 and the sanitizers only */
};

/* Everything is borrowed, and must outlive the suite. */
struct suite_input {
	struct unit *unit;
	struct campaign *campaign;   /* must be over */
	const struct target *fast;
	struct arena *arena;         /* for the results */
	struct compilers *compilers; /* the gate adds the objections it meets; the caller releases it */
	struct cover *cover;         /* gets the coverage of the suite; the caller releases it */
};

/* Compiles the objects that the check of the suite will need, into the cache beside `fast`, in a second process
 * while the search still runs. `tests_dir` holds the files meanwhile. It must lie as deep as the folder of the
 * tests, because objects contain the paths of their sources. `one_compiler`: as in the options. */
MUST_USE status build_objects_ahead(const struct unit *unit, const char *tests_dir, const struct target *fast,
                                    bool one_compiler);

struct suite;

/* Makes OUT/tests. The caller frees *suite, even after a failure. */
MUST_USE status suite_open(const struct suite_input *input, const struct suite_options *options, struct suite **suite);
MUST_USE status suite_draft(struct suite *suite);
MUST_USE status suite_look(struct suite *suite);
MUST_USE status suite_try_mutants(struct suite *suite);
MUST_USE status suite_choose(struct suite *suite);
MUST_USE status suite_gate(struct suite *suite);
/* Fills in tests, coverage, losses and mutants of the results. */
MUST_USE status suite_finish(struct suite *suite, struct results *results);
/* `suite` may be NULL. */
void suite_free(struct suite *suite);

#endif
