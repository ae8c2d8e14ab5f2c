/* keeper: see keeper.h. */
#include "campaign/keeper.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "campaign/test_text.h"
#include "model/text.h"

#define SECONDS_BETWEEN 1.0

/* A test that waits to be written. */
struct waiting {
	char *text;
	uint64_t *probes;
};

struct keeper {
	struct store *store;
	const struct model *model;
	uint32_t n_words;
	VEC(struct waiting) waiting;
	VEC(uint32_t) counts;        /* per finding: as it was written last */
	size_t lessons;              /* that the written model holds */
	bool model_written;
	double last;                 /* when it was written last */
	bool broken;
};

struct keeper *keeper_new(struct store *store, const struct model *model, uint32_t n_words)
{
	struct keeper *keeper = xcalloc(1, sizeof *keeper);
	keeper->store = store;
	keeper->model = model;
	keeper->n_words = n_words;
	keeper->last = now_seconds();
	return keeper;
}

static void forget_waiting(struct keeper *keeper)
{
	for (size_t i = 0; i < keeper->waiting.n; i++) {
		free(keeper->waiting.at[i].text);
		free(keeper->waiting.at[i].probes);
	}
	vec_clear(&keeper->waiting);
}

void keeper_free(struct keeper *keeper)
{
	if (!keeper)
		return;
	forget_waiting(keeper);
	vec_release(&keeper->waiting);
	vec_release(&keeper->counts);
	free(keeper);
}

/* ---- writing ---- */

void keeper_accepted(struct keeper *keeper, const struct seq *seq, const uint64_t *probes)
{
	if (!keeper || keeper->broken)
		return;
	struct waiting waiting = { test_text(keeper->model, seq), xcalloc(keeper->n_words + 1, sizeof *probes) };
	memcpy(waiting.probes, probes, keeper->n_words * sizeof *probes);
	vec_push(&keeper->waiting, waiting);
}

static status write_test(struct keeper *keeper, const char *text, const uint64_t *probes)
{
	return store_add_test(keeper->store, &(struct stored_test){ text, probes, keeper->n_words * sizeof *probes });
}

static status write_waiting(struct keeper *keeper)
{
	for (size_t i = 0; i < keeper->waiting.n; i++)
		TRY(write_test(keeper, keeper->waiting.at[i].text, keeper->waiting.at[i].probes));
	forget_waiting(keeper);
	return NULL;
}

static status write_archive(struct keeper *keeper, const struct archive *archive, struct arena *arena)
{
	struct archived *tests;
	size_t n = archive_all(archive, arena, &tests);
	forget_waiting(keeper);
	TRY(store_clear_tests(keeper->store));
	for (size_t i = 0; i < n; i++) {
		char *text = test_text(keeper->model, tests[i].seq);
		status st = write_test(keeper, text, tests[i].probes);
		free(text);
		if (st)
			return st;
	}
	return NULL;
}

static status write_finding(struct keeper *keeper, const struct finding *finding)
{
	char *text = test_text(keeper->model, finding->seq);
	struct stored_finding stored = { .key = finding->key,
		                         .verdict = verdict_word(finding->verdict),
		                         .kind = finding->kind,
		                         .summary = finding->summary,
		                         .text = text,
		                         .n_own = finding->n_own,
		                         .count = finding->count };
	status st = store_put_finding(keeper->store, &stored);
	free(text);
	return st;
}

/* Those that are new or were seen again. */
static status write_findings(struct keeper *keeper, const struct judge *judge)
{
	const struct finding *const *findings;
	size_t n = judge_findings(judge, &findings);
	for (size_t i = 0; i < n; i++) {
		if (i == keeper->counts.n)
			vec_push(&keeper->counts, 0);
		if (keeper->counts.at[i] == findings[i]->count)
			continue;
		TRY(write_finding(keeper, findings[i]));
		keeper->counts.at[i] = findings[i]->count;
	}
	return NULL;
}

static status write_model(struct keeper *keeper, const struct judge *judge)
{
	size_t lessons = judge_lessons(judge);
	if (keeper->model_written && lessons == keeper->lessons)
		return NULL;
	struct sb text = { 0 };
	model_print(keeper->model, NULL, &text);
	status st = store_put_text(keeper->store, "model", sb_text(&text));
	sb_release(&text);
	keeper->model_written = true;
	keeper->lessons = lessons;
	return st;
}

/* The statistics under their names in the store. */
static const struct {
	const char *name;
	size_t offset;
} numbers[] = {
	{ "executions", offsetof(struct campaign_stats, executions) },
	{ "faults", offsetof(struct campaign_stats, faults) },
	{ "hangs", offsetof(struct campaign_stats, hangs) },
	{ "exits", offsetof(struct campaign_stats, exits) },
	{ "judged", offsetof(struct campaign_stats, judged) },
	{ "illegal", offsetof(struct campaign_stats, illegal) },
	{ "workers started", offsetof(struct campaign_stats, workers_started) },
};

