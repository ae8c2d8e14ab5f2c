/* workplace: see workplace.h. */
#include "cli/machines/workplace.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/str.h"
#include "front/read/paths.h"
#include "store/shared/shared_journal.h"

static void set_bit(uint64_t *set, uint32_t bit)
{
	set[bit / 64] |= UINT64_C(1) << (bit % 64);
}

/* Returns the goals of the functions of a lane. Engines that go from goal to goal begin with these, so that no
 * two lanes solve the same goals. */
static uint64_t *goals_of_lane(const struct marks *marks, const struct lease *lease)
{
	uint64_t *first = xcalloc(marks->n_probes / 64 + 2, sizeof *first);
	for (uint32_t c = 0; c < marks->conditions.n; c++)
		if (marks->conditions.at[c].function % lease->lanes == lease->lane) {
			set_bit(first, marks_condition_probe(marks, c, false));
			set_bit(first, marks_condition_probe(marks, c, true));
		}
	for (uint32_t c = 0; c < marks->cases.n; c++)
		if (marks->switches.at[marks->cases.at[c].of_switch].function % lease->lanes == lease->lane)
			set_bit(first, marks_case_probe(marks, c));
	return first;
}

static bool goes_from_goal_to_goal(const struct lease *lease)
{
	return lease->lanes > 1 && (str_equal(lease->engine, "symbolic") || str_equal(lease->engine, "search"));
}

/* Returns the seed of a share. A new attempt at a share gets another seed, so that it does not repeat the first
 * test by test, unless the campaign is exact. */
static uint64_t seed_of(const struct workplace *place, const struct lease *lease)
{
	return place->is_exact || lease->attempt == 1 ? lease->seed
	                                              : hash_bytes(&lease->attempt, sizeof lease->attempt, lease->seed);
}

static status run(const struct workplace *place, const struct campaign_options *options)
{
	struct campaign *campaign = NULL;
	status st = campaign_run(place->unit, place->targets[BUILD_FAST], place->targets[BUILD_CHECKED], options,
	                         &campaign);
	enum stop_reason stop = st ? STOP_INTERRUPTED : campaign_stop_reason(campaign);
	if (!st && (stop == STOP_INTERRUPTED || (stop == STOP_BUDGET && !options->budget.executions)))
		st = fail(TROUBLE_INTERRUPTED, "the stint was over before the share was");
	campaign_free(campaign);
	return st;
}

static status choose(const struct workplace *place, const struct lease *lease, struct engine_setup *engines,
                     struct campaign_options *options)
{
	struct engine_settings settings = *place->engines;
	if (!settings.engine || str_equal(settings.engine, "auto"))
		settings.engine = lease->engine;
	engines->build = place->build;
	engines->unit = place->unit;
	TRY(engines_choose(&settings, engines, options));
	return engines_begin(engines, options);
}

status workplace_work(const struct workplace *place, const struct lease *lease, double seconds)
{
	struct engine_setup engines = { 0 };
	struct campaign_options options = {
		.budget = { .seconds = seconds, .executions = lease->executions, .end = END_NEVER, .part = PART_SHARE },
		.seed = seed_of(place, lease),
		.workers = 1,
		.criterion = place->criterion,
		.callable = place->callable,
		.aim = place->aim,
		.judging = { .promoted = place->promoted->at, .n_promoted = place->promoted->n },
	};
	struct journal *journal = NULL;
	if (place->unit->is_kept)
		paths_begin_at(place->unit->here);
	uint64_t *first = goes_from_goal_to_goal(lease) ? goals_of_lane(place->unit->marks, lease) : NULL;
	status st = shared_journal_new(place->url, lease, place->is_exact, &journal);
	options.first = first;
	options.sharing.journals = &journal;
	options.sharing.n_journals = 1;
	if (!st)
		options.sharing.claims = shared_journal_claims(journal);
	if (!st)
		st = choose(place, lease, &engines, &options);
	if (!st)
		st = run(place, &options);
	engine_setup_release(&engines);
	journal_free(journal);
	free(first);
	return st;
}
