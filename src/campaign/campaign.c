/* campaign: see campaign.h.
 *
 * Lanes: each worker process has a batch of its own under way, and gets the next
 * one before the results of the last are looked at, so that judging and running
 * go on at the same time. Batches are proposed and their results taken in turn:
 * the order of everything that decides anything is fixed by the seed, not by
 * which process is faster. */
#include "campaign/campaign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/rng.h"
#include "campaign/close_calls.h"
#include "campaign/faults.h"
#include "campaign/keeper.h"
#include "proc/child.h"

#define BATCH 64u                /* tests, and more while the judge has much to do: */
#define BATCH_PER_JUDGEMENT 32u  /* the workers run on meanwhile */
#define MOST_BATCH SK_MAX_BATCH
#define SAMPLE 0.0005            /* of ordinary runs that the judge looks at too, */
#define LARGER_SAMPLE 0.01       /* and once this many in a row have won nothing */
#define LULL 1000u
#define LAW_SAMPLE 0.03          /* of those that a built-in contract is about */
#define AFTERWARDS 3000u         /* tests after the last goal is won, or */
#define AFTERWARDS_SECONDS 1.0   /* this long: what is covered is not yet right */
#define PROGRESS_SECONDS 0.2
#define FIRST_FUEL 200000u       /* of a test, until one needed more and was found fine */
#define SYMBOLIC_FUEL 20000u     /* conditions and calls: longer traces are not worth their time */
#define TURNS_PER_SECOND 3000    /* of the first engine, about: the unit that the schedule counts in */

struct batch {
	const struct seq *seqs[MOST_BATCH];
	size_t n;                    /* proposed */
	size_t collected;            /* of these, results are here */
	size_t engine;               /* that proposed them */
	unsigned want;
};

struct lane {
	struct executor *executor;
	struct executor *symbolic;   /* NULL: not started */
	struct batch batches[2];     /* one running, one being looked at */
	unsigned running;            /* which of them */
};

struct campaign {
	struct unit *unit;
	struct campaign_options options;
	struct engine *engines[MAX_ENGINES];
	struct engine_use {
		uint64_t tests, won;
		double seconds;
	} uses[MAX_ENGINES];
	struct schedule schedule;
	const struct target *symbolic;    /* NULL: not built, or not yet */
	struct judge *judge;
	struct archive *archive;
	struct cover cover;
	struct arena *arena;              /* of one judgement */
	struct rng rng;                   /* for sampling only */
	struct lane *lanes;
	VEC(struct campaign_point) timeline;
	struct campaign_stats stats;
	struct campaign_stats earlier;    /* of the parts before this one */
	struct keeper *keeper;            /* NULL: the campaign is not kept */
	enum stop_reason stop;
	struct count goals;
	double start, last_progress, last_win;
	uint64_t last_win_at;             /* executions */
	uint64_t submitted;               /* tests that run or have run */
	uint64_t fuel;                    /* of a test in the fast build */
	size_t batch;                     /* how many to run at a time, by how many were judged lately */
	uint64_t *once, *twice;           /* probes hit by one run, by more: Good-Turing */
	unsigned char *rejections;        /* per probe: tests that reached it and were refused */
	struct fault_table faults;
	struct close_calls close_calls;
};

static double elapsed(const struct campaign *campaign)
{
	return now_seconds() - campaign->start;
}

static struct count count_goals(const struct campaign *campaign)
{
	const struct campaign_options *options = &campaign->options;
	if (!options->aim)
		return cover_count(&campaign->cover, options->criterion);
	struct count sum = { 0 };
	for (uint32_t f = 0; f < campaign->cover.marks->functions.n; f++) {
		if (!options->aim[f])
			continue;
		struct count own = cover_count_in(&campaign->cover, options->criterion, f);
		sum.covered += own.covered;
		sum.total += own.total;
	}
	return sum;
}

