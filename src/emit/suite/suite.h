/* suite: from the archive to tests that a C developer would keep.
 *
 * Select a small set of tests with the same coverage, shorten each while it keeps
 * the goals it is there for, look at what it does, name it, write it, and then
 * check the written file as a user would: compile it, run it in fresh processes
 * with address randomisation, run it under the sanitizers. What does not hold is
 * taken out before anybody sees it. */
#ifndef SKEP_EMIT_SUITE_H
#define SKEP_EMIT_SUITE_H

#include "base/status.h"
#include "base/timetable.h"
#include "campaign/campaign.h"
#include "emit/results.h"
#include "front/front.h"
#include "instr/instr.h"

enum suite_format { FORMAT_PLAIN, FORMAT_CMOCKA, FORMAT_CHECK, FORMAT_UNITY, N_FORMATS };

/* N_FORMATS if there is none of that name. */
enum suite_format suite_format_by_name(const char *name);

struct suite_options {
	const char *out_dir;
	enum suite_format format;
	enum criterion criterion;
	const char *command;         /* for the header comment */
	const struct timetable *times;
};

/* Writes OUT/tests and fills results->tests and results->cover (in arena). */
MUST_USE status suite_write(struct unit *unit, const struct source_list *sources, struct campaign *campaign,
                            const struct target *fast, const struct suite_options *options, struct arena *arena,
                            struct results *results);

#endif
