/* campaign: see campaign.h.
 *
 * The target has a batch under way, and gets the next one before the results of the last
 * are looked at, so that judging and running go on at the same time. The order of everything
 * that decides anything is fixed by the seed, not by which process is faster.
 *
 * With several workers there are as many campaigns, which share what they win (crew.h). That
 * of this process has all engines and writes the results; the others have the first engine
 * alone, for it needs nothing but tests to try, while symbolic execution hangs on what it
 * learned from traces. */
#include "campaign/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/rng.h"
#include "campaign/close_calls.h"
#include "campaign/crew.h"
#include "campaign/estimate.h"
#include "campaign/faults.h"
#include "campaign/keeper.h"
#include "campaign/teamwork.h"
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
	struct engine_use uses[MAX_ENGINES];
	struct schedule schedule;
	const struct target *symbolic;    /* NULL: not built, or not yet */
	struct judge *judge;
	struct archive *archive;
	struct cover cover;
	struct arena *arena;              /* of one judgement */
	struct rng rng;                   /* for sampling only */
	struct lane lane;
	struct executor *replayer;        /* for tests from elsewhere; NULL: none came yet */
	const struct target *fast;        /* that it runs */
	struct crew *crew;                /* NULL: there are no other workers */
	struct teamwork *teamwork;        /* with them */
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

static struct counts all_counts(const struct campaign *campaign);

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
		.executions = all_counts(campaign).stats.executions,
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
		                        campaign->earlier.executions + all_counts(campaign).stats.executions,
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
	teamwork_won(campaign->teamwork, closed, probes);
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
	executor_limit_fuel(campaign->lane.executor, fuel);
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

/* A test of an earlier part, or of another worker; it counts if it runs here, too, and is clean. */
static status replay_test(struct campaign *campaign, const struct seq *seq)
{
	const struct run *run;
	size_t n;
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL &&
		    campaign->unit->model->functions.at[seq->steps[i]->index].switched_off)
			return NULL;
	if (!campaign->replayer) /* the other executor has a batch under way */
		TRY(executor_new(campaign->fast, campaign->unit, &campaign->options.exec, &campaign->replayer));
	executor_submit(campaign->replayer, &seq, 1, WANT_VALUES | WANT_SHAPES | WANT_DISTANCES);
	TRY(executor_collect(campaign->replayer, &run, &n));
	if (!n || run->outcome != SK_NORMAL)
		return NULL;
	struct engine_result result = { .seq = seq, .run = run, .reception = RECEIVED_NORMAL };
	count_probes(campaign, run->probes);
	TRY(judge_run(campaign, JUDGED, &result));
	tell_others(campaign, MAX_ENGINES, &result);
	return NULL;
}