#define N_NUMBERS (sizeof numbers / sizeof *numbers)

static status write_stats(struct keeper *keeper, const struct campaign_stats *stats)
{
	for (size_t i = 0; i < N_NUMBERS; i++)
		TRY(store_put_number(keeper->store, numbers[i].name,
		                     *(const uint64_t *)((const char *)stats + numbers[i].offset)));
	return store_put_number(keeper->store, "milliseconds", (uint64_t)(stats->seconds * 1000));
}

static status write_rest(struct keeper *keeper, const struct judge *judge, const struct campaign_stats *stats)
{
	TRY(write_findings(keeper, judge));
	TRY(write_model(keeper, judge));
	TRY(write_stats(keeper, stats));
	return store_commit(keeper->store);
}

static void unless_broken(struct keeper *keeper, status st)
{
	if (!st)
		return;
	log_warn("the campaign is not kept any more, --continue will miss what comes: %s", st->message);
	status_free(st);
	store_abandon(keeper->store);
	keeper->broken = true;
}

void keeper_pause(struct keeper *keeper, const struct judge *judge, const struct campaign_stats *stats)
{
	if (!keeper || keeper->broken || now_seconds() - keeper->last < SECONDS_BETWEEN)
		return;
	status st = store_begin(keeper->store);
	if (!st)
		st = write_waiting(keeper);
	if (!st)
		st = write_rest(keeper, judge, stats);
	unless_broken(keeper, st);
	keeper->last = now_seconds();
}

void keeper_finish(struct keeper *keeper, const struct judge *judge, const struct campaign_stats *stats,
                   const struct archive *archive)
{
	if (!keeper || keeper->broken)
		return;
	struct arena *arena = arena_new();
	status st = store_begin(keeper->store);
	if (!st)
		st = write_archive(keeper, archive, arena);
	if (!st)
		st = write_rest(keeper, judge, stats);
	unless_broken(keeper, st);
	arena_free(arena);
}

/* ---- taking up ---- */

static status parse(const struct keeper *keeper, struct arena *arena, const char *text, const struct seq **seq)
{
	return test_parse(arena, keeper->model, text,
	                  "a test of the kept campaign (without --continue it is begun anew)", seq);
}

static enum verdict verdict_of(const char *word)
{
	enum verdict verdict = VERDICT_FINE;
	while (verdict < VERDICT_UNCLEAR && !str_equal(verdict_word(verdict), word))
		verdict++;
	return verdict;
}

static status load_tests(const struct keeper *keeper, struct arena *arena, struct earlier *earlier)
{
	struct stored_test *tests;
	TRY(store_tests(keeper->store, arena, &tests, &earlier->n_tests));
	earlier->tests = ARENA_ARRAY(arena, const struct seq *, earlier->n_tests + 1);
	earlier->probes = ARENA_ARRAY(arena, uint64_t, keeper->n_words + 1);
	for (size_t i = 0; i < earlier->n_tests; i++) {
		TRY(parse(keeper, arena, tests[i].text, &earlier->tests[i]));
		const uint64_t *probes = tests[i].probes;
		for (size_t w = 0; w < keeper->n_words && w < tests[i].probes_size / sizeof *probes; w++)
			earlier->probes[w] |= probes[w];
	}
	return NULL;
}

static status load_findings(const struct keeper *keeper, struct arena *arena, struct earlier *earlier)
{
	struct stored_finding *findings;
	TRY(store_findings(keeper->store, arena, &findings, &earlier->n_findings));
	earlier->findings = ARENA_ARRAY(arena, struct earlier_finding, earlier->n_findings + 1);
	for (size_t i = 0; i < earlier->n_findings; i++) {
		struct earlier_finding *finding = &earlier->findings[i];
		TRY(parse(keeper, arena, findings[i].text, &finding->seq));
		finding->n_own = findings[i].n_own < finding->seq->n ? findings[i].n_own : finding->seq->n;
		finding->count = findings[i].count;
		finding->key = findings[i].key;
		finding->summary = findings[i].summary;
		finding->verdict = verdict_of(findings[i].verdict);
	}
	return NULL;
}

status keeper_load(const struct keeper *keeper, struct arena *arena, struct earlier *earlier,
                   struct campaign_stats *stats)
{
	uint64_t milliseconds;
	for (size_t i = 0; i < N_NUMBERS; i++)
		TRY(store_number(keeper->store, numbers[i].name, (uint64_t *)((char *)stats + numbers[i].offset)));
	TRY(store_number(keeper->store, "milliseconds", &milliseconds));
	stats->seconds = (double)milliseconds / 1000;
	TRY(load_tests(keeper, arena, earlier));
	return load_findings(keeper, arena, earlier);
}
