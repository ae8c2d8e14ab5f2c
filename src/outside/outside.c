/* outside: see outside.h. */
#include "outside/outside.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cover/cover.h"
#include "engine/influence.h"
#include "engine/random/pursuit.h"
#include "outside/parts.h"
#include "proc/child.h"

#define ALL_SHARE 0.1            /* tests with all features */
#define MOST_IN_VAIN 20u         /* tests in a row at the start that are not made or have no coverage */
#define SEED_BITS 31             /* of the generator's seeds: many generators read an int */
#define SECONDS_BETWEEN 1.0      /* between entries into the journal; */
#define TESTS_BETWEEN 256u       /* if nothing may depend on the clock */
#define POINTS 400u              /* of the timeline; with more, points become rarer */

/* ---- drawing ---- */

static void draw_half(struct outside *o, struct configuration *configuration)
{
	for (uint32_t w = 0; 64 * w < configuration->n; w++)
		configuration->in[w] = o->all->in[w] & rng_next(&o->rng);
}

static void publish(struct outside *o)
{
	influence_publish(o->tally.influence, o->tally.counts);
	if (o->tally.pursuit)
		pursuit_publish(o->tally.pursuit, o->tally.counts);
}

static uint32_t draw_way(struct outside *o, struct configuration *configuration)
{
	if (rng_chance(&o->rng, ALL_SHARE)) {
		memcpy(configuration->in, o->all->in, (o->all->n / 64 + 1) * sizeof *o->all->in);
		return WITHOUT_SWARM;
	}
	if (o->tally.pursuit && pursuit_is_due(o->tally.pursuit)) {
		publish(o);
		pursuit_look(o->tally.pursuit, o->tally.counts, &o->rng);
	}
	uint32_t way = o->tally.pursuit ? pursuit_draw(o->tally.pursuit, &o->rng, configuration) : 0;
	if (!way)
		draw_half(o, configuration);
	return way;
}

/* Draws the next test. Tests of an earlier part come first; they count only if they give the same result again. */
static void draw(struct outside *o, struct busy_lane *slot)
{
	slot->is_again = o->kept.next_again < o->kept.again.n;
	if (slot->is_again) {
		const struct outside_test *test = &o->kept.again.at[o->kept.next_again++];
		slot->configuration = test->configuration;
		slot->seed = test->seed;
		return;
	}
	struct configuration *configuration = configuration_new(o->all->n, o->arena);
	slot->way = draw_way(o, configuration);
	slot->configuration = configuration;
	slot->seed = (rng_next(&o->rng) >> (64 - SEED_BITS)) | 1;
}

/* ---- results ---- */

static struct outside_test copy_test(struct outside *o, const struct busy_lane *slot)
{
	char *text = NULL;
	struct outside_test test = { .seed = slot->seed, .configuration = slot->configuration, .text = "" };
	status st = file_read(lane_test(slot->lane), &text, &test.size);
	if (!st)
		test.text = arena_memdup(o->arena, text, test.size + 1);
	else
		test.size = 0;
	status_free(st);
	free(text);
	return test;
}

static void add_point(struct outside *o)
{
	struct campaign_point point = { now_seconds() - o->pace.began, o->tally.stats.executions,
		                        cover_count(&o->tally.cover, CRITERION_STATEMENT).covered };
	if (o->kept.timeline.n < POINTS || point.executions * 20 > vec_last(&o->kept.timeline).executions * 21)
		vec_push(&o->kept.timeline, point);
}

static void keep_if_new(struct outside *o, const struct busy_lane *slot, const struct lane_result *result)
{
	uint32_t added = cover_add(&o->tally.cover, result->probes);
	if (!added)
		return;
	struct outside_test test = copy_test(o, slot);
	test.probes = arena_memdup(o->arena, result->probes, o->tally.cover.n_words * sizeof *result->probes);
	test.added = added;
	vec_push(&o->kept.tests, test);
	add_point(o);
	if (!slot->is_again)
		outside_note_test(o, &vec_last(&o->kept.tests));
}

static void count_fault(struct outside *o, const struct lane_result *result)
{
	bool is_hang = str_equal(result->kind, "hang");
	o->tally.stats.hangs += is_hang;
	o->tally.stats.faults += !is_hang;
}

