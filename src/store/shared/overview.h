/* overview: campaigns and workers of a shared store, for people to look at. */
#ifndef SKEP_STORE_OVERVIEW_H
#define SKEP_STORE_OVERVIEW_H

#include "store/shared/shared.h"

struct campaign_view {
	int64_t id;
	const char *name, *unit, *skep;
	const char *state;           /* "open", "closing", "closed", or "left": nobody holds it */
	double age, length;          /* seconds since it began; seconds until it ended, or until now */
	uint64_t executions;
	double rate;                 /* tests a second of its present workers, in the last ten seconds */
	uint32_t workers;            /* at work now */
	uint32_t covered, goals;
	uint32_t findings;           /* different findings */
};

/* One worker at one campaign. */
struct worker_view {
	const char *name;
	bool is_at_work;
	uint64_t executions;
	uint32_t stints, tests, broken_off; /* tests with new coverage; stints that never came to an end */
	double seconds, messages, bytes; /* at work; messages and bytes are per second */
	double waiting;              /* part of the time spent waiting for the store */
	double processor;            /* seconds of a processor that the exchange took, per second */
};

/* The goals that were covered after so many seconds. */
struct moment_view {
	double seconds;
	uint32_t covered;
};

/* Lists the campaigns, the latest first; `name` NULL: all. Everything is in arena. */
MUST_USE status overview_campaigns(struct connection *connection, const char *name, struct arena *arena,
                                   struct campaign_view **views, size_t *n);
MUST_USE status overview_workers(struct connection *connection, int64_t campaign, struct arena *arena,
                                 struct worker_view **views, size_t *n);
MUST_USE status overview_moments(struct connection *connection, int64_t campaign, struct arena *arena,
                                 struct moment_view **views, size_t *n);
/* Lists the findings, a line each, in the order in which they were found. */
MUST_USE status overview_findings(struct connection *connection, int64_t campaign, struct arena *arena,
                                  const char *const **lines, size_t *n);

#endif
