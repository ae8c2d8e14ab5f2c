/* diff: what two versions of a unit do differently, as tests.
 *
 * The archived tests of both campaigns are run in both versions, those that reach
 * changed functions first, and these in many variations. Functions and types are matched by name, through the text
 * form of sequences; what cannot be said in the other version is left out. A difference
 * must show every time, in fresh processes, and once more in the written tests: each
 * passes with one version and fails with the other. */
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
	const char *function;    /* that the difference shows in */
	const char *what;        /* a sentence */
	bool changed;            /* the test reaches code that was changed */
};

struct diff_result {
	struct difference *at;
	size_t n;
	size_t compared, untold; /* tests run in both, and tests that one version has no words for */
	size_t flaky;            /* that differed, but not every time or not in the same way */
	size_t unconfirmed;      /* that did not pass and fail as they should once they were written */
};

/* sides[0] is the old version. Writes OUT/old and OUT/new: the same tests, compiled
 * with either version; nothing if there is no difference. In arena. */
MUST_USE status diff_write(struct diff_side *sides, const char *out_dir, const char *command, uint64_t seed,
                           struct arena *arena, struct diff_result *result);
/* The result as JSON, with a line break. */
void diff_json(const struct diff_result *result, struct sb *out);

#endif
