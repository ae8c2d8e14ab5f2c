/* failing: one short program per thing found wrong, that anybody can run. */
#ifndef SKEP_EMIT_FAILING_H
#define SKEP_EMIT_FAILING_H

#include "base/status.h"
#include "campaign/campaign.h"
#include "base/timetable.h"
#include "emit/results.h"
#include "front/front.h"

struct failing_options {
	const char *out_dir;
	bool replace;
	const struct timetable *times; /* when its end is over, only bugs are still shortened and written */
};

/* Shortens each finding's test while the fault stays the same fault, if `replace` also
 * by parts of other tests, and writes OUT/failing/bug_001.c, OUT/unclear/unclear_001.c
 * and OUT/misuse/misuse_001.c; fills results->failures. In arena. */
MUST_USE status failing_write(struct unit *unit, const struct source_list *sources, struct campaign *campaign,
                              const struct failing_options *options, struct arena *arena, struct results *results);

#endif