static void report_progress(struct campaign *campaign)
{
	double now = elapsed(campaign);
	if (!campaign->options.progress || now - campaign->last_progress < PROGRESS_SECONDS)
		return;
	campaign->last_progress = now;
	struct campaign_progress progress = {
		.seconds = now,
		.executions = campaign->stats.executions,
		.goals = campaign->goals,
		.doing = campaign->options.engines[schedule_now(&campaign->schedule)].kind->name
	};
	const struct finding *const *findings;
	size_t n = judge_findings(campaign->judge, &findings);
	for (size_t i = 0; i < n; i++) {
		progress.bugs += findings[i]->verdict == VERDICT_BUG;
		progress.misuses += findings[i]->verdict == VERDICT_MISUSE;
	}
	campaign->options.progress(campaign->options.context, &progress);
}

static void add_point(struct campaign *campaign)
{
	struct campaign_point point = { campaign->earlier.seconds + elapsed(campaign),
		                        campaign->earlier.executions + campaign->stats.executions,
		                        campaign->goals.covered };
	vec_push(&campaign->timeline, point);
}

static void count_probes(struct campaign *campaign, const uint64_t *probes)
{
	for (uint32_t i = 0; i < campaign->cover.n_words; i++) {
		campaign->twice[i] |= campaign->once[i] & probes[i];
		campaign->once[i] |= probes[i];
	}
}

/* Does the run hit a probe that no accepted test has? Probes whose tests were
 * often refused are tried again less and less. */
static bool is_interesting(struct campaign *campaign, const uint64_t *probes)
{
	for (uint32_t i = 0; i < campaign->cover.n_words; i++) {
		uint64_t fresh = probes[i] & ~campaign->cover.probes[i];
		while (fresh) {
			uint32_t probe = 64 * i + (uint32_t)__builtin_ctzll(fresh);
			unsigned rejected = campaign->rejections[probe];
			if (!rejected || rng_below(&campaign->rng, 1 + rejected * rejected) == 0)
				return true;
			fresh &= fresh - 1;
		}
	}
	return false;
}

static void reject(struct campaign *campaign, const uint64_t *probes)
{
	for (uint32_t i = 0; i < campaign->cover.n_words; i++)
		for (uint64_t fresh = probes[i] & ~campaign->cover.probes[i]; fresh; fresh &= fresh - 1) {
			uint32_t probe = 64 * i + (uint32_t)__builtin_ctzll(fresh);
			campaign->rejections[probe] += campaign->rejections[probe] < 255;
		}
}

static void accept(struct campaign *campaign, const struct seq *closed, const uint64_t *probes,
                   struct engine_result *result)
{
	struct archive_gain gain = archive_offer(campaign->archive, closed, probes);
	if (gain.first + gain.shorter)
		keeper_accepted(campaign->keeper, closed, probes);
	result->new_probes = cover_add(&campaign->cover, probes);
	if (!result->new_probes)
		return;
	struct count goals = count_goals(campaign);
	if (goals.covered > campaign->goals.covered) {
		campaign->goals = goals;
		campaign->last_win = elapsed(campaign);
		campaign->last_win_at = campaign->stats.executions;
		add_point(campaign);
	}
}

/* Nearly all tests that run out of fuel would never end, and each costs as much as
 * thousands of others: they get little, until it is seen that the unit needs more. */
static void set_fuel(struct campaign *campaign, uint64_t fuel)
{
	campaign->fuel = fuel;
	for (uint32_t i = 0; i < campaign->options.workers; i++)
		executor_limit_fuel(campaign->lanes[i].executor, fuel);
}

enum attention {
	IGNORED,
	GLANCED_AT, /* it is not worth keeping, but may show a bug */
	JUDGED
};

