/* aims: lines at which a command aims, and the goals on them. For skep regress and skep swarm. */
#ifndef SKEP_CLI_AIMS_H
#define SKEP_CLI_AIMS_H

#include "cli/options.h"
#include "cover/cover.h"
#include "emit/regress.h"
#include "engine/random/random.h"
#include "front/changes/changes.h"

struct aims {
	const char *since, *patch;
	text_list named;                 /* --targets */
	bool even;
	const struct changes *known;     /* lines that somebody found out already; NULL: the fields above tell */
	struct changes changes;
	VEC(struct regress_target) targets;
	VEC(uint32_t) probes;
	struct random_targets random;    /* the same for engines, filled in by the command */
};

/* The rows of an option table. */
#define AIM_OPTIONS(aims)                                                                                         \
	{ 0, "since", OPTION_TEXT, &(aims)->since, "REV",                                                            \
	  "lines changed since a git revision, in the working tree" },                                               \
	{ 0, "patch", OPTION_TEXT, &(aims)->patch, "FILE", "lines that a patch changed; it must be applied" },       \
	{ 0, "targets", OPTION_LIST, &(aims)->named, "FILE:LINE,...", "these lines, or FILE:FIRST-LAST" },           \
	{ 0, "even", OPTION_FLAG, &(aims)->even, NULL,                                                               \
	  "every way of aiming gets the same share, for comparing them" }

/* Returns the number of ways to name lines that were used. */
unsigned aims_ways(const struct aims *aims);
/* Fails with TROUBLE_USAGE if more than one way was used. */
MUST_USE status aims_check(const struct aims *aims);
/* Reads the lines and finds the goals on them, in functions that count. A revision belongs to the repository of
 * `folder`. A named line without code is TROUBLE_INPUT; a change without code is no failure. */
MUST_USE status aims_find(struct aims *aims, const struct marks *marks, const char *folder, const char *unit);
/* Prints how often tests hit the targets. Tests that were made from earlier tests, by any engine, do not count there, so
 * targets that only such tests hit are told from those that no test hits by what the suite covers; NULL: there is none. */
void aims_show(const struct regress_results *results, const struct cover *suite);
void aims_release(struct aims *aims);

#endif
