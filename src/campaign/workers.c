/* workers: campaign_run(), which starts other campaigns beside that of this process. Each is a copy of the process with
 * a share of the work (crew.h). */
#include <stdlib.h>

#include "base/log.h"
#include "base/map.h"
#include "campaign/campaign_parts.h"

static status run_beside(void *context)
{
	struct campaign *campaign = NULL;
	status st = campaign_work(context, &campaign);
	campaign_free(campaign);
	return st;
}

/* Puts the light engines of a campaign in front. Returns their number. */
static size_t find_light(const struct campaign_options *options, struct engine_choice *light)
{
	size_t n = 0;
	for (size_t i = 0; i < options->n_engines; i++)
		if (options->engines[i].kind->is_light)
			light[n++] = options->engines[i];
	return n;
}

/* Returns the part of another worker. */
static struct share_of_work share_of(const struct share_of_work *all, uint32_t member)
{
	struct share_of_work own = *all;
	uint32_t n = all->options.workers;
	own.options.budget.executions = all->options.budget.executions / n;
	own.options.seed = hash_bytes(&member, sizeof member, all->options.seed);
	own.options.budget.seconds = 0; /* the first worker ends them by its clock */
	own.options.budget.end = END_NEVER;
	own.options.budget.plateau_seconds = 0;
	own.options.budget.plateau_executions = 0;
	own.options.sharing.n_journals = 0;
	own.options.progress = NULL;
	return own;
}

/* Starts the other workers before anything else is made: a copy of the process must not hold what belongs to
 * this process. */
static status start_others(struct share_of_work *all, struct engine_choice *light)
{
	uint32_t n = all->options.workers;
	uint64_t executions = all->options.budget.executions;
	size_t n_light = find_light(&all->options, light);
	if (n < 2 || !n_light || all->options.judging.unjudged || (executions && executions < n))
		return NULL;
	TRY(crew_new(n, &all->crew));
	for (uint32_t i = 1; i < n; i++) {
		struct share_of_work own = share_of(all, i);
		own.options.engines = light;
		own.options.n_engines = n_light;
		TRY(crew_start(all->crew, i, run_beside, &own));
	}
	all->options.budget.executions -= executions / n * (n - 1);
	return NULL;
}

status campaign_run(struct unit *unit, const struct target *fast, const struct target *checked,
                    const struct campaign_options *options, struct campaign **out)
{
	struct share_of_work all = { .unit = unit, .fast = fast, .checked = checked, .options = *options };
	struct engine_choice *light = xcalloc(options->n_engines + 1, sizeof *light);
	status st = start_others(&all, light);
	if (st) { /* one worker finds the same, more slowly */
		log_warn("going on with one worker instead of %u: %s", options->workers, st->message);
		status_free(st);
		crew_free(all.crew);
		all.crew = NULL;
		all.options.budget.executions = options->budget.executions;
	}
	free(light); /* the other workers have copies */
	return campaign_work(&all, out);
}