static void file_finding(struct outside *o, const struct busy_lane *slot, const struct lane_result *result)
{
	uint64_t key = outside_key(result);
	count_fault(o, result);
	for (size_t i = 0; i < o->kept.findings.n; i++)
		if (o->kept.findings.at[i].key == key) {
			o->kept.findings.at[i].count++;
			return;
		}
	struct outside_finding finding = { .test = copy_test(o, slot),
		                           .kind = arena_strdup(o->arena, result->kind),
		                           .detail = arena_strdup(o->arena, result->detail),
		                           .key = key,
		                           .count = 1 };
	vec_push(&o->kept.findings, finding);
	outside_note_finding(o, &vec_last(&o->kept.findings));
}

static void count_run(struct outside *o, const struct busy_lane *slot, const struct lane_result *result)
{
	if (slot->is_again)
		return;
	if (o->tally.pursuit)
		pursuit_count(o->tally.pursuit, slot->way, result->probes);
	if (slot->way == 0)
		influence_count(o->tally.influence, slot->configuration, result->probes);
}

static status note_barren(struct outside *o, const struct busy_lane *slot, const struct lane_result *result)
{
	o->tally.barren++;
	log_verbose("no test from seed %llu: %s", (unsigned long long)slot->seed, result->detail);
	if (o->tally.pursuit && slot->way && slot->way != WITHOUT_SWARM && !slot->is_again)
		pursuit_is_barren(o->tally.pursuit, slot->way);
	if (o->tally.made || o->tally.barren < MOST_IN_VAIN)
		return NULL;
	return fail(TROUBLE_INPUT, "%s: the generator made no test in %u tries; the last time %s",
	            o->coverage->generator->path, MOST_IN_VAIN, result->detail);
}

/* Fails if no run leaves coverage. A program that crashes leaves none; a program that never does was not built
 * for it. */
static status note_uncovered(struct outside *o)
{
	o->tally.uncovered++;
	if (o->tally.uncovered < MOST_IN_VAIN || o->tally.uncovered < o->tally.made)
		return NULL;
	return fail(
	        TROUBLE_INPUT,
	        "%s: no run of the program left coverage in %u tests; is it the one that was built for %s, and does "
	        "'run' start it?",
	        o->coverage->generator->path, MOST_IN_VAIN, o->coverage->kind->name);
}

static status take_result(struct outside *o, const struct busy_lane *slot, const struct lane_result *result)
{
	o->tally.stats.executions++;
	if (result->outcome == LANE_BARREN)
		return note_barren(o, slot, result);
	o->tally.made++;
	if (result->outcome == LANE_FAILED)
		file_finding(o, slot, result);
	if (o->tally.pursuit && !slot->is_again)
		pursuit_ran(o->tally.pursuit, slot->way, result->outcome == LANE_FAILED);
	if (!result->covered)
		return note_uncovered(o);
	count_run(o, slot, result);
	keep_if_new(o, slot, result);
	return NULL;
}

/* ---- the loop ---- */

static void show(struct outside *o)
{
	double seconds = now_seconds() - o->pace.began;
	if (!o->options.progress || seconds < o->pace.shown + SECONDS_BETWEEN)
		return;
	o->pace.shown = seconds;
	struct campaign_progress progress = { .seconds = seconds,
		                              .executions = o->tally.stats.executions,
		                              .goals = cover_count(&o->tally.cover, CRITERION_STATEMENT),
		                              .bugs = (uint32_t)o->kept.findings.n,
		                              .doing = o->tally.pursuit ? "aimed" : "swarm" };
	o->options.progress(o->options.context, &progress);
}

static bool is_spent(const struct outside *o)
{
	uint64_t started = o->tally.started - o->kept.next_again;
	return o->options.executions ? started >= o->options.executions
	                             : now_seconds() - o->pace.began >= o->options.seconds;
}

static status keep_journal(struct outside *o, bool last)
{
	bool by_tests = o->options.executions != 0;
	bool is_due = by_tests ? o->tally.stats.executions >= o->pace.noted_at + TESTS_BETWEEN
	                       : now_seconds() >= o->pace.noted_time + SECONDS_BETWEEN;
	if (!last && !is_due)
		return NULL;
	o->pace.noted_at = o->tally.stats.executions;
	o->pace.noted_time = now_seconds();
	if (last)
		publish(o);
	return outside_write_notes(o);
}

static status finish_slot(struct outside *o, struct busy_lane *slot)
{
	const struct lane_result *result;
	if (!lane_is_busy(slot->lane))
		return NULL;
	TRY(lane_finish(slot->lane, &result));
	TRY(take_result(o, slot, result));
	show(o);
	return keep_journal(o, false);
}