static status judge_run(struct campaign *campaign, enum attention attention, struct engine_result *result)
{
	const struct seq *closed;
	const struct finding *finding;
	enum verdict verdict;
	double start = now_seconds();
	campaign->stats.judged++;
	arena_clear(campaign->arena);
	TRY((attention == JUDGED ? judge_sequence : judge_glance)(campaign->judge, campaign->arena, result->seq,
	                                                          &closed, &verdict, &finding));
	campaign->stats.judging_seconds += now_seconds() - start;
	if (verdict == VERDICT_FINE && result->run->outcome == SK_NORMAL) {
		if (attention == JUDGED)
			accept(campaign, closed, result->run->probes, result);
		return NULL;
	}
	if (verdict == VERDICT_FINE && result->run->outcome == SK_HANG)
		set_fuel(campaign, 2 * campaign->fuel);
	result->reception = verdict == VERDICT_BUG ? RECEIVED_FAILURE : RECEIVED_ILLEGAL;
	reject(campaign, result->run->probes);
	return NULL;
}

static enum attention attention_to(struct campaign *campaign, const struct run *run, const struct seq *seq)
{
	if (run->outcome != SK_NORMAL)
		return fault_is_new(&campaign->faults, run, seq) ? GLANCED_AT : IGNORED;
	bool lull = campaign->stats.executions - campaign->last_win_at > LULL;
	bool close = close_calls_add(&campaign->close_calls, run);
	double sample = judge_wants(campaign->judge, seq) ? LAW_SAMPLE : lull ? LARGER_SAMPLE : SAMPLE;
	if (is_interesting(campaign, run->probes))
		return JUDGED;
	if (!close && !rng_chance(&campaign->rng, sample))
		return IGNORED;
	struct archive_gain gain = archive_would_gain(campaign->archive, seq, run->probes);
	return gain.first + gain.shorter ? JUDGED : GLANCED_AT;
}

/* Engines hear of what others won; the one that made the test heard already. */
static void tell_others(struct campaign *campaign, size_t engine, const struct engine_result *result)
{
	const struct engine_choice *choices = campaign->options.engines;
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		if (i != engine && result->new_probes && choices[i].kind->adopt)
			choices[i].kind->adopt(campaign->engines[i], result);
}

static bool is_symbolic(const struct campaign *campaign, size_t engine)
{
	return campaign->options.engines[engine].kind->symbolic;
}

static status take_run(struct campaign *campaign, size_t engine, const struct seq *seq, const struct run *run,
                       const struct trace *trace)
{
	struct engine_result result = { .seq = seq, .run = run, .reception = RECEIVED_NORMAL, .trace = trace };
	campaign->stats.executions++;
	campaign->stats.faults += run->outcome == SK_FAULT;
	campaign->stats.hangs += run->outcome == SK_HANG;
	campaign->stats.exits += run->outcome == SK_EXIT;
	if (campaign->options.unjudged)
		accept(campaign, seq, run->probes, &result);
	else if (run->outcome != SK_NORMAL)
		result.reception = RECEIVED_ILLEGAL;
	else
		count_probes(campaign, run->probes);
	/* By the little fuel there is for traces. */
	bool cut_short = is_symbolic(campaign, engine) && run->outcome == SK_HANG;
	enum attention attention = cut_short || campaign->options.unjudged ? IGNORED : attention_to(campaign, run, seq);
	if (attention != IGNORED)
		TRY(judge_run(campaign, attention, &result));
	campaign->stats.illegal += result.reception != RECEIVED_NORMAL;
	campaign->options.engines[engine].kind->result(campaign->engines[engine], &result);
	tell_others(campaign, engine, &result);
	return NULL;
}

/* All goals are covered, and for a while nothing else was to be won. */
static bool is_done(const struct campaign *campaign)
{
	if (campaign->options.end != END_AFTERWARDS)
		return campaign->options.end == END_AT_ONCE;
	return campaign->stats.executions - campaign->last_win_at >= AFTERWARDS ||
	       (campaign->options.seconds > 0 && elapsed(campaign) - campaign->last_win >= AFTERWARDS_SECONDS);
}

static bool is_all_covered(const struct campaign *campaign)
{
	return campaign->goals.total && campaign->goals.covered == campaign->goals.total;
}

/* ---- the store ---- */

