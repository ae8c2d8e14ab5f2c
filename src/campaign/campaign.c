/* campaign: see campaign.h. This file is the loop; running.h, intake.h, budget.h, exchange.h and schedule.h are
 * its parts, workers.c starts others beside it, and told.c reports on it.
 *
 * The target has a batch to run, and gets the next batch before the results of the last are looked at, so that
 * judging and running go on at the same time. With a budget in executions the seed fixes all decisions; with a
 * budget in time the clock sizes batches and shares the budget among engines.
 *
 * With several workers there are as many campaigns, which share their wins (crew.h). The campaign of this
 * process has all engines and writes the results. The others have the light engines (engine.h), which can start
 * from nothing. */
#include "campaign/campaign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "campaign/campaign_parts.h"
#include "campaign/sharing/crew_journal.h"
#include "campaign/estimate.h"
#include "proc/child.h"

#define BATCH 64u                /* tests; more while the judge is busy: */
#define BATCH_PER_JUDGEMENT 32u  /* because the workers run on meanwhile */
#define BATCH_SECONDS 0.25       /* roughly the time for a batch */
#define PROGRESS_SECONDS 0.2
#define TURNS_PER_SECOND 3000    /* roughly, of a light engine: the schedule's unit of cost */

static void report_progress(struct campaign *campaign)
{
	double now = budget_elapsed(&campaign->budget);
	if (!campaign->options.progress || now - campaign->last_progress < PROGRESS_SECONDS)
		return;
	campaign->last_progress = now;
	struct campaign_progress progress = {
		.seconds = now,
		.executions = statistics_executions(&campaign->statistics),
		.goals = campaign->budget.goals,
		.doing = campaign_kind(campaign, schedule_now(&campaign->schedule))->name
	};
	const struct finding *const *findings;
	size_t n = judge_findings(campaign->judge, &findings);
	for (size_t i = 0; i < n; i++) {
		progress.bugs += findings[i]->verdict == VERDICT_BUG;
		progress.misuses += findings[i]->verdict == VERDICT_MISUSE;
	}
	campaign->options.progress(campaign->options.context, &progress);
}

/* ---- results ---- */

#define NOBODY SIZE_MAX

/* Tells the other engines about a test that won something; its own engine is told separately. A test that ends
 * the program is not told, because nothing can be put behind it. */
static void tell_others(struct campaign *campaign, size_t engine, const struct engine_result *result)
{
	for (size_t i = 0; i < campaign->options.n_engines && result->reception == RECEIVED_NORMAL; i++)
		if (i != engine && result->new_probes && campaign_kind(campaign, i)->adopt)
			campaign_kind(campaign, i)->adopt(campaign->engines[i], result);
}

static void tag_words(const struct campaign *campaign, struct tag tag, char words[64])
{
	const char *name = campaign_kind(campaign, tag.engine)->name;
	if (tag.configuration)
		snprintf(words, 64, "%s/%u", name, tag.configuration);
	else
		snprintf(words, 64, "%s", name);
}

static status take_run(struct campaign *campaign, const struct proposal *proposal, const struct run *run,
                       const struct trace *trace)
{
	char words[64];
	size_t engine = proposal->tag.engine;
	struct engine_result result = { .reception = RECEIVED_NORMAL, .trace = trace };
	tag_words(campaign, proposal->tag, words);
	TRY(intake_take(&campaign->intake, proposal, run, words, &result));
	if (result.reception <= RECEIVED_ENDED)
		cover_add(&campaign->seen[engine], run->probes);
	tell_others(campaign, engine, &result); /* before its own engine, which may free the test */
	campaign_kind(campaign, engine)->result(campaign->engines[engine], &result);
	return NULL;
}

/* Returns a copy of the probes, which the caller frees. */
static uint64_t *copy_probes(const struct cover *cover)
{
	uint64_t *copy = xcalloc(cover->n_words, sizeof *copy);
	memcpy(copy, cover->probes, cover->n_words * sizeof *copy);
	return copy;
}

