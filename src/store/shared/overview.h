/* overview: what a shared store knows of its campaigns and workers, for people to look at. */
#ifndef SKEP_STORE_OVERVIEW_H
#define SKEP_STORE_OVERVIEW_H

#include "store/shared/shared.h"

struct campaign_view {
	int64_t id;
	const char *name, *unit, *skep;
	const char *state;           /* "open", "closing", "closed", or "left": nobody holds it */
	double age, length;          /* seconds since it began, and until it ended or now */
	uint64_t executions;
	double rate;                 /* tests a second, in the last ten seconds of those who work at it */
	uint32_t workers;            /* at work now */
	uint32_t covered, goals;
	uint32_t findings;           /* different ones */
};

/* Of one worker at one campaign. */
struct worker_view {
	const char *name;
	bool is_at_work;
	uint64_t executions;
	uint32_t stints, tests, broken_off; /* tests that covered something new; stints that never came to an end */
	double seconds, messages, bytes; /* at work; messages and bytes are per second */
	double waiting;              /* share of the time that went to the store */
};

/* Goals that were covered after so many seconds. */
struct moment_view {
	double seconds;
	uint32_t covered;
};

/* The latest come first; `name` NULL: all. Everything is in arena. */
MUST_USE status overview_campaigns(struct connection *connection, const char *name, struct arena *arena,
                                   struct campaign_view **views, size_t *n);
MUST_USE status overview_workers(struct connection *connection, int64_t campaign, struct arena *arena,
                                 struct worker_view **views, size_t *n);
MUST_USE status overview_moments(struct connection *connection, int64_t campaign, struct arena *arena,
                                 struct moment_view **views, size_t *n);
/* A line per finding, in the order in which they came up. */
MUST_USE status overview_findings(struct connection *connection, int64_t campaign, struct arena *arena,
                                  const char *const **lines, size_t *n);

#endif