/* With a budget in executions nothing of the clock goes into the store. */
static struct campaign_stats stats_to_keep(const struct campaign *campaign)
{
	struct campaign_stats stats = campaign_stats(campaign);
	stats.seconds = campaign->options.executions ? 0 : campaign->earlier.seconds + elapsed(campaign);
	return stats;
}

static void keep(struct campaign *campaign)
{
	struct campaign_stats stats = stats_to_keep(campaign);
	keeper_pause(campaign->keeper, campaign->judge, &stats);
}

/* A test of an earlier part; it counts again if it still runs, and is still clean. */
static status replay_test(struct campaign *campaign, const struct seq *seq)
{
	struct executor *executor = campaign->lanes[0].executor;
	const struct run *run;
	size_t n;
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL &&
		    campaign->unit->model->functions.at[seq->steps[i]->index].switched_off)
			return NULL;
	executor_submit(executor, &seq, 1, WANT_VALUES | WANT_SHAPES | WANT_DISTANCES);
	TRY(executor_collect(executor, &run, &n));
	if (!n || run->outcome != SK_NORMAL)
		return NULL;
	struct engine_result result = { .seq = seq, .run = run, .reception = RECEIVED_NORMAL };
	count_probes(campaign, run->probes);
	TRY(judge_run(campaign, JUDGED, &result));
	tell_others(campaign, MAX_ENGINES, &result);
	return NULL;
}

static status replay(struct campaign *campaign, const struct earlier *earlier)
{
	size_t lost_probes = 0, lost_findings = 0;
	bool happens;
	for (size_t i = 0; i < earlier->n_tests; i++)
		TRY(replay_test(campaign, earlier->tests[i]));
	for (size_t i = 0; i < earlier->n_findings; i++) {
		arena_clear(campaign->arena);
		TRY(judge_again(campaign->judge, campaign->arena, &earlier->findings[i], &happens));
		if (!happens)
			log_verbose("not seen again: %s", earlier->findings[i].summary);
		lost_findings += !happens;
	}
	for (uint32_t w = 0; w < campaign->cover.n_words; w++)
		lost_probes += (size_t)__builtin_popcountll(earlier->probes[w] & ~campaign->cover.probes[w]);
	log_verbose("taken up: %zu tests and %zu findings; not seen again: %zu probes, %zu findings", earlier->n_tests,
	            earlier->n_findings, lost_probes, lost_findings);
	return NULL;
}

/* What came before is done again first, at no cost to the budget. */
static status take_up(struct campaign *campaign, struct keeper *keeper)
{
	struct arena *arena = arena_new();
	struct earlier earlier;
	status st = keeper_load(keeper, arena, &earlier, &campaign->earlier);
	if (!st)
		st = replay(campaign, &earlier);
	arena_free(arena);
	campaign->stats = (struct campaign_stats){ 0 };
	campaign->start = now_seconds();
	campaign->last_win = 0;
	vec_clear(&campaign->timeline);
	return st;
}

static status begin_keeping(struct campaign *campaign)
{
	const struct campaign_options *options = &campaign->options;
	if (!options->store)
		return NULL;
	struct keeper *keeper = keeper_new(options->store, campaign->unit->model, campaign->cover.n_words);
	status st = options->take_up ? take_up(campaign, keeper) : NULL;
	campaign->keeper = keeper; /* not before: what was taken up is in the store already */
	return st;
}

static void end_keeping(struct campaign *campaign)
{
	struct campaign_stats stats = stats_to_keep(campaign);
	keeper_finish(campaign->keeper, campaign->judge, &stats, campaign->archive);
}