/* Notes that a test of this worker covered something new. */
static void note_winner(struct campaign *campaign, const char *who, const uint64_t *before, uint32_t covered)
{
	const struct cover *cover = &campaign->intake.cover;
	struct winner *winner = winners_row(&campaign->winners, who);
	winner->tests++;
	winner->goals += campaign->budget.goals.covered - covered;
	winner_add_probes(winner, before, cover->probes, cover->marks->n_probes);
}

/* Runs a test of an earlier part, or of another worker. */
static status replay(void *context, const struct seq *seq, const struct entry *entry)
{
	struct campaign *campaign = context;
	struct engine_result result = { 0 };
	bool is_run;
	uint32_t covered = campaign->budget.goals.covered;
	uint64_t *before = entry->who ? copy_probes(&campaign->intake.cover) : NULL;
	if (campaign->options.budget.part == PART_LAST) /* each test counts from the time when the search found it */
		campaign->budget.start = now_seconds() - entry->seconds;
	status st = intake_replay(&campaign->intake, seq, entry->test.tag ? entry->test.tag : "", &result, &is_run);
	if (!st && before && result.new_probes)
		note_winner(campaign, entry->who, before, covered);
	free(before);
	if (!st && is_run)
		tell_others(campaign, NOBODY, &result);
	return st;
}

static void found_again(void *context, const struct entry *entry)
{
	struct campaign *campaign = context;
	if (entry->who)
		winners_row(&campaign->winners, entry->who)->findings++;
}

/* ---- the journals ---- */

static void count(struct campaign *campaign, bool last)
{
	campaign->statistics.own.workers_started = runner_processes(campaign->runner);
	statistics_add(&campaign->statistics);
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		if (campaign_kind(campaign, i)->publish)
			campaign_kind(campaign, i)->publish(campaign->engines[i], last);
	if (campaign->options.watched)
		intake_publish(&campaign->intake, exchange_counts(campaign->exchange));
}

/* Notes the time. All workers work at once, so only the first counts it. */
static void note_time(struct campaign *campaign)
{
	const struct campaign_budget *budget = &campaign->options.budget;
	if (budget->part == PART_LAST)
		campaign->statistics.own.seconds = budget->seconds;
	else if (budget->part == PART_ALL && (!campaign->crew || crew_self(campaign->crew) == 0))
		campaign->statistics.own.seconds = budget_elapsed(&campaign->budget);
}

static status share(struct campaign *campaign)
{
	uint64_t executions = campaign->statistics.own.executions;
	if (!exchange_is_due(campaign->exchange, executions))
		return NULL;
	note_time(campaign);
	count(campaign, false);
	return exchange_turn(campaign->exchange, executions);
}

static status end_sharing(struct campaign *campaign)
{
	enum stop_reason stop = campaign->budget.stop;
	count(campaign, true);
	return exchange_end(campaign->exchange, stop == STOP_BUDGET || stop == STOP_NOTHING_TO_DO);
}

/* Runs the tests of an earlier campaign again, at no cost to the budget. */
static status take_up(struct campaign *campaign)
{
	const struct campaign_options *options = &campaign->options;
	for (size_t i = 0; i < options->sharing.n_journals; i++)
		exchange_join(campaign->exchange, options->sharing.journals[i], true);
	TRY(exchange_begin(campaign->exchange));
	struct entry earlier = { .kind = ENTRY_TEST, .test.tag = "earlier" };
	for (size_t i = 0; i < options->n_earlier; i++)
		TRY(replay(campaign, options->earlier[i], &earlier));
	campaign->statistics.own = campaign->statistics.added = (struct campaign_stats){ 0 };
	if (options->budget.part == PART_LAST) {
		campaign->budget.start = now_seconds() - options->budget.seconds;
		return NULL;
	}
	campaign->budget.seconds_before = statistics_all(&campaign->statistics).seconds;
	budget_begin(&campaign->budget);
	if (!campaign->crew)
		return NULL;
	campaign->crew_journal = crew_journal_new(campaign->crew, options->budget.executions > 0);
	exchange_join(campaign->exchange, campaign->crew_journal, crew_self(campaign->crew) == 0);
	return NULL;
}