static status replay_shared(void *campaign, const struct seq *seq)
{
	return replay_test(campaign, seq);
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
	if (interrupted() || teamwork_is_dismissed(campaign->teamwork))
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

/* ---- other workers ---- */

static uint64_t processes_of(const struct executor *executor)
{
	return executor ? executor_stats(executor).workers_started : 0;
}

static struct counts own_counts(const struct campaign *campaign)
{
	struct counts own = { .stats = campaign->stats };
	own.stats.workers_started += processes_of(campaign->lane.executor) + processes_of(campaign->lane.symbolic) +
	                             processes_of(campaign->replayer);
	memcpy(own.uses, campaign->uses, sizeof own.uses);
	return own;
}

/* Of all workers, in this part of the campaign. */
static struct counts all_counts(const struct campaign *campaign)
{
	struct counts sum = own_counts(campaign);
	teamwork_add_counts(campaign->teamwork, &sum);
	return sum;
}

static status share(struct campaign *campaign)
{
	struct counts own = own_counts(campaign);
	return teamwork_share(campaign->teamwork, &own);
}

static status end_sharing(struct campaign *campaign)
{
	struct counts own = own_counts(campaign);
	return teamwork_end(campaign->teamwork, &own,
	                    campaign->stop == STOP_BUDGET || campaign->stop == STOP_NOTHING_TO_DO);
}

/* ---- turns ---- */

static struct executor *executor_for(const struct campaign *campaign, size_t engine)
{
	return is_symbolic(campaign, engine) ? campaign->lane.symbolic : campaign->lane.executor;
}

/* Makes sure that what the engine proposes can be run; *ready: it can. */
static status prepare_lane(struct campaign *campaign, size_t engine, bool *ready)
{
	const struct campaign_options *options = &campaign->options;
	struct lane *lane = &campaign->lane;
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

/* Proposes the next batch and sets it going; an empty one ends the search. */
static status fill_lane(struct campaign *campaign)
{
	struct batch *batch = &campaign->lane.batches[campaign->lane.running];
	bool ready, more = true;
	uint64_t budget = campaign->options.executions;
	batch->n = 0;
	while (more && !batch->n && (!budget || campaign->submitted < budget)) {
		size_t engine = schedule_next(&campaign->schedule);
		TRY(prepare_lane(campaign, engine, &ready));
		if (!ready || !propose(campaign, batch, engine))
			more = schedule_is_dry(&campaign->schedule, engine);
	}
	if (batch->n)
		executor_submit(executor_for(campaign, batch->engine), batch->seqs, batch->n, batch->want);
	return NULL;
}

/* The next batch, or what is left of this one. */
static status go_on(struct campaign *campaign, struct batch *batch, bool *over)
{
	struct lane *lane = &campaign->lane;
	if (batch->collected < batch->n) {
		executor_submit(executor_for(campaign, batch->engine), batch->seqs + batch->collected,
		                batch->n - batch->collected, batch->want);
		return NULL;
	}
	lane->running ^= 1;
	lane->batches[lane->running].n = 0;
	*over = *over || is_over(campaign);
	return *over ? NULL : fill_lane(campaign);
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

/* Takes the results of what runs; meanwhile the next part of the batch,
 * or the next batch, runs. A symbolic engine is told before it proposes again, and
 * before the next run writes over the trace. */
static status take_turn(struct campaign *campaign, bool *over)
{
	struct lane *lane = &campaign->lane;
	struct batch *batch = &lane->batches[lane->running];
	size_t n, first = batch->collected, engine = batch->engine;
	uint32_t covered = campaign->goals.covered;
	uint64_t judged = campaign->stats.judged;
	const struct run *runs;
	struct trace trace;
	double start = now_seconds(), proposing = campaign->stats.proposing_seconds;
	TRY(executor_collect(executor_for(campaign, engine), &runs, &n));
	campaign->stats.waiting_seconds += now_seconds() - start;
	if (!n)
		return fail(TROUBLE_TARGET, "the target of %s takes no tests", campaign->unit->name);
	batch->collected += n;
	bool symbolic = is_symbolic(campaign, engine);
	if (!symbolic)
		TRY(go_on(campaign, batch, over));
	/* A run that hung filled its tables to the brim, for nothing that is worth reading. */
	bool traced = symbolic && runs[0].outcome != SK_HANG && executor_trace(lane->symbolic, &trace);
	for (size_t i = 0; i < n; i++)
		TRY(take_run(campaign, engine, batch->seqs[first + i], &runs[i], traced ? &trace : NULL));
	proposing = campaign->stats.proposing_seconds - proposing; /* already accounted for */
	account(campaign, engine, n, now_seconds() - start - proposing, campaign->goals.covered - covered);
	choose_batch(campaign, campaign->stats.judged - judged);
	if (symbolic)
		TRY(go_on(campaign, batch, over));
	TRY(share(campaign));
	report_progress(campaign);
	keep(campaign);
	return NULL;
}

/* Ctrl-C in the middle of a batch ends the search; what was found is kept. */
static status unless_interrupted(struct campaign *campaign, status st)
{
	if (!st || st->kind != TROUBLE_INTERRUPTED)
		return st;
	status_free(st);
	campaign->stop = STOP_INTERRUPTED;
	campaign->lane.batches[0].n = campaign->lane.batches[1].n = 0;
	return NULL;
}

static status spend_budget(struct campaign *campaign)
{
	const struct lane *lane = &campaign->lane;
	bool over = false;
	TRY(fill_lane(campaign));
	while (lane->batches[lane->running].n)
		TRY(unless_interrupted(campaign, take_turn(campaign, &over)));
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
	struct outlook outlook = estimate_outlook(singles, stats->executions, campaign->earlier.seconds, stats->seconds,
	                                          campaign->timeline.at, campaign->timeline.n);
	if (is_all_covered(campaign))
		outlook = (struct outlook){ 0 }; /* there is nothing left to find */
	stats->chance_next = outlook.next;
	stats->chance_minute = outlook.minute;
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
	judge_laws_off(campaign->judge, options->laws_off);
	judge_promote(campaign->judge, options->promoted, options->n_promoted);
	for (size_t i = 0; i < options->n_engines; i++)
		campaign->engines[i] = options->engines[i].kind->create(&world, options->seed,
		                                                        options->engines[i].options);
	schedule_init(&campaign->schedule, options->n_engines,
	              options->executions ? (double)options->executions / BATCH : options->seconds * TURNS_PER_SECOND);
	TRY(executor_new(fast, campaign->unit, &options->exec, &campaign->lane.executor));
	set_fuel(campaign, FIRST_FUEL);
	return NULL;
}

static void stop_executor(struct campaign *campaign, struct executor **executor)
{
	campaign->stats.workers_started += processes_of(*executor);
	executor_free(*executor);
	*executor = NULL;
}

static void stop_processes(struct campaign *campaign)
{
	stop_executor(campaign, &campaign->lane.executor);
	stop_executor(campaign, &campaign->lane.symbolic);
	stop_executor(campaign, &campaign->replayer);
}

/* ---- from start to end ---- */

/* A campaign beside others. */
struct share_of_work {
	struct unit *unit;
	const struct target *fast, *checked;
	struct campaign_options options;
	struct crew *crew;
};

static status run(const struct share_of_work *work, struct campaign **out)
{
	const struct campaign_options *options = &work->options;
	struct unit *unit = work->unit;
	struct campaign *campaign = xcalloc(1, sizeof *campaign);
	status st = NULL;
	*out = campaign;
	campaign->unit = unit;
	campaign->fast = work->fast;
	campaign->crew = work->crew;
	campaign->options = *options;
	campaign->arena = arena_new();
	campaign->archive = archive_new(unit->marks->n_probes);
	archive_prefer_clean(campaign->archive, unit->model);
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
	TRY_OUT(start_processes(campaign, work->fast, work->checked));
	campaign->teamwork = teamwork_new(campaign->crew, &(struct ties){ .model = unit->model,
	                                                                  .cover = &campaign->cover,
	                                                                  .judge = campaign->judge,
	                                                                  .replay = replay_shared,
	                                                                  .campaign = campaign,
	                                                                  .exact = options->executions > 0 });
	TRY_OUT(begin_keeping(campaign));
	add_point(campaign);
	TRY_OUT(spend_budget(campaign));
	TRY_OUT(unless_interrupted(campaign, end_sharing(campaign)));
	if (interrupted())
		campaign->stop = STOP_INTERRUPTED;
	campaign->stats.seconds = elapsed(campaign);
	add_point(campaign);
	estimate(campaign);
out:
	stop_processes(campaign);
	if (!st)
		end_keeping(campaign);
	return st;
}

static status run_beside(void *context)
{
	struct campaign *campaign = NULL;
	status st = run(context, &campaign);
	campaign_free(campaign);
	return st;
}

/* What one of the other workers is to do. */
static struct share_of_work share_of(const struct share_of_work *all, uint32_t member)
{
	struct share_of_work own = *all;
	uint32_t n = all->options.workers;
	own.options.executions = all->options.executions / n;
	own.options.seed = hash_bytes(&member, sizeof member, all->options.seed);
	own.options.seconds = 0; /* the first worker says when, by its clock */
	own.options.n_engines = 1;
	own.options.end = END_NEVER;
	own.options.plateau_seconds = 0;
	own.options.plateau_executions = 0;
	own.options.store = NULL;
	own.options.take_up = false;
	own.options.progress = NULL;
	return own;
}

/* Started before anything else is: a copy must not hold what belongs to this process. */
static status start_others(struct share_of_work *all)
{
	uint32_t n = all->options.workers;
	uint64_t executions = all->options.executions;
	if (n < 2 || all->options.unjudged || (executions && executions < n))
		return NULL;
	TRY(crew_new(n, &all->crew));
	for (uint32_t i = 1; i < n; i++) {
		struct share_of_work own = share_of(all, i);
		TRY(crew_start(all->crew, i, run_beside, &own));
	}
	all->options.executions -= executions / n * (n - 1);
	return NULL;
}

status campaign_run(struct unit *unit, const struct target *fast, const struct target *checked,
                    const struct campaign_options *options, struct campaign **out)
{
	struct share_of_work all = { .unit = unit, .fast = fast, .checked = checked, .options = *options };
	status st = start_others(&all);
	if (st) { /* one worker finds the same, only later */
		log_warn("going on with one worker instead of %u: %s", options->workers, st->message);
		status_free(st);
		crew_free(all.crew);
		all.crew = NULL;
		all.options.executions = options->executions;
	}
	return run(&all, out);
}

void campaign_free(struct campaign *campaign)
{
	if (!campaign)
		return;
	stop_processes(campaign);
	if (!campaign->crew || crew_self(campaign->crew) == 0)
		crew_free(campaign->crew);
	teamwork_free(campaign->teamwork);
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
	struct counts sum = all_counts(campaign);
	counts_add(&sum, &(struct counts){ .stats = campaign->earlier });
	sum.stats.seconds += campaign->earlier.seconds;
	return sum.stats;
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
	struct counts all = all_counts(campaign);
	for (size_t i = 0; i < campaign->options.n_engines; i++) {
		const struct engine_kind *kind = campaign->options.engines[i].kind;
		const struct engine_use *use = &all.uses[i];
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