static bool is_over(struct campaign *campaign)
{
	const struct campaign_options *options = &campaign->options;
	bool all = is_all_covered(campaign);
	if (interrupted())
		campaign->stop = STOP_INTERRUPTED;
	else if (all && is_done(campaign))
		campaign->stop = STOP_ALL_COVERED;
	else if ((options->executions && campaign->stats.executions >= options->executions) ||
	         (options->seconds > 0 && elapsed(campaign) >= options->seconds))
		campaign->stop = all ? STOP_ALL_COVERED : STOP_BUDGET;
	else if ((options->plateau_executions &&
	          campaign->stats.executions - campaign->last_win_at > options->plateau_executions) ||
	         (options->plateau_seconds > 0 && elapsed(campaign) - campaign->last_win > options->plateau_seconds))
		campaign->stop = STOP_PLATEAU;
	else
		return false;
	return true;
}

/* ---- lanes ---- */

static struct executor *executor_for(const struct campaign *campaign, const struct lane *lane, size_t engine)
{
	return is_symbolic(campaign, engine) ? lane->symbolic : lane->executor;
}

/* Makes sure that the lane can run what the engine proposes; *ready: it can. */
static status prepare_lane(struct campaign *campaign, struct lane *lane, size_t engine, bool *ready)
{
	const struct campaign_options *options = &campaign->options;
	*ready = true;
	if (!is_symbolic(campaign, engine) || lane->symbolic)
		return NULL;
	/* Nothing but the seed and the number of tests may decide when it begins. */
	bool wait = options->executions || options->n_engines == 1;
	if (!campaign->symbolic && options->symbolic)
		TRY(options->symbolic(options->symbolic_context, wait, &campaign->symbolic));
	*ready = campaign->symbolic != NULL;
	if (!*ready)
		return NULL;
	struct exec_options exec = options->exec;
	if (!exec.fuel)
		exec.fuel = SYMBOLIC_FUEL;
	status st = executor_new(campaign->symbolic, campaign->unit, &exec, &lane->symbolic);
	if (!st || options->n_engines == 1 || st->kind == TROUBLE_INTERRUPTED)
		return st;
	log_warn("the symbolic build does not run, going on without: %s", st->message);
	status_free(st);
	campaign->symbolic = NULL;
	campaign->options.symbolic = NULL;
	*ready = false;
	return NULL;
}

/* Solving, too, is time that an engine has had. */
static void account_for_proposing(struct campaign *campaign, size_t engine, double seconds)
{
	campaign->stats.proposing_seconds += seconds;
	campaign->uses[engine].seconds += seconds;
	if (!campaign->options.executions)
		schedule_spent(&campaign->schedule, engine, seconds * TURNS_PER_SECOND, 0);
}

static size_t propose(struct campaign *campaign, struct batch *batch, size_t engine)
{
	size_t limit = is_symbolic(campaign, engine) ? 1 : campaign->batch;
	uint64_t budget = campaign->options.executions;
	if (budget && budget - campaign->submitted < limit)
		limit = budget - campaign->submitted;
	double start = now_seconds();
	batch->collected = 0;
	batch->engine = engine;
	batch->n = limit ? campaign->options.engines[engine].kind->propose(campaign->engines[engine], batch->seqs,
	                                                                   limit, &batch->want)
	                 : 0;
	campaign->submitted += batch->n;
	account_for_proposing(campaign, engine, now_seconds() - start);
	return batch->n;
}

/* Proposes the lane's next batch and sets it going; an empty one ends the lane. */
static status fill_lane(struct campaign *campaign, struct lane *lane)
{
	struct batch *batch = &lane->batches[lane->running];
	bool ready, more = true;
	uint64_t budget = campaign->options.executions;
	batch->n = 0;
	while (more && !batch->n && (!budget || campaign->submitted < budget)) {
		size_t engine = schedule_next(&campaign->schedule);
		TRY(prepare_lane(campaign, lane, engine, &ready));
		if (!ready || !propose(campaign, batch, engine))
			more = schedule_is_dry(&campaign->schedule, engine);
	}
	if (batch->n)
		executor_submit(executor_for(campaign, lane, batch->engine), batch->seqs, batch->n, batch->want);
	return NULL;
}