/* ---- turns ---- */

static bool is_over(struct campaign *campaign)
{
	if ((campaign->crew && crew_is_dismissed(campaign->crew)) || exchange_is_dismissed(campaign->exchange)) {
		campaign->budget.stop = STOP_INTERRUPTED;
		return true;
	}
	return budget_is_over(&campaign->budget, campaign->statistics.own.executions);
}

/* Charges the time of proposing, which may include solving, to the engine. */
static void account_for_proposing(struct campaign *campaign, size_t engine, double seconds)
{
	campaign->statistics.own.proposing_seconds += seconds;
	campaign->statistics.uses[engine].seconds += seconds;
	if (campaign->options.budget.executions)
		return;
	campaign->statistics.uses[engine].turns += seconds * TURNS_PER_SECOND;
	schedule_spent(&campaign->schedule, engine, seconds * TURNS_PER_SECOND, 0);
}

static size_t propose(struct campaign *campaign, struct batch *batch, size_t engine)
{
	size_t limit = budget_room(&campaign->budget, campaign->batch);
	double start = now_seconds();
	batch->collected = 0;
	batch->engine = engine;
	memset(batch->proposals, 0, limit * sizeof *batch->proposals);
	batch->n = limit ? campaign_kind(campaign, engine)->propose(campaign->engines[engine], batch->proposals, limit)
	                 : 0;
	for (size_t i = 0; i < batch->n; i++)
		batch->proposals[i].tag.engine = (uint32_t)engine;
	campaign->budget.submitted += batch->n;
	account_for_proposing(campaign, engine, now_seconds() - start);
	return batch->n;
}

/* Starts the next group of the batch: neighbours that want the same build and records (running.h). */
static void submit(struct campaign *campaign, const struct batch *batch)
{
	runner_submit(campaign->runner, batch->proposals + batch->collected, batch->n - batch->collected);
}

/* Proposes the next batch and starts it; an empty batch ends the search. */
static status fill(struct campaign *campaign)
{
	struct batch *batch = &campaign->batches[campaign->running];
	bool ready, more = true;
	batch->n = 0;
	while (more && !batch->n && budget_room(&campaign->budget, 1)) {
		size_t engine = schedule_next(&campaign->schedule);
		TRY(runner_prepare(campaign->runner, campaign_kind(campaign, engine)->builds, &ready));
		if (!ready || !propose(campaign, batch, engine))
			more = schedule_is_dry(&campaign->schedule, engine);
	}
	if (batch->n)
		submit(campaign, batch);
	return NULL;
}

/* Starts the rest of this batch, or the next batch. */
static status go_on(struct campaign *campaign, struct batch *batch, bool *over)
{
	if (batch->collected < batch->n) {
		submit(campaign, batch);
		return NULL;
	}
	campaign->running ^= 1;
	campaign->batches[campaign->running].n = 0;
	*over = *over || is_over(campaign);
	return *over ? NULL : fill(campaign);
}

/* Returns the work of the engine's solver since its last turn. */
static uint64_t solver_steps_since(struct campaign *campaign, size_t engine)
{
	const struct engine_kind *kind = campaign_kind(campaign, engine);
	uint64_t before = campaign->account.solver_steps[engine];
	if (!kind->solver_steps)
		return 0;
	campaign->account.solver_steps[engine] = kind->solver_steps(campaign->engines[engine]);
	return campaign->account.solver_steps[engine] - before;
}

/* Returns the cost in turns of a light engine. */
static double turns(struct campaign *campaign, const struct proposal *first, double seconds)
{
	if (!campaign->options.budget.executions)
		return seconds * TURNS_PER_SECOND;
	campaign->account.turn.solver_steps = solver_steps_since(campaign, first->tag.engine);
	if (first->build == BUILD_FAST)
		cost_learn(&campaign->account.cost, &campaign->account.turn);
	return cost_of(&campaign->account.cost, &campaign->account.turn);
}

