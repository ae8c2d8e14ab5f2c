/* failing: one short program per finding, that anybody can run.
 *
 * The stages, in their order:
 *
 *   settle    each finding once; the judge looks at all bugs with what is known at the end
 *   confirm   the test of each bug runs once more; a bug that does not show again is unclear
 *   shorten   the gravest findings, each as its shortest test shows it
 *   join      findings with one cause are told once
 *   write     the programs; each is compiled and run as its comment says
 */
#ifndef SKEP_EMIT_FAILING_H
#define SKEP_EMIT_FAILING_H

#include "base/status.h"
#include "base/timetable.h"
#include "campaign/campaign.h"
#include "emit/compilers.h"
#include "emit/results.h"
#include "front/front.h"

struct failing_options {
	const char *out_dir;
	bool replace;
	/* True for findings that are left out; NULL: all findings are told. */
	bool (*concerns)(const void *context, const struct finding *finding);
	const void *context;
	const struct timetable *times; /* after its end only bugs are still shortened and written */
};

struct failing;

/* Returns the findings of the campaign, which must be over. Lives in the arena; everything else is borrowed. */
struct failing *failing_new(const struct unit *unit, const struct compilers *compilers, struct campaign *campaign,
                            const struct failing_options *options, struct arena *arena);
MUST_USE status failing_settle(struct failing *failing);
MUST_USE status failing_confirm(struct failing *failing);
/* Shortens tests by leaving out steps; if `replace`, also by shorter parts of other tests in place of longer
 * parts. */
MUST_USE status failing_shorten(struct failing *failing);
/* Joins bugs that one broken object brings about: the first of them stands for all. A finding that is told as a
 * bug is not told again as something else. */
void failing_join(struct failing *failing);
/* Writes OUT/failing/bug_001.c, OUT/unclear/unclear_001.c and OUT/misuse/misuse_001.c, and fills
 * results->failures. */
MUST_USE status failing_write(struct failing *failing, struct results *results);

#endif