/* The lane's next batch, or what is left of this one. */
static status go_on(struct campaign *campaign, struct lane *lane, struct batch *batch, bool *over)
{
	if (batch->collected < batch->n) {
		executor_submit(executor_for(campaign, lane, batch->engine), batch->seqs + batch->collected,
		                batch->n - batch->collected, batch->want);
		return NULL;
	}
	lane->running ^= 1;
	lane->batches[lane->running].n = 0;
	*over = *over || is_over(campaign);
	return *over ? NULL : fill_lane(campaign, lane);
}

/* What a turn cost and won. A test in the symbolic build counts as a batch of others. */
static void account(struct campaign *campaign, size_t engine, size_t n, double seconds, uint32_t won)
{
	double cost = campaign->options.executions ? is_symbolic(campaign, engine) ? (double)n : (double)n / BATCH
	                                           : seconds * TURNS_PER_SECOND;
	schedule_spent(&campaign->schedule, engine, cost, won);
	campaign->uses[engine].tests += n;
	campaign->uses[engine].won += won;
	campaign->uses[engine].seconds += seconds;
}

static void choose_batch(struct campaign *campaign, uint64_t judged)
{
	uint64_t wanted = BATCH + BATCH_PER_JUDGEMENT * judged;
	campaign->batch = wanted < MOST_BATCH ? wanted : MOST_BATCH;
}

/* Takes the results of what runs in the lane; meanwhile the next part of the batch,
 * or the next batch, runs. A symbolic engine is told before it proposes again, and
 * before the next run writes over the trace. */
static status take_turn(struct campaign *campaign, struct lane *lane, bool *over)
{
	struct batch *batch = &lane->batches[lane->running];
	size_t n, first = batch->collected, engine = batch->engine;
	uint32_t covered = campaign->goals.covered;
	uint64_t judged = campaign->stats.judged;
	const struct run *runs;
	struct trace trace;
	double start = now_seconds(), proposing = campaign->stats.proposing_seconds;
	if (!batch->n)
		return NULL;
	TRY(executor_collect(executor_for(campaign, lane, engine), &runs, &n));
	campaign->stats.waiting_seconds += now_seconds() - start;
	if (!n)
		return fail(TROUBLE_TARGET, "the target of %s takes no tests", campaign->unit->name);
	batch->collected += n;
	bool symbolic = is_symbolic(campaign, engine);
	if (!symbolic)
		TRY(go_on(campaign, lane, batch, over));
	/* A run that hung filled its tables to the brim, for nothing that is worth reading. */
	bool traced = symbolic && runs[0].outcome != SK_HANG && executor_trace(lane->symbolic, &trace);
	for (size_t i = 0; i < n; i++)
		TRY(take_run(campaign, engine, batch->seqs[first + i], &runs[i], traced ? &trace : NULL));
	proposing = campaign->stats.proposing_seconds - proposing; /* already accounted for */
	account(campaign, engine, n, now_seconds() - start - proposing, campaign->goals.covered - covered);
	choose_batch(campaign, campaign->stats.judged - judged);
	if (symbolic)
		TRY(go_on(campaign, lane, batch, over));
	report_progress(campaign);
	keep(campaign);
	return NULL;
}

static bool is_busy(const struct campaign *campaign)
{
	for (uint32_t i = 0; i < campaign->options.workers; i++)
		if (campaign->lanes[i].batches[campaign->lanes[i].running].n)
			return true;
	return false;
}

/* The rest of a batch too large to run at once comes before the batches of other
 * lanes: engines hear of whole batches, in the order they proposed them. */
static bool is_in_parts(const struct lane *lane)
{
	const struct batch *batch = &lane->batches[lane->running];
	return batch->collected && batch->collected < batch->n;
}

/* Ctrl-C in the middle of a batch ends the search; what was found is kept. */
static status unless_interrupted(struct campaign *campaign, status st)
{
	if (!st || st->kind != TROUBLE_INTERRUPTED)
		return st;
	status_free(st);
	campaign->stop = STOP_INTERRUPTED;
	for (uint32_t i = 0; i < campaign->options.workers; i++)
		campaign->lanes[i].batches[0].n = campaign->lanes[i].batches[1].n = 0;
	return NULL;
}