/* Charges the cost of a turn, and notes its gain. */
static void account(struct campaign *campaign, const struct proposal *first, size_t n, double seconds, uint32_t won)
{
	size_t engine = first->tag.engine;
	double cost = turns(campaign, first, seconds);
	schedule_spent(&campaign->schedule, engine, cost, won);
	campaign->statistics.uses[engine].turns += cost;
	campaign->statistics.uses[engine].tests += n;
	campaign->statistics.uses[engine].won += won;
	campaign->statistics.uses[engine].seconds += seconds;
}

/* Chooses the size of a batch. With a time limit, slow tests come in small batches, because the last batch
 * would overrun the limit. */
static void choose_batch(struct campaign *campaign, uint64_t judged, size_t n, double seconds)
{
	uint64_t wanted = BATCH + BATCH_PER_JUDGEMENT * judged;
	double fit = MOST_BATCH;
	if (!campaign->options.budget.executions && seconds > BATCH_SECONDS)
		fit = 1 + BATCH_SECONDS * (double)n / seconds;
	if (wanted > MOST_BATCH)
		wanted = MOST_BATCH;
	campaign->batch = (double)wanted < fit ? wanted : (size_t)fit;
}

static status collect(struct campaign *campaign, const struct run **runs, size_t *n)
{
	double start = now_seconds();
	TRY(runner_collect(campaign->runner, runs, n));
	campaign->statistics.own.waiting_seconds += now_seconds() - start;
	return *n ? NULL : fail(TROUBLE_TARGET, "the target of %s takes no tests", campaign->unit->name);
}

static status take_runs(struct campaign *campaign, const struct proposal *proposals, const struct run *runs, size_t n)
{
	struct trace trace;
	/* The trace of a run that hung fills its tables, and is not worth reading. */
	bool traced = proposals[0].want & WANT_TRACE && runs[0].outcome != SK_HANG &&
	              runner_trace(campaign->runner, &trace);
	campaign->account.turn = (struct work){ .groups = 1 };
	for (size_t i = 0; i < n; i++) {
		work_add(&campaign->account.turn, &runs[i], traced ? &trace : NULL);
		TRY(take_run(campaign, &proposals[i], &runs[i], traced ? &trace : NULL));
	}
	return NULL;
}

/* True if an engine must get its result first: for a trace, which the next run overwrites. An engine that needs
 * all results to go on gets them at the end of the batch. */
static bool tells_first(const struct batch *batch, const struct proposal *proposal)
{
	bool is_end = batch->collected == batch->n;
	return proposal->want & WANT_TRACE || (is_end && batch->proposals[batch->n - 1].settles);
}

/* Takes the results of the batch that runs, while the next part of it, or the next batch, runs. */
static status take_turn(struct campaign *campaign, bool *over)
{
	struct batch *batch = &campaign->batches[campaign->running];
	const struct proposal *proposals = batch->proposals + batch->collected;
	struct campaign_stats *own = &campaign->statistics.own;
	uint32_t covered = campaign->budget.goals.covered;
	uint64_t judged = own->judged;
	double start = now_seconds(), proposing = own->proposing_seconds;
	const struct run *runs;
	size_t n;
	TRY(collect(campaign, &runs, &n));
	batch->collected += n;
	bool goes_on_first = !tells_first(batch, proposals);
	if (goes_on_first)
		TRY(go_on(campaign, batch, over));
	TRY(take_runs(campaign, proposals, runs, n));
	proposing = own->proposing_seconds - proposing; /* charged already */
	account(campaign, proposals, n, now_seconds() - start - proposing, campaign->budget.goals.covered - covered);
	choose_batch(campaign, own->judged - judged, n, now_seconds() - start);
	if (!goes_on_first)
		TRY(go_on(campaign, batch, over));
	TRY(share(campaign));
	report_progress(campaign);
	return NULL;
}