static status spend(struct outside *o)
{
	uint32_t n = o->options.workers;
	for (; !is_spent(o) && !interrupted(); o->tally.started++) {
		struct busy_lane *slot = &o->slots[o->tally.started % n];
		TRY(finish_slot(o, slot));
		draw(o, slot);
		struct lane_task task = { .configuration = slot->configuration, .seed = slot->seed };
		TRY(lane_start(slot->lane, &task));
	}
	for (uint32_t i = 0; i < n && !interrupted(); i++)
		TRY(finish_slot(o, &o->slots[(o->tally.started + i) % n]));
	return NULL;
}

static status open_lanes(struct outside *o)
{
	for (uint32_t i = 0; i < o->options.workers; i++)
		TRY(lane_new(o->coverage, o->options.workers > 1, &o->slots[i].lane));
	return NULL;
}

static void init(struct outside *o, struct coverage *coverage, const struct outside_options *options)
{
	const struct unit *unit = coverage->unit;
	o->coverage = coverage;
	o->options = *options;
	o->arena = arena_new();
	o->tally.counts = counts_new();
	o->tally.known = counts_new();
	o->pace.began = o->pace.noted_time = now_seconds();
	o->slots = xcalloc(options->workers + 1, sizeof *o->slots);
	o->tally.size = influence_size(unit->model, unit->marks, OUTSIDE_CELLS);
	o->tally.influence = influence_new(o->tally.size);
	cover_init(&o->tally.cover, unit->marks);
	rng_init(&o->rng, options->seed + options->earlier * UINT64_C(0x9e3779b97f4a7c15));
	o->all = configuration_new((uint32_t)unit->model->functions.n, o->arena);
	for (uint32_t i = 0; i < o->all->n; i++)
		configuration_add(o->all, i);
	if (options->targets)
		o->tally.pursuit = pursuit_new(options->targets, o->tally.size, o->all);
}

status outside_run(struct coverage *coverage, const struct outside_options *options, struct outside **out)
{
	struct outside *o = xcalloc(1, sizeof *o);
	*out = o;
	init(o, coverage, options);
	TRY(outside_read_notes(o));
	TRY(open_lanes(o));
	status st = spend(o);
	o->kept.stop_reason = STOP_BUDGET;
	if (interrupted()) {
		o->kept.stop_reason = STOP_INTERRUPTED;
		status_free(st);
		st = NULL;
	}
	o->tally.stats.seconds = now_seconds() - o->pace.began;
	if (!st && o->kept.timeline.n)
		add_point(o);
	if (!st)
		st = keep_journal(o, true);
	/* Tests of earlier parts that add nothing would run again in each further part. */
	bool are_tried = o->kept.again.n && o->kept.stop_reason != STOP_INTERRUPTED;
	return !st && are_tried ? outside_condense_notes(o) : st;
}

void outside_free(struct outside *o)
{
	if (!o)
		return;
	for (uint32_t i = 0; i < o->options.workers; i++)
		lane_free(o->slots[i].lane);
	free(o->slots);
	pursuit_free(o->tally.pursuit);
	influence_free(o->tally.influence);
	cover_release(&o->tally.cover);
	counts_free(o->tally.counts);
	counts_free(o->tally.known);
	vec_release(&o->kept.tests);
	vec_release(&o->kept.again);
	vec_release(&o->kept.findings);
	vec_release(&o->pace.notes);
	vec_release(&o->kept.timeline);
	arena_free(o->arena);
	free(o);
}

/* ---- asking ---- */

const struct counts *outside_counts(const struct outside *o)
{
	return o->tally.counts;
}

const struct cover *outside_cover(const struct outside *o)
{
	return &o->tally.cover;
}

struct campaign_stats outside_stats(const struct outside *o)
{
	struct campaign_stats stats = o->tally.stats;
	stats.executions += o->options.earlier;
	return stats;
}

uint64_t outside_barren(const struct outside *o)
{
	return o->tally.barren;
}

enum stop_reason outside_stop_reason(const struct outside *o)
{
	return o->kept.stop_reason;
}

const struct campaign_point *outside_timeline(const struct outside *o, size_t *n)
{
	*n = o->kept.timeline.n;
	return o->kept.timeline.at;
}

const struct outside_test *outside_tests(const struct outside *o, size_t *n)
{
	*n = o->kept.tests.n;
	return o->kept.tests.at;
}

const struct outside_finding *outside_findings(const struct outside *o, size_t *n)
{
	*n = o->kept.findings.n;
	return o->kept.findings.at;
}