static status spend_budget(struct campaign *campaign)
{
	bool over = false;
	for (uint32_t i = 0; i < campaign->options.workers; i++)
		TRY(fill_lane(campaign, &campaign->lanes[i]));
	while (is_busy(campaign))
		for (uint32_t i = 0; i < campaign->options.workers; i++)
			do
				TRY(unless_interrupted(campaign, take_turn(campaign, &campaign->lanes[i], &over)));
			while (is_in_parts(&campaign->lanes[i]));
	if (!over && !is_over(campaign) && is_all_covered(campaign)) /* the last results may have made it so */
		campaign->stop = STOP_ALL_COVERED;
	return NULL;
}

static void estimate(struct campaign *campaign)
{
	uint64_t singles = 0;
	struct campaign_stats *stats = &campaign->stats;
	for (uint32_t i = 0; i < campaign->cover.n_words; i++)
		singles += (uint64_t)__builtin_popcountll(campaign->once[i] & ~campaign->twice[i]);
	if (!stats->executions)
		return;
	stats->chance_next = (double)singles / (double)stats->executions;
	if (stats->chance_next > 1)
		stats->chance_next = 1;
	double per_minute = stats->seconds > 0 ? 60 * (double)stats->executions / stats->seconds : 0;
	stats->chance_minute = 1 - exp(per_minute * log1p(-stats->chance_next * 0.999999));
}

static status start_processes(struct campaign *campaign, const struct target *fast, const struct target *checked)
{
	struct campaign_options *options = &campaign->options;
	struct engine_world world = { .model = campaign->unit->model,
		                      .marks = campaign->unit->marks,
		                      .archive = campaign->archive,
		                      .callable = options->callable,
		                      .cover = &campaign->cover,
		                      .criterion = options->criterion,
		                      .aim = options->aim,
		                      .flow = fast->flow,
		                      .n_flow = fast->n_flow };
	TRY(judge_new(campaign->unit, checked, &options->exec, &campaign->judge));
	if (options->workers > 1)
		TRY(judge_hasten(campaign->judge));
	judge_laws_off(campaign->judge, options->laws_off);
	judge_promote(campaign->judge, options->promoted, options->n_promoted);
	for (size_t i = 0; i < options->n_engines; i++)
		campaign->engines[i] = options->engines[i].kind->create(&world, options->seed,
		                                                        options->engines[i].options);
	schedule_init(&campaign->schedule, options->n_engines,
	              options->executions ? (double)options->executions / BATCH : options->seconds * TURNS_PER_SECOND);
	campaign->lanes = xcalloc(options->workers, sizeof *campaign->lanes);
	for (uint32_t i = 0; i < options->workers; i++)
		TRY(executor_new(fast, campaign->unit, &options->exec, &campaign->lanes[i].executor));
	set_fuel(campaign, FIRST_FUEL);
	return NULL;
}

static void stop_lanes(struct campaign *campaign)
{
	for (uint32_t i = 0; campaign->lanes && i < campaign->options.workers; i++) {
		if (campaign->lanes[i].executor)
			campaign->stats.workers_started += executor_stats(campaign->lanes[i].executor).workers_started;
		if (campaign->lanes[i].symbolic)
			campaign->stats.workers_started += executor_stats(campaign->lanes[i].symbolic).workers_started;
		executor_free(campaign->lanes[i].executor);
		executor_free(campaign->lanes[i].symbolic);
	}
	free(campaign->lanes);
	campaign->lanes = NULL;
}

