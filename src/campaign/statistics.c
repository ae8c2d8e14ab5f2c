/* statistics: see statistics.h. */
#include "campaign/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers with their names in the counts. */
static const struct {
	const char *name;
	size_t offset;
} numbers[] = {
	{ "executions", offsetof(struct campaign_stats, executions) },
	{ "faults", offsetof(struct campaign_stats, faults) },
	{ "hangs", offsetof(struct campaign_stats, hangs) },
	{ "exits", offsetof(struct campaign_stats, exits) },
	{ "judged", offsetof(struct campaign_stats, judged) },
	{ "illegal", offsetof(struct campaign_stats, illegal) },
	{ "workers started", offsetof(struct campaign_stats, workers_started) },
};

#define N_NUMBERS (sizeof numbers / sizeof *numbers)

static uint64_t *number_at(struct campaign_stats *stats, size_t i)
{
	return (uint64_t *)((char *)stats + numbers[i].offset);
}

void statistics_init(struct statistics *statistics, const struct campaign_options *options, struct counts *counts)
{
	*statistics = (struct statistics){ .engines = options->engines,
		                           .n_engines = options->n_engines,
		                           .counts = counts,
		                           .no_times = options->budget.executions > 0 };
	statistics->uses = xcalloc(options->n_engines + 1, sizeof *statistics->uses);
	statistics->added_uses = xcalloc(options->n_engines + 1, sizeof *statistics->added_uses);
}

void statistics_release(struct statistics *statistics)
{
	free(statistics->uses);
	free(statistics->added_uses);
}

/* ---- adding ---- */

static uint64_t milliseconds(double now, double added)
{
	return (uint64_t)(now * 1000) - (uint64_t)(added * 1000);
}

static void add_use(struct statistics *statistics, size_t engine)
{
	char name[80];
	const char *kind = statistics->engines[engine].kind->name;
	const struct engine_use *now = &statistics->uses[engine];
	struct engine_use *added = &statistics->added_uses[engine];
	snprintf(name, sizeof name, "tests by %s", kind);
	counts_add(statistics->counts, name, 0, now->tests - added->tests);
	snprintf(name, sizeof name, "goals won by %s", kind);
	counts_add(statistics->counts, name, 0, now->won - added->won);
	snprintf(name, sizeof name, "milliseconds of %s", kind);
	if (!statistics->no_times)
		counts_add(statistics->counts, name, 0, milliseconds(now->seconds, added->seconds));
	*added = *now;
}

void statistics_add(struct statistics *statistics)
{
	for (size_t i = 0; i < N_NUMBERS; i++)
		counts_add(statistics->counts, numbers[i].name, 0,
		           *number_at(&statistics->own, i) - *number_at(&statistics->added, i));
	for (size_t i = 0; i < statistics->n_engines; i++)
		add_use(statistics, i);
	if (!statistics->no_times)
		counts_add(statistics->counts, "milliseconds", 0,
		           milliseconds(statistics->own.seconds, statistics->added.seconds));
	statistics->added = statistics->own;
}

/* ---- asking ---- */

struct campaign_stats statistics_all(const struct statistics *statistics)
{
	struct campaign_stats all = statistics->own, added = statistics->added;
	for (size_t i = 0; i < N_NUMBERS; i++)
		*number_at(&all, i) += counts_get(statistics->counts, numbers[i].name, 0) - *number_at(&added, i);
	if (!statistics->no_times)
		all.seconds += (double)counts_get(statistics->counts, "milliseconds", 0) / 1000 -
		               (double)(uint64_t)(added.seconds * 1000) / 1000;
	return all;
}

uint64_t statistics_executions(const struct statistics *statistics)
{
	return counts_get(statistics->counts, "executions", 0) + statistics->own.executions -
	       statistics->added.executions;
}

struct engine_use statistics_use(const struct statistics *statistics, size_t engine)
{
	char name[80];
	const char *kind = statistics->engines[engine].kind->name;
	struct engine_use use = statistics->uses[engine];
	const struct engine_use *added = &statistics->added_uses[engine];
	snprintf(name, sizeof name, "tests by %s", kind);
	use.tests += counts_get(statistics->counts, name, 0) - added->tests;
	snprintf(name, sizeof name, "goals won by %s", kind);
	use.won += counts_get(statistics->counts, name, 0) - added->won;
	snprintf(name, sizeof name, "milliseconds of %s", kind);
	if (!statistics->no_times)
		use.seconds += (double)counts_get(statistics->counts, name, 0) / 1000 -
		               (double)(uint64_t)(added->seconds * 1000) / 1000;
	return use;
}
