/* told: what a campaign tells about itself once its search is over. */
#include <stdio.h>
#include <stdlib.h>

#include "campaign/campaign_parts.h"

const struct archive *campaign_archive(const struct campaign *campaign)
{
	return campaign->intake.archive;
}

const struct cover *campaign_cover(const struct campaign *campaign)
{
	return &campaign->intake.cover;
}

struct judge *campaign_judge(struct campaign *campaign)
{
	return campaign->judge;
}

const struct winners *campaign_winners(const struct campaign *campaign)
{
	return &campaign->winners;
}

const struct counts *campaign_counts(const struct campaign *campaign)
{
	return exchange_counts(campaign->exchange);
}

enum stop_reason campaign_stop_reason(const struct campaign *campaign)
{
	return campaign->budget.stop;
}

const struct campaign_point *campaign_timeline(const struct campaign *campaign, size_t *n)
{
	*n = campaign->budget.timeline.n;
	return campaign->budget.timeline.at;
}

struct campaign_stats campaign_stats(const struct campaign *campaign)
{
	return statistics_all(&campaign->statistics);
}

void campaign_explain(const struct campaign *campaign, uint32_t probe, struct sb *out)
{
	size_t before = out->n;
	for (size_t i = 0; i < campaign->options.n_engines && out->n == before; i++)
		if (campaign_kind(campaign, i)->explain)
			campaign_kind(campaign, i)->explain(campaign->engines[i], probe, out);
}

size_t campaign_engines(const struct campaign *campaign)
{
	return campaign->options.n_engines;
}

/* Returns the number of goals that would be missing without the engine's tests. */
static uint32_t won_alone(const struct campaign *campaign, size_t engine)
{
	struct cover others;
	cover_init(&others, campaign->unit->marks);
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		if (i != engine)
			cover_add(&others, campaign->seen[i].probes);
	for (uint32_t i = 0; i < others.n_words;
	     i++) /* probes that this engine did not hit are the others', whoever hit them */
		others.probes[i] = campaign->intake.cover.probes[i] &
		                   (others.probes[i] | ~campaign->seen[engine].probes[i]);
	uint32_t without = intake_goals_of(&campaign->intake, &others).covered;
	cover_release(&others);
	return intake_goals(&campaign->intake).covered - without;
}

struct engine_part campaign_engine_part(const struct campaign *campaign, size_t engine)
{
	double all = 0;
	struct engine_use use = statistics_use(&campaign->statistics, engine);
	bool is_last = campaign->options.budget.part == PART_LAST; /* the journals do not have the cost of turns */
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		all += is_last ? (double)statistics_use(&campaign->statistics, i).tests
		               : campaign->statistics.uses[i].turns;
	if (is_last)
		use.turns = (double)use.tests;
	return (struct engine_part){ .name = campaign_kind(campaign, engine)->name,
		                     .tests = use.tests,
		                     .seconds = use.seconds,
		                     .share = all > 0 ? use.turns / all : 0,
		                     .won = use.won,
		                     .alone = won_alone(campaign, engine) };
}

void campaign_engine_statistics(const struct campaign *campaign, void (*each)(void *, const char *, double),
                                void *context)
{
	for (size_t i = 0; i < campaign->options.n_engines; i++) {
		struct engine_part part = campaign_engine_part(campaign, i);
		const struct {
			const char *what;
			double value;
		} rows[] = { { "tests", (double)part.tests },
			     { "goals won", (double)part.won },
			     { "goals won alone", part.alone },
			     { "per cent of the budget", 100 * part.share },
			     { "seconds", part.seconds } };
		for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
			char name[64];
			snprintf(name, sizeof name, "%s, %s", part.name, rows[r].what);
			each(context, name, rows[r].value);
		}
		campaign_kind(campaign, i)->statistics(campaign->engines[i], each, context);
	}
}