status campaign_run(struct unit *unit, const struct target *fast, const struct target *checked,
                    const struct campaign_options *options, struct campaign **out)
{
	struct campaign *campaign = xcalloc(1, sizeof *campaign);
	status st = NULL;
	*out = campaign;
	campaign->unit = unit;
	campaign->options = *options;
	if (!campaign->options.workers)
		campaign->options.workers = 1;
	campaign->arena = arena_new();
	campaign->archive = archive_new(unit->marks->n_probes);
	cover_init(&campaign->cover, unit->marks);
	campaign->goals = count_goals(campaign);
	campaign->once = xcalloc(campaign->cover.n_words, sizeof *campaign->once);
	campaign->twice = xcalloc(campaign->cover.n_words, sizeof *campaign->twice);
	campaign->rejections = xcalloc(unit->marks->n_probes + 64, 1);
	close_calls_init(&campaign->close_calls, unit->marks);
	campaign->stop = STOP_NOTHING_TO_DO;
	campaign->batch = BATCH;
	rng_init(&campaign->rng, options->seed + 1);
	campaign->start = now_seconds();
	TRY_OUT(start_processes(campaign, fast, checked));
	TRY_OUT(begin_keeping(campaign));
	add_point(campaign);
	TRY_OUT(spend_budget(campaign));
	campaign->stats.seconds = elapsed(campaign);
	add_point(campaign);
	estimate(campaign);
out:
	stop_lanes(campaign);
	if (!st)
		end_keeping(campaign);
	return st;
}

void campaign_free(struct campaign *campaign)
{
	if (!campaign)
		return;
	stop_lanes(campaign);
	for (size_t i = 0; i < campaign->options.n_engines; i++)
		if (campaign->engines[i])
			campaign->options.engines[i].kind->destroy(campaign->engines[i]);
	keeper_free(campaign->keeper);
	judge_free(campaign->judge);
	archive_free(campaign->archive);
	cover_release(&campaign->cover);
	arena_free(campaign->arena);
	vec_release(&campaign->timeline);
	fault_table_release(&campaign->faults);
	free(campaign->once);
	free(campaign->twice);
	free(campaign->rejections);
	close_calls_release(&campaign->close_calls);
	free(campaign);
}

const struct archive *campaign_archive(const struct campaign *campaign)
{
	return campaign->archive;
}

const struct cover *campaign_cover(const struct campaign *campaign)
{
	return &campaign->cover;
}

struct judge *campaign_judge(struct campaign *campaign)
{
	return campaign->judge;
}

enum stop_reason campaign_stop_reason(const struct campaign *campaign)
{
	return campaign->stop;
}

const struct campaign_point *campaign_timeline(const struct campaign *campaign, size_t *n)
{
	*n = campaign->timeline.n;
	return campaign->timeline.at;
}

struct campaign_stats campaign_stats(const struct campaign *campaign)
{
	const struct campaign_stats *earlier = &campaign->earlier;
	struct campaign_stats stats = campaign->stats;
	stats.seconds += earlier->seconds;
	stats.executions += earlier->executions;
	stats.faults += earlier->faults;
	stats.hangs += earlier->hangs;
	stats.exits += earlier->exits;
	stats.judged += earlier->judged;
	stats.illegal += earlier->illegal;
	stats.workers_started += earlier->workers_started;
	return stats;
}

void campaign_explain(const struct campaign *campaign, uint32_t probe, struct sb *out)
{
	size_t before = out->n;
	for (size_t i = 0; i < campaign->options.n_engines && out->n == before; i++)
		if (campaign->options.engines[i].kind->explain)
			campaign->options.engines[i].kind->explain(campaign->engines[i], probe, out);
}

void campaign_engine_statistics(const struct campaign *campaign, void (*each)(void *, const char *, double),
                                void *context)
{
	for (size_t i = 0; i < campaign->options.n_engines; i++) {
		const struct engine_kind *kind = campaign->options.engines[i].kind;
		const struct engine_use *use = &campaign->uses[i];
		const struct {
			const char *what;
			double value;
		} rows[] = { { "tests", (double)use->tests },
			     { "goals won", (double)use->won },
			     { "seconds", use->seconds } };
		for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
			char name[64];
			snprintf(name, sizeof name, "%s, %s", kind->name, rows[r].what);
			each(context, name, rows[r].value);
		}
		kind->statistics(campaign->engines[i], each, context);
	}
}
