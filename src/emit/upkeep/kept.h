/* kept: what OUT/upkeep remembers of a suite, so that skep update can tell its tests from those of people.
 *
 * One text file, OUT/upkeep, a line per fact:
 *
 *     command skep gen ...       that gave the suite, to be repeated in
 *     folder PATH                this folder, which counts from OUT
 *     source KEYS PATH           lines of a source as the tests know it (line_keys.h)
 *     test FILE NAME HASH        as it was written
 *     | test NAME ...            its steps (seq/text/text.h)
 *     constant GROUP NAME VALUE  that a number of a test may be called by */
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

/* Writes FOLDER/upkeep for the suite that lies in FOLDER/tests. */
MUST_USE status kept_suite_write(const char *folder, const struct results *results);
/* No such file is TROUBLE_INPUT. Texts are in arena; the caller releases the lists. */
MUST_USE status kept_suite_read(const char *folder, struct arena *arena, struct kept_suite *kept);
/* Writes it again. Tests that were dropped are forgotten. */
MUST_USE status kept_suite_renew(const char *folder, const struct kept_suite *kept);
/* The lines of the sources become those of now, with paths from the current folder. */
void kept_suite_take_sources(struct kept_suite *kept, const struct marks *marks, struct arena *arena);
/* The steps of a test as they are kept: of a table those of each row. */
const char *kept_steps(const struct model *model, const struct suite_test *test, struct arena *arena);
void kept_suite_release(struct kept_suite *kept);

#endif
