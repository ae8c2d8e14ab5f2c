/* diff: how two versions of a unit behave differently, as tests.
 *
 * The archived tests of both campaigns run in both versions: tests that reach changed functions first, and
 * these in many variations. Functions and types are matched by name, through the text form of sequences. A test
 * that uses a name which the other version lacks is left out. A difference must show every time, in fresh
 * processes, and once more in the written tests: each of them passes with one version and fails with the other. */
#ifndef SKEP_EMIT_DIFF_H
#define SKEP_EMIT_DIFF_H

#include "base/status.h"
#include "campaign/campaign.h"
#include "front/front.h"
#include "instr/instr.h"

struct diff_side {
	struct unit *unit;
	struct target *targets[N_BUILDS];
	struct campaign *campaign;
};

struct difference {
	const char *test;        /* its name in both files */
	const char *function;    /* in which the difference shows */
	const char *what;        /* the difference as a sentence */
	bool changed;            /* the test reaches code that was changed */
};

struct diff_result {
	struct difference *at;
	size_t n;
	size_t compared, untold; /* tests that ran in both versions; tests that cannot be said in one of them */
	size_t flaky;            /* differed, but not every time or not in the same way */
	size_t unconfirmed;      /* did not pass and fail as they should once they were written */
};

/* Compares the versions and writes OUT/old and OUT/new: the same tests, compiled with either version. sides[0]
 * is the old version. Writes nothing if there is no difference. Texts of the result live in arena. */
MUST_USE status diff_write(struct diff_side *sides, const char *out_dir, const char *command, uint64_t seed,
                           struct arena *arena, struct diff_result *result);
/* Appends the result as JSON, with a line break. */
void diff_json(const struct diff_result *result, struct sb *out);

#endif
