/* stages: see stages.h. */
#include "cli/program/stages.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cli/program/between.h"

#define FIRST_STAGE 0.4        /* of the budget, at most */
#define SATURATED 0.1          /* part of the budget without a new goal */

static struct count goals_of(const struct stages *stages, const struct campaign *campaign)
{
	return cover_count(campaign_cover(campaign), stages->options->criterion);
}

static status run_one(struct stages *stages, const struct campaign_options *options, struct campaign **campaign)
{
	status st = campaign_run(stages->unit, stages->targets[BUILD_FAST], stages->targets[BUILD_CHECKED], options,
	                         campaign);
	log_progress_end();
	return st;
}

/* ---- two stages ---- */

static struct campaign_options first_options(const struct stages *stages)
{
	struct campaign_options first = *stages->options;
	first.n_engines = 1; /* the cheap engine stands first */
	first.budget.seconds = stages->options->budget.seconds * FIRST_STAGE;
	first.budget.executions = (uint64_t)((double)stages->options->budget.executions * FIRST_STAGE);
	if (!first.budget.executions && first.budget.seconds > 0)
		first.budget.plateau_seconds = stages->options->budget.seconds * SATURATED;
	if (first.budget.executions)
		first.budget.plateau_executions = 1 +
		                                  (uint64_t)((double)stages->options->budget.executions * SATURATED);
	return first;
}

/* Returns the options for the rest of the budget. */
static struct campaign_options second_options(const struct stages *stages, const struct campaign *first, double start)
{
	struct campaign_options second = *stages->options;
	uint64_t spent = campaign_stats(first).executions - stages->executions_before;
	if (second.budget.executions)
		second.budget.executions = second.budget.executions > spent ? second.budget.executions - spent : 1;
	double left = second.budget.seconds - (now_seconds() - start);
	if (second.budget.seconds > 0)
		second.budget.seconds = left > 0.5 ? left : 0.5;
	return second;
}

static void tell_first(const struct stages *stages, const struct campaign *first)
{
	struct count goals = goals_of(stages, first);
	log_note("stage 1, cheap tests: %u of %u goals, %llu runs", goals.covered, goals.total,
	         (unsigned long long)campaign_stats(first).executions);
}

static void tell_second(const struct stages *stages, const struct campaign *second, uint32_t before)
{
	struct count goals = goals_of(stages, second);
	log_note("stage 2, exploration: %u more goals, %u of %u", goals.covered > before ? goals.covered - before : 0,
	         goals.covered, goals.total);
}

static const struct seq *const *seqs_of(const struct stages *stages, const invocation_list *tests)
{
	const struct seq **seqs = ARENA_ARRAY(stages->arena, const struct seq *, tests->n + 1);
	for (size_t i = 0; i < tests->n; i++)
		seqs[i] = invocation_seq(&tests->at[i], stages->unit->model, stages->arena);
	return seqs;
}

/* Collects the tests of findings, which will be found again when they run again. */
static void collect_findings(const struct stages *stages, struct campaign *campaign, invocation_list *out)
{
	const struct finding *const *findings;
	size_t n = judge_findings(campaign_judge(campaign), &findings);
	for (size_t i = 0; i < n; i++) {
		struct invocation one;
		if (invocation_of(&one, seq_copy(stages->arena, findings[i]->seq), stages->arena))
			vec_push(out, one);
	}
}

static const struct seq *const *starts_of(const struct stages *stages, const struct between *b)
{
	const struct seq **starts = ARENA_ARRAY(stages->arena, const struct seq *, b->n_prepared + 1);
	for (size_t i = 0; i < b->n_prepared; i++)
		starts[i] = b->prepared[i].start;
	return starts;
}

static status explore_more(struct stages *stages, struct campaign *first, double start, struct campaign **campaign)
{
	struct between b = { 0 };
	uint32_t before = goals_of(stages, first).covered;
	invocation_list failing = { 0 };
	between_collect(stages, first, &b.tests);
	collect_findings(stages, first, &failing);
	/* Without a limit of tries, reducing by the clock would differ from run to run. */
	struct seed_budget budget = { .tries = TRIES_PER_SEED,
		                      .until = stages->options->budget.executions
		                                       ? 0
		                                       : now_seconds() +
		                                                 SHARE_OF_REDUCTION * (stages->options->budget.seconds -
		                                                                       (now_seconds() - start)) };
	status st = between_prepare(stages, &b, &budget, 0);
	if (!st) {
		struct campaign_options second = second_options(stages, first, start);
		between_tell(stages, &b);
		struct engine_choice choices[2] = { second.engines[1], second.engines[0] };
		second.engines = choices; /* the symbolic engine comes first this time */
		second.earlier = seqs_of(stages, &b.tests);
		second.n_earlier = b.tests.n;
		stages->program->seeds = failing.at;
		stages->program->n_seeds = failing.n;
		stages->engines->symbolic.starts = starts_of(stages, &b);
		stages->engines->symbolic.n_starts = b.n_prepared;
		st = run_one(stages, &second, campaign);
		if (!st)
			tell_second(stages, *campaign, before);
	}
	invocation_list_release(&failing);
	invocation_list_release(&b.tests);
	return st;
}

static status two_stages(struct stages *stages, struct campaign **campaign)
{
	struct campaign_options options = first_options(stages);
	struct campaign *first = NULL;
	double start = now_seconds();
	status st = run_one(stages, &options, &first);
	enum stop_reason stop = first ? campaign_stop_reason(first) : STOP_INTERRUPTED;
	if (!st)
		tell_first(stages, first);
	if (st || stop == STOP_ALL_COVERED || stop == STOP_INTERRUPTED) {
		*campaign = first;
		return st;
	}
	stages->spent_seconds = now_seconds() - start;
	stages->spent_executions = campaign_stats(first).executions;
	st = explore_more(stages, first, start, campaign);
	campaign_free(first);
	return st;
}

status stages_run(struct stages *stages, struct campaign **campaign)
{
	bool is_auto = stages->options->n_engines > 1;
	if (stages->per_seed > 0 || stages->per_seed_executions) {
		if (!is_auto || !stages->program->n_seeds)
			return fail(TROUBLE_USAGE, "--per-seed explores seeds: give some with --seeds or --seed, and "
			                           "leave --engine as it is");
		return per_seed(stages, campaign);
	}
	if (stages->explored)
		return fail(TROUBLE_USAGE,
		            "--explored writes what --per-seed or --per-seed-executions found: give one");
	bool has_budget = stages->options->budget.seconds > 0 || stages->options->budget.executions;
	return is_auto && has_budget ? two_stages(stages, campaign) : run_one(stages, stages->options, campaign);
}
