/* stages: see stages.h. */
#include "cli/program/stages.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/programs/corpus.h"
#include "reduce/seed_runs.h"

#define FIRST_STAGE 0.4        /* of the budget, at most */
#define SATURATED 0.1          /* of the budget without a new goal */
#define REDUCTION 0.2          /* of what is left for exploring */
#define TRIES_PER_SEED 500u

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

/* ---- between stages ---- */

static void collect_tests(const struct stages *stages, struct campaign *campaign, invocation_list *out)
{
	struct archived *tests;
	size_t n = archive_all(campaign_archive(campaign), stages->arena, &tests);
	for (size_t i = 0; i < n; i++) {
		struct invocation one;
		if (invocation_of(&one, seq_copy(stages->arena, tests[i].seq), stages->arena))
			vec_push(out, one);
	}
}

/* Tests of findings: run again, they are found again. */
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

struct between {
	invocation_list tests;       /* of the first stage */
	const struct seq **starts;   /* shorter, the most promising first */
	size_t n_starts;
	uint64_t path_before, path_after;
};

static status reduce_tests(struct stages *stages, struct seed_runs *runs, struct between *b, invocation_list *shorter,
                           double until)
{
	struct seed_budget budget = { .tries = TRIES_PER_SEED, .until = until };
	for (size_t i = 0; i < b->tests.n; i++) {
		struct invocation one;
		if (stages->no_reduction)
			invocation_copy(&one, &b->tests.at[i]);
		else
			TRY(seed_reduce(runs, &b->tests.at[i], KEEP_BRANCHES, &budget, stages->arena, &one, NULL));
		vec_push(shorter, one);
	}
	return NULL;
}

/* A task reads on where its input ends, as if there were zeroes: they are there, so that they can be
 * something else. */
static const struct seq *start_of(const struct stages *stages, const struct invocation *test)
{
	const struct shape *shape = stages->shape;
	struct invocation longer;
	invocation_copy(&longer, test);
	if (longer.input.size < shape->input.size) {
		unsigned char *bytes = arena_memdup(stages->arena, shape->input.at, shape->input.size);
		if (longer.has_input && longer.input.size)
			memcpy(bytes, longer.input.at, longer.input.size);
		longer.input = (struct bytes){ bytes, shape->input.size };
		longer.has_input = true;
	}
	const struct seq *seq = invocation_seq(&longer, stages->unit->model, stages->arena);
	invocation_release(&longer);
	return seq;
}

static status rank_shorter(struct stages *stages, struct seed_runs *runs, struct between *b,
                           const invocation_list *shorter)
{
	struct ranked *ranked = ARENA_ARRAY(stages->arena, struct ranked, shorter->n + 1);
	size_t *order = ARENA_ARRAY(stages->arena, size_t, shorter->n + 1);
	struct rng rng;
	rng_init(&rng, stages->options->seed);
	for (size_t i = 0; i < shorter->n; i++) {
		struct seed_run before, after;
		TRY(seed_run(runs, &b->tests.at[i], stages->arena, &before));
		TRY(seed_run(runs, &shorter->at[i], stages->arena, &after));
		ranked[i] = (struct ranked){ after.probes, after.path_length };
		b->path_before += before.path_length;
		b->path_after += after.path_length;
	}
	rank_tests(ranked, shorter->n, runs->n_words, runs->counted[0], stages->ranking, &rng, order);
	b->n_starts = shorter->n;
	b->starts = ARENA_ARRAY(stages->arena, const struct seq *, shorter->n + 1);
	for (size_t i = 0; i < shorter->n; i++)
		b->starts[i] = start_of(stages, &shorter->at[order[i]]);
	return NULL;
}

static status prepare(struct stages *stages, struct between *b, double until)
{
	struct seed_runs runs = { 0 };
	invocation_list shorter = { 0 };
	status st = seed_runs_new(stages->targets[BUILD_FAST], stages->unit, stages->shape, &runs);
	if (!st)
		st = reduce_tests(stages, &runs, b, &shorter, until);
	if (!st)
		st = rank_shorter(stages, &runs, b, &shorter);
	invocation_list_release(&shorter);
	seed_runs_release(&runs);
	return st;
}

/* ---- two stages ---- */

static struct campaign_options first_options(const struct stages *stages)
{
	struct campaign_options first = *stages->options;
	first.n_engines = 1; /* the cheap one stands first */
	first.budget.seconds = stages->options->budget.seconds * FIRST_STAGE;
	first.budget.executions = (uint64_t)((double)stages->options->budget.executions * FIRST_STAGE);
	if (!first.budget.executions && first.budget.seconds > 0)
		first.budget.plateau_seconds = stages->options->budget.seconds * SATURATED;
	if (first.budget.executions)
		first.budget.plateau_executions = 1 +
		                                  (uint64_t)((double)stages->options->budget.executions * SATURATED);
	return first;
}

