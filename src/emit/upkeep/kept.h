/* kept: facts about a suite in the file OUT/upkeep, so that skep update can tell skep's tests from tests that
 * people wrote or edited.
 *
 * One text file, OUT/upkeep, a line per fact:
 *
 *     command skep gen ...
 *     folder PATH                the folder of the command, relative to OUT
 *     source KEYS PATH           lines of a source when the tests were written (line_keys.h)
 *     test FILE NAME HASH        hash of the test's text as skep wrote it
 *     | test NAME ...            its steps (seq/text/text.h)
 *     constant GROUP NAME VALUE  a name for a number in tests */
#ifndef SKEP_EMIT_UPKEEP_KEPT_H
#define SKEP_EMIT_UPKEEP_KEPT_H

#include "base/status.h"
#include "emit/results.h"

struct kept_constant {
	unsigned group;
	const char *name;
	long long value;
};

struct kept_test {
	const char *file, *name;
	uint64_t hash;               /* 0: it was dropped */
	const char *steps;           /* NULL: not known */
};

struct kept_source {
	const char *path, *keys;
};

struct kept_suite {
	const char *command, *folder; /* NULL: not known */
	VEC(struct kept_source) sources;
	VEC(struct kept_test) tests;
	VEC(struct kept_constant) constants;
};

/* Writes FOLDER/upkeep for the suite in FOLDER/tests. */
MUST_USE status kept_suite_write(const char *folder, const struct results *results);
/* Reads FOLDER/upkeep. A missing file is TROUBLE_INPUT. Texts are in arena; the caller releases the lists. */
MUST_USE status kept_suite_read(const char *folder, struct arena *arena, struct kept_suite *kept);
/* Writes FOLDER/upkeep again, without tests that were dropped. */
MUST_USE status kept_suite_renew(const char *folder, const struct kept_suite *kept);
/* Replaces the lines of the sources by the present lines, with paths from the current folder. */
void kept_suite_take_sources(struct kept_suite *kept, const struct marks *marks, struct arena *arena);
/* Returns the steps of a test as they are kept; of a test with a table, the steps of each row. */
const char *kept_steps(const struct model *model, const struct suite_test *test, struct arena *arena);
void kept_suite_release(struct kept_suite *kept);

#endif