/* Makes an interruption in the middle of a batch the end of the search; its results are kept. */
static status unless_interrupted(struct campaign *campaign, status st)
{
	if (!st || st->kind != TROUBLE_INTERRUPTED)
		return st;
	status_free(st);
	campaign->budget.stop = STOP_INTERRUPTED;
	campaign->batches[0].n = campaign->batches[1].n = 0;
	return NULL;
}

static status spend_budget(struct campaign *campaign)
{
	bool over = false;
	TRY(fill(campaign));
	while (campaign->batches[campaign->running].n)
		TRY(unless_interrupted(campaign, take_turn(campaign, &over)));
	/* The last results may have covered the last goals. */
	if (!over && !is_over(campaign) && budget_is_all_covered(&campaign->budget) &&
	    campaign->options.budget.end != END_NEVER)
		campaign->budget.stop = STOP_ALL_COVERED;
	return NULL;
}

/* ---- from start to end ---- */

static void estimate(struct campaign *campaign)
{
	const struct budget *budget = &campaign->budget;
	struct campaign_stats *own = &campaign->statistics.own;
	struct outlook outlook = estimate_outlook(intake_singles(&campaign->intake), own->executions,
	                                          budget->seconds_before, own->seconds, budget->timeline.at,
	                                          budget->timeline.n);
	if (campaign->options.budget.part == PART_LAST) /* the other campaigns know */
		outlook = (struct outlook){ NAN, NAN };
	if (budget_is_all_covered(budget))
		outlook = (struct outlook){ 0 }; /* nothing is left to find */
	own->chance_next = outlook.next;
	own->chance_minute = outlook.minute;
}

static status start_processes(struct campaign *campaign, const struct share_of_work *work)
{
	const struct campaign_options *options = &campaign->options;
	TRY(judge_new(campaign->unit, work->checked, &options->exec, &campaign->judge));
	judge_laws_off(campaign->judge, options->judging.laws_off);
	judge_promote(campaign->judge, options->judging.promoted, options->judging.n_promoted);
	/* Only the seed and the number of tests may decide when the symbolic build is used. */
	return runner_new(&(struct runner_options){ .unit = campaign->unit,
	                                            .fast = work->fast,
	                                            .checked = work->checked,
	                                            .symbolic = options->symbolic,
	                                            .symbolic_context = options->symbolic_context,
	                                            .wait = options->budget.executions || options->n_engines == 1,
	                                            .is_dispensable = options->n_engines > 1,
	                                            .exec = options->exec },
	                  &campaign->runner);
}

static void put_together(struct campaign *campaign)
{
	struct intake *intake = &campaign->intake;
	campaign->exchange = exchange_new(&(struct ties){ .model = campaign->unit->model,
	                                                  .cover = &intake->cover,
	                                                  .archive = intake->archive,
	                                                  .judge = campaign->judge,
	                                                  .replay = replay,
	                                                  .found = found_again,
	                                                  .campaign = campaign });
	statistics_init(&campaign->statistics, &campaign->options, exchange_counts(campaign->exchange));
	intake->parts = (struct intake_parts){ .options = &campaign->options,
		                               .unit = campaign->unit,
		                               .judge = campaign->judge,
		                               .runner = campaign->runner,
		                               .budget = &campaign->budget,
		                               .exchange = campaign->exchange,
		                               .statistics = &campaign->statistics };
	campaign->budget.goals = intake_goals(intake);
}

