/* per_seed: one exploration for each seed, all with the same budget.
 *
 * The time for reducing a seed comes from the seed's own budget, at most a fifth of it. The coverage of an
 * exploration can be written down, branch by branch, to compare strategies and rankings. */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "cli/program/between.h"
#include "proc/child.h"

/* The results of exploring the seeds so far. */
struct exploring {
	struct stages *stages;
	struct between *b;
	invocation_list *found;
	struct cover cover;
	struct sb report;
};

static struct campaign_budget budget_of(const struct stages *stages, const struct prepared *seed)
{
	double left = stages->per_seed - seed->seconds;
	uint64_t all = stages->per_seed_executions, tries = seed->tries;
	struct campaign_budget budget = stages->options->budget;
	budget.seconds = all ? 0 : left > 0 ? left : 0.05;
	budget.executions = all > tries ? all - tries : all != 0;
	budget.plateau_seconds = 0;
	return budget;
}

static void add_branches(const struct exploring *x, const uint64_t *probes, const uint64_t *without, struct sb *out)
{
	const struct marks *marks = x->stages->unit->marks;
	const char *gap = "";
	for (uint32_t p = marks->first_condition_probe; p < marks->first_path_probe; p++) {
		uint64_t bit = UINT64_C(1) << p % 64;
		if (!(probes[p / 64] & bit) || (without && without[p / 64] & bit))
			continue;
		sb_addf(out, "%s%u", gap, p);
		gap = ",";
	}
}

static void report_seed(struct exploring *x, const struct prepared *seed, const struct campaign *campaign)
{
	struct sb *out = &x->report;
	sb_addf(out, "%zu\t%llu\t%llu\t%llu\t%llu\t%.3f\t%llu\t", seed->number + 1,
	        (unsigned long long)seed->before.path_length, (unsigned long long)seed->after.path_length,
	        (unsigned long long)seed->bytes_before, (unsigned long long)seed->bytes_after, seed->seconds,
	        (unsigned long long)campaign_stats(campaign).executions);
	add_branches(x, seed->before.probes, NULL, out);
	sb_add_char(out, '\t');
	add_branches(x, campaign_cover(campaign)->probes, seed->before.probes, out);
	sb_add_char(out, '\n');
}

static status explore_seed(struct exploring *x, const struct prepared *seed, uint32_t *covered)
{
	struct stages *stages = x->stages;
	struct campaign_options one = *stages->options;
	struct campaign *campaign = NULL;
	struct symbolic_options *symbolic = &stages->engines->symbolic;
	symbolic->starts = &seed->start;
	symbolic->n_starts = symbolic->max_seeds = 1;
	one.engines = stages->options->engines + stages->options->n_engines - 1;
	one.n_engines = 1;
	one.budget = budget_of(stages, seed);
	one.judging.unjudged = true;
	status st = campaign_run(stages->unit, stages->targets[BUILD_FAST], stages->targets[BUILD_CHECKED], &one,
	                         &campaign);
	log_progress_end();
	if (!st) {
		between_collect(stages, campaign, x->found);
		cover_add(&x->cover, campaign_cover(campaign)->probes);
		*covered = cover_count(&x->cover, stages->options->criterion).covered;
		report_seed(x, seed, campaign);
	}
	campaign_free(campaign);
	return st;
}

static status write_report(const struct exploring *x)
{
	static const char head[] = "seed\tpath before\tpath after\tbytes before\tbytes after\treduction seconds\t"
	                           "runs\tbranches of the seed\tbranches by exploring\n";
	struct sb all = { 0 };
	sb_add(&all, head);
	sb_add_bytes(&all, sb_text(&x->report), x->report.n);
	status st = file_write(x->stages->explored, sb_text(&all), all.n);
	sb_release(&all);
	return st;
}

/* Explores all seeds. The coverage of the seeds themselves is no discovery of an exploration. */
static status explore_all(struct exploring *x)
{
	const struct stages *stages = x->stages;
	const struct between *b = x->b;
	uint32_t *gained = ARENA_ARRAY(stages->arena, uint32_t, b->n_prepared + 1);
	for (size_t i = 0; i < b->n_prepared; i++)
		cover_add(&x->cover, b->prepared[i].before.probes);
	uint32_t before = cover_count(&x->cover, stages->options->criterion).covered, now = before;
	for (size_t i = 0; i < b->n_prepared && !interrupted(); i++) {
		TRY(explore_seed(x, &b->prepared[i], &now));
		gained[i] = now - before;
		log_note("  seed %zu of %zu: %u new goals so far", i + 1, b->n_prepared, gained[i]);
	}
	log_note("seeds cover %u goals; exploring them: %u more; APBD %.1f %%", before, now - before,
	         100 * rank_apbd(gained, b->n_prepared));
	return stages->explored ? write_report(x) : NULL;
}

/* Runs a last campaign, which only takes in the tests that were found, so that they are judged and kept. */
static status take_in(struct stages *stages, const invocation_list *found, struct campaign **campaign)
{
	struct campaign_options last = *stages->options;
	stages->program->seeds = found->at;
	stages->program->n_seeds = found->n;
	last.n_engines = 1;
	last.budget.seconds = 0;
	last.budget.executions = found->n + 64;
	status st = campaign_run(stages->unit, stages->targets[BUILD_FAST], stages->targets[BUILD_CHECKED], &last,
	                         campaign);
	log_progress_end();
	return st;
}

/* Waits for the symbolic build, so that its time is not taken from the first seed. */
static status wait_for_build(const struct stages *stages)
{
	const struct target *target;
	const struct campaign_options *options = stages->options;
	return options->symbolic ? options->symbolic(options->symbolic_context, true, &target) : NULL;
}

static struct seed_budget reduction_budget(const struct stages *stages)
{
	uint64_t share = (uint64_t)((double)stages->per_seed_executions * SHARE_OF_REDUCTION);
	return (struct seed_budget){ .tries = stages->per_seed_executions ? share + 1 : 0 };
}

status per_seed(struct stages *stages, struct campaign **campaign)
{
	struct between b = { 0 };
	invocation_list found = { 0 };
	struct exploring x = { .stages = stages, .b = &b, .found = &found };
	struct seed_budget budget = reduction_budget(stages);
	for (size_t i = 0; i < stages->program->n_seeds; i++) {
		struct invocation one;
		invocation_copy(&one, &stages->program->seeds[i]);
		vec_push(&b.tests, one);
	}
	cover_init(&x.cover, stages->unit->marks);
	status st = between_prepare(stages, &b, &budget, SHARE_OF_REDUCTION * stages->per_seed);
	if (!st)
		st = wait_for_build(stages);
	if (!st) {
		between_tell(stages, &b);
		st = explore_all(&x);
	}
	if (!st && !stages->explored)
		st = take_in(stages, &found, campaign);
	cover_release(&x.cover);
	sb_release(&x.report);
	invocation_list_release(&b.tests);
	invocation_list_release(&found);
	return st;
}