/* What is left of the budget. */
static struct campaign_options second_options(const struct stages *stages, const struct campaign *first, double start)
{
	struct campaign_options second = *stages->options;
	uint64_t spent = campaign_stats(first).executions;
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

static void tell_between(const struct stages *stages, const struct between *b)
{
	double rate = b->path_before ? 100.0 - 100.0 * (double)b->path_after / (double)b->path_before : 0;
	log_note("  %zu tests reduced (paths %.0f %% shorter) and ranked by %s", b->n_starts, rate,
	         ranking_name(stages->ranking));
}

static const struct seq *const *seqs_of(const struct stages *stages, const invocation_list *tests)
{
	const struct seq **seqs = ARENA_ARRAY(stages->arena, const struct seq *, tests->n + 1);
	for (size_t i = 0; i < tests->n; i++)
		seqs[i] = invocation_seq(&tests->at[i], stages->unit->model, stages->arena);
	return seqs;
}

static status explore_more(struct stages *stages, struct campaign *first, double start, struct campaign **campaign)
{
	struct between b = { 0 };
	uint32_t before = goals_of(stages, first).covered;
	invocation_list failing = { 0 };
	collect_tests(stages, first, &b.tests);
	collect_findings(stages, first, &failing);
	/* A reduction by the clock would not be the same twice. */
	double until = stages->options->budget.executions
	                       ? 0
	                       : now_seconds() +
	                                 REDUCTION * (stages->options->budget.seconds - (now_seconds() - start));
	status st = prepare(stages, &b, until);
	if (!st) {
		struct campaign_options second = second_options(stages, first, start);
		tell_between(stages, &b);
		struct engine_choice choices[2] = { second.engines[1], second.engines[0] };
		second.engines = choices; /* the symbolic engine begins this time */
		second.earlier = seqs_of(stages, &b.tests);
		second.n_earlier = b.tests.n;
		stages->program->seeds = failing.at;
		stages->program->n_seeds = failing.n;
		stages->engines->symbolic.starts = b.starts;
		stages->engines->symbolic.n_starts = b.n_starts;
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
	st = explore_more(stages, first, start, campaign);
	campaign_free(first);
	return st;
}

/* ---- per seed ---- */

static status explore_seed(struct stages *stages, const struct seq *seed, invocation_list *found, struct cover *cover,
                           uint32_t *covered)
{
	struct campaign_options one = *stages->options;
	struct campaign *campaign = NULL;
	struct symbolic_options *symbolic = &stages->engines->symbolic;
	symbolic->starts = &seed;
	symbolic->n_starts = symbolic->max_seeds = 1;
	one.engines = stages->options->engines + stages->options->n_engines - 1;
	one.n_engines = 1;
	one.budget.seconds = stages->per_seed_executions ? 0 : stages->per_seed;
	one.budget.executions = stages->per_seed_executions;
	one.judging.unjudged = true;
	one.budget.plateau_seconds = 0;
	status st = run_one(stages, &one, &campaign);
	if (!st) {
		collect_tests(stages, campaign, found);
		cover_add(cover, campaign_cover(campaign)->probes);
		*covered = cover_count(cover, stages->options->criterion).covered;
	}
	campaign_free(campaign);
	return st;
}

/* The coverage of all seeds is no discovery of exploring one. */
static status cover_seeds(struct stages *stages, struct between *b, struct cover *cover)
{
	struct seed_runs runs = { 0 };
	status st = seed_runs_new(stages->targets[BUILD_FAST], stages->unit, stages->shape, &runs);
	for (size_t i = 0; i < b->tests.n && !st; i++) {
		struct seed_run run;
		st = seed_run(&runs, &b->tests.at[i], stages->arena, &run);
		if (!st)
			cover_add(cover, run.probes);
	}
	seed_runs_release(&runs);
	return st;
}

static status explore_all(struct stages *stages, struct between *b, invocation_list *found)
{
	struct cover cover;
	uint32_t *gained = ARENA_ARRAY(stages->arena, uint32_t, b->n_starts + 1);
	cover_init(&cover, stages->unit->marks);
	status st = cover_seeds(stages, b, &cover);
	uint32_t before = cover_count(&cover, stages->options->criterion).covered, now = before;
	for (size_t i = 0; i < b->n_starts && !st; i++) {
		st = explore_seed(stages, b->starts[i], found, &cover, &now);
		gained[i] = now - before;
		log_note("  seed %zu of %zu: %u new goals so far", i + 1, b->n_starts, gained[i]);
	}
	if (!st)
		log_note("seeds cover %u goals; exploring them: %u more; APBD %.1f %%", before, now - before,
		         100 * rank_apbd(gained, b->n_starts));
	cover_release(&cover);
	return st;
}

/* A last campaign only takes in what was found, so that it is judged and kept. */
static status take_in(struct stages *stages, const invocation_list *found, struct campaign **campaign)
{
	struct campaign_options last = *stages->options;
	stages->program->seeds = found->at;
	stages->program->n_seeds = found->n;
	last.n_engines = 1;
	last.budget.seconds = 0;
	last.budget.executions = found->n + 64;
	return run_one(stages, &last, campaign);
}

static status per_seed(struct stages *stages, struct campaign **campaign)
{
	struct between b = { 0 };
	invocation_list found = { 0 };
	for (size_t i = 0; i < stages->program->n_seeds; i++) {
		struct invocation one;
		invocation_copy(&one, &stages->program->seeds[i]);
		vec_push(&b.tests, one);
	}
	status st = prepare(stages, &b, 0);
	if (!st) {
		tell_between(stages, &b);
		st = explore_all(stages, &b, &found);
	}
	if (!st)
		st = take_in(stages, &found, campaign);
	invocation_list_release(&b.tests);
	invocation_list_release(&found);
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
	bool has_budget = stages->options->budget.seconds > 0 || stages->options->budget.executions;
	return is_auto && has_budget && stages->options->workers < 2 ? two_stages(stages, campaign)
	                                                             : run_one(stages, stages->options, campaign);
}