static void create_engines(struct campaign *campaign, const struct target *fast)
{
	const struct campaign_options *options = &campaign->options;
	size_t n = options->n_engines;
	bool *light = xcalloc(n + 1, sizeof *light);
	struct engine_world world = { .model = campaign->unit->model,
		                      .marks = campaign->unit->marks,
		                      .archive = campaign->intake.archive,
		                      .callable = options->callable,
		                      .cover = &campaign->intake.cover,
		                      .criterion = options->criterion,
		                      .aim = options->aim,
		                      .first = options->first,
		                      .flow = fast->flow,
		                      .n_flow = fast->n_flow,
		                      .nearest = campaign->intake.nearest,
		                      .claims = options->sharing.claims,
		                      .counts = exchange_counts(campaign->exchange) };
	for (size_t i = 0; i < n; i++) {
		light[i] = campaign_kind(campaign, i)->is_light;
		campaign->engines[i] =
		        campaign_kind(campaign, i)->create(&world, options->seed, options->engines[i].options);
	}
	cost_init(&campaign->account.cost, BATCH);
	schedule_init(&campaign->schedule, light, n,
	              options->budget.executions ? (double)options->budget.executions / BATCH
	                                         : options->budget.seconds * TURNS_PER_SECOND);
	if (options->n_earlier)
		schedule_share(&campaign->schedule);
	free(light);
}

static status search(struct campaign *campaign)
{
	struct budget *budget = &campaign->budget;
	TRY(take_up(campaign));
	if (campaign->options.budget.part == PART_LAST) {
		budget->stop = budget_is_all_covered(budget) ? STOP_ALL_COVERED : campaign->options.budget.stop;
	} else {
		budget_point(budget, statistics_executions(&campaign->statistics));
		TRY(spend_budget(campaign));
	}
	TRY(unless_interrupted(campaign, end_sharing(campaign)));
	if (interrupted() && campaign->options.budget.part != PART_LAST)
		budget->stop = STOP_INTERRUPTED;
	note_time(campaign);
	budget_point(budget, statistics_executions(&campaign->statistics));
	estimate(campaign);
	return NULL;
}

/* Copies the choices of engines, because the campaign is asked for them after their owner has gone. */
static void copy_choices(struct campaign *campaign, const struct campaign_options *options)
{
	size_t n = options->n_engines;
	campaign->choices = xcalloc(n + 1, sizeof *campaign->choices);
	memcpy(campaign->choices, options->engines, n * sizeof *campaign->choices);
	campaign->engines = xcalloc(n + 1, sizeof *campaign->engines);
	campaign->account.solver_steps = xcalloc(n + 1, sizeof *campaign->account.solver_steps);
	campaign->seen = xcalloc(n + 1, sizeof *campaign->seen);
	for (size_t i = 0; i < n; i++)
		cover_init(&campaign->seen[i], campaign->unit->marks);
	campaign->options.engines = campaign->choices;
}

status campaign_work(const struct share_of_work *work, struct campaign **out)
{
	struct campaign *campaign = xcalloc(1, sizeof *campaign);
	*out = campaign;
	campaign->unit = work->unit;
	campaign->crew = work->crew;
	campaign->options = work->options;
	campaign->batch = BATCH;
	copy_choices(campaign, &work->options);
	intake_init(&campaign->intake, work->unit->marks, work->unit->model, work->options.seed + 1);
	budget_init(&campaign->budget, &campaign->options);
	status st = start_processes(campaign, work);
	put_together(campaign);
	if (!st) {
		create_engines(campaign, work->fast);
		st = search(campaign);
	}
	runner_stop(campaign->runner);
	if (!st) {
		count(campaign, true);
		exchange_close(campaign->exchange);
	}
	return st;
}

void campaign_free(struct campaign *campaign)
{
	if (!campaign)
		return;
	runner_free(campaign->runner);
	if (!campaign->crew || crew_self(campaign->crew) == 0)
		crew_free(campaign->crew);
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		if (campaign->engines[i])
			campaign_kind(campaign, i)->destroy(campaign->engines[i]);
	free(campaign->engines);
	free(campaign->choices);
	free(campaign->account.solver_steps);
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		cover_release(&campaign->seen[i]);
	free(campaign->seen);
	schedule_release(&campaign->schedule);
	exchange_free(campaign->exchange);
	journal_free(campaign->crew_journal);
	judge_free(campaign->judge);
	intake_release(&campaign->intake);
	budget_release(&campaign->budget);
	statistics_release(&campaign->statistics);
	winners_release(&campaign->winners);
	free(campaign);
}
