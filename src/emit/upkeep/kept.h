/* kept: what OUT/upkeep remembers of a suite, so that skep update can tell its tests from those of people.
 *
 * One text file, OUT/upkeep, a line per fact:
 *
 *     test FILE NAME HASH        as it was written
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
	uint64_t hash;
};

struct kept_suite {
	VEC(struct kept_test) tests;
	VEC(struct kept_constant) constants;
};

/* Writes FOLDER/upkeep for the suite that lies in FOLDER/tests. */
MUST_USE status kept_suite_write(const char *folder, const struct results *results);
/* No such file is TROUBLE_INPUT. Names are in arena; the caller releases both lists. */
MUST_USE status kept_suite_read(const char *folder, struct arena *arena, struct kept_suite *kept);
/* Writes it again, with the tests as their files are now. */
MUST_USE status kept_suite_renew(const char *folder, const struct kept_suite *kept);
void kept_suite_release(struct kept_suite *kept);

#endif
