/* intake: see intake.h. */
#include "campaign/intake.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "seq/invocation.h"

#define SAMPLE 0.0005            /* of ordinary runs that the judge looks at, too, */
#define LARGER_SAMPLE 0.01       /* once so many runs in a row have won nothing */
#define LULL 1000u
#define LAW_SAMPLE 0.03          /* of runs that a built-in contract is about */
#define CHEAP 4096.0             /* fuel of a test; a test with more is drawn that much less often */
#define MAX_CLOSE_CALLS 16u      /* of an outcome: tests may come nearer in small steps */

void intake_init(struct intake *intake, const struct marks *marks, const struct model *model, uint64_t seed)
{
	*intake = (struct intake){ .arena = arena_new(), .archive = archive_new(marks->n_probes) };
	archive_prefer_clean(intake->archive, model);
	cover_init(&intake->cover, marks);
	intake->nearest = nearest_new(marks);
	intake->inferior = xcalloc(intake->cover.n_words, sizeof *intake->inferior);
	intake->once = xcalloc(intake->cover.n_words, sizeof *intake->once);
	intake->twice = xcalloc(intake->cover.n_words, sizeof *intake->twice);
	intake->rejections = xcalloc(64 * (size_t)intake->cover.n_words, 1);
	intake->close_calls = xcalloc(nearest_outcomes(intake->nearest) + 1, 1);
	rng_init(&intake->rng, seed);
}

void intake_release(struct intake *intake)
{
	archive_free(intake->archive);
	cover_release(&intake->cover);
	nearest_free(intake->nearest);
	arena_free(intake->arena);
	fault_table_release(&intake->faults);
	free(intake->inferior);
	free(intake->once);
	free(intake->twice);
	free(intake->rejections);
	free(intake->close_calls);
}

struct count intake_goals(const struct intake *intake)
{
	return intake_goals_of(intake, &intake->cover);
}

struct count intake_goals_of(const struct intake *intake, const struct cover *cover)
{
	return cover_count_aimed(cover, intake->parts.options->criterion, intake->parts.options->aim);
}

/* ---- attending ---- */

static void count_probes(struct intake *intake, const uint64_t *probes)
{
	for (uint32_t i = 0; i < intake->cover.n_words; i++) {
		intake->twice[i] |= intake->once[i] & probes[i];
		intake->once[i] |= probes[i];
	}
}

static void watch(struct intake *intake, const uint64_t *probes)
{
	const uint64_t *watched = intake->parts.options->watched;
	uint64_t hit = 0;
	for (uint32_t i = 0; i < intake->cover.n_words; i++)
		hit |= watched[i] & probes[i];
	intake->watched.tests++;
	intake->watched.hits += hit != 0;
}

void intake_publish(struct intake *intake, struct counts *counts)
{
	counts_add(counts, WATCHED_TESTS, 0, intake->watched.tests);
	counts_add(counts, WATCHED_HITS, 0, intake->watched.hits);
	intake->watched.tests = intake->watched.hits = 0;
}

uint64_t intake_singles(const struct intake *intake)
{
	uint64_t singles = 0;
	for (uint32_t i = 0; i < intake->cover.n_words; i++)
		singles += (uint64_t)__builtin_popcountll(intake->once[i] & ~intake->twice[i]);
	return singles;
}

/* True for a run to which any other is preferred: it ended the program, or got less memory than it might elsewhere. */
static bool is_inferior(const struct run *run)
{
	return run->outcome == SK_EXIT || run->refused;
}

/* True if the run hits a probe that no accepted test hits, or only inferior tests. Probes whose tests
 * were often refused are tried less and less. */
static bool is_interesting(struct intake *intake, const struct run *run)
{
	for (uint32_t i = 0; i < intake->cover.n_words; i++) {
		uint64_t inferior = run->outcome == SK_NORMAL && !run->refused ? intake->inferior[i] : 0;
		uint64_t fresh = run->probes[i] & (~intake->cover.probes[i] | inferior);
		while (fresh) {
			uint32_t probe = 64 * i + (uint32_t)__builtin_ctzll(fresh);
			unsigned rejected = intake->rejections[probe];
			if (!rejected || rng_below(&intake->rng, 1 + rejected * rejected) == 0)
				return true;
			fresh &= fresh - 1;
		}
	}
	return false;
}

/* True if the test came nearer than any before to deciding a condition the other way: mistakes by one lie
 * there, and they break no condition. */
static bool is_close_call(struct intake *intake, const struct nearer *nearer)
{
	bool close = false;
	for (size_t i = 0; i < nearer->n; i++) {
		unsigned char *times = &intake->close_calls[nearer->outcomes[i]];
		close |= *times < MAX_CLOSE_CALLS;
		*times += *times < MAX_CLOSE_CALLS;
	}
	return close;
}

enum attention {
	IGNORED,
	GLANCED_AT, /* not worth keeping, but it may show a bug */
	JUDGED,
	ENDED       /* it ended the program, and covers something new */
};

/* True if the unit ended the program in a call of the test. A test that runs a whole program has no such end. */
static bool is_ending(const struct run *run, const struct seq *seq)
{
	return run->outcome == SK_EXIT && !seq_runs(seq) && run->steps_done < seq->n &&
	       step_is_call(seq->steps[run->steps_done]);
}

static enum attention attention_to(struct intake *intake, const struct run *run, const struct seq *seq,
                                   const struct nearer *nearer)
{
	if (is_ending(run, seq))
		return is_interesting(intake, run) ? ENDED : IGNORED;
	if (run->outcome != SK_NORMAL)
		return fault_is_new(&intake->faults, run, seq) ? GLANCED_AT : IGNORED;
	bool lull = intake->parts.statistics->own.executions - intake->parts.budget->last_win_at > LULL;
	bool close = is_close_call(intake, nearer);
	double sample = judge_wants(intake->parts.judge, seq) ? LAW_SAMPLE : lull ? LARGER_SAMPLE : SAMPLE;
	if (is_interesting(intake, run))
		return JUDGED;
	if (run->fuel_used > CHEAP)
		sample *= CHEAP / (double)run->fuel_used;
	if (!close && !rng_chance(&intake->rng, sample))
		return IGNORED;
	struct archive_gain gain = archive_would_gain(intake->archive, seq, run->probes);
	return gain.first + gain.shorter && !run->refused ? JUDGED : GLANCED_AT;
}

/* ---- judging and accepting ---- */

static void reject(struct intake *intake, const uint64_t *probes)
{
	for (uint32_t i = 0; i < intake->cover.n_words; i++)
		for (uint64_t fresh = probes[i] & ~intake->cover.probes[i]; fresh; fresh &= fresh - 1) {
			uint32_t probe = 64 * i + (uint32_t)__builtin_ctzll(fresh);
			intake->rejections[probe] += intake->rejections[probe] < 255;
		}
}

/* Notes the probes that only inferior tests hit, before the coverage of this test counts. */
static void note_inferior(struct intake *intake, const struct run *run)
{
	for (uint32_t i = 0; i < intake->cover.n_words; i++)
		if (is_inferior(run))
			intake->inferior[i] |= run->probes[i] & ~intake->cover.probes[i];
		else
			intake->inferior[i] &= ~run->probes[i];
}

static void accept(struct intake *intake, const struct seq *closed, const char *tag, struct engine_result *result)
{
	const uint64_t *probes = result->run->probes;
	bool is_last = is_ending(result->run, closed) || result->run->refused;
	struct archive_gain gain = (is_last ? archive_offer_inferior : archive_offer)(intake->archive, closed, probes);
	note_inferior(intake, result->run);
	result->new_probes = cover_add(&intake->cover, probes);
	bool won = result->new_probes &&
	           budget_take(intake->parts.budget, intake_goals(intake), intake->parts.statistics->own.executions);
	if (gain.first + gain.shorter)
		exchange_accepted(intake->parts.exchange,
		                  &(struct accepted){ .seq = closed,
		                                      .probes = probes,
		                                      .tag = tag,
		                                      .cost = result->run->fuel_used,
		                                      .covered = intake->parts.budget->goals.covered,
		                                      .is_new = result->new_probes > 0 });
	if (won)
		budget_point(intake->parts.budget, statistics_executions(intake->parts.statistics));
}

/* Forgets rejections after a lesson, because earlier refusals say little about later tests. */
static void forget_rejections(struct intake *intake)
{
	size_t lessons = judge_lessons(intake->parts.judge);
	if (lessons != intake->lessons)
		memset(intake->rejections, 0, 64 * (size_t)intake->cover.n_words);
	intake->lessons = lessons;
}

static status judge_run(struct intake *intake, enum attention attention, const char *tag, struct engine_result *result)
{
	const struct seq *closed;
	const struct finding *finding;
	enum verdict verdict;
	double start = now_seconds();
	intake->parts.statistics->own.judged++;
	arena_clear(intake->arena);
	TRY((attention == JUDGED ? judge_sequence : judge_glance)(intake->parts.judge, intake->arena, result->seq,
	                                                          &closed, &verdict, &finding));
	intake->parts.statistics->own.judging_seconds += now_seconds() - start;
	if (finding && finding->count == 1)
		budget_found(intake->parts.budget);
	if (verdict == VERDICT_FINE && result->run->outcome == SK_NORMAL) {
		if (attention == JUDGED)
			accept(intake, closed, tag, result);
		return NULL;
	}
	if (verdict == VERDICT_FINE && result->run->outcome == SK_HANG)
		runner_double_fuel(intake->parts.runner);
	result->reception = verdict == VERDICT_BUG ? RECEIVED_FAILURE : RECEIVED_ILLEGAL;
	reject(intake, result->run->probes);
	forget_rejections(intake);
	return NULL;
}

/* Judges a test that ends the program, without the steps behind that call. */
static status judge_end(struct intake *intake, const char *tag, struct engine_result *result)
{
	const struct seq *closed, *own;
	bool fine;
	double start = now_seconds();
	intake->parts.statistics->own.judged++;
	arena_clear(intake->arena);
	own = seq_prefix(intake->arena, result->seq, result->run->steps_done + 1);
	TRY(judge_ending(intake->parts.judge, intake->arena, own, &closed, &fine));
	intake->parts.statistics->own.judging_seconds += now_seconds() - start;
	if (fine)
		accept(intake, closed, tag, result);
	else
		reject(intake, result->run->probes);
	return NULL;
}

/* ---- taking in ---- */

static void count_run(struct campaign_stats *stats, const struct run *run)
{
	stats->executions++;
	stats->faults += run->outcome == SK_FAULT;
	stats->hangs += run->outcome == SK_HANG;
	stats->exits += run->outcome == SK_EXIT;
}

status intake_take(struct intake *intake, const struct proposal *proposal, const struct run *run, const char *tag,
                   struct engine_result *result)
{
	bool unjudged = intake->parts.options->judging.unjudged;
	result->seq = proposal->seq;
	result->run = run;
	result->tag = proposal->tag;
	count_run(&intake->parts.statistics->own, run);
	bool ending = is_ending(run, proposal->seq);
	if (run->outcome == SK_NORMAL || ending)
		result->nearer = nearest_add(intake->nearest, proposal->seq, run->distances);
	if (unjudged)
		accept(intake, proposal->seq, tag, result);
	else if (run->outcome != SK_NORMAL)
		result->reception = ending ? RECEIVED_ENDED : RECEIVED_ILLEGAL;
	else
		count_probes(intake, run->probes);
	if (intake->parts.options->watched && run->outcome != SK_NOT_RUN)
		watch(intake, run->probes);
	/* The fuel for traces is small. */
	bool cut_short = proposal->build == BUILD_SYMBOLIC && run->outcome == SK_HANG;
	enum attention attention = cut_short || unjudged ? IGNORED
	                                                 : attention_to(intake, run, proposal->seq, &result->nearer);
	if (attention == ENDED)
		TRY(judge_end(intake, tag, result));
	else if (attention != IGNORED)
		TRY(judge_run(intake, attention, tag, result));
	intake->parts.statistics->own.illegal += result->reception > RECEIVED_ENDED;
	return NULL;
}

/* True if tests may call everything that the test calls. The judge may have learned that they may not. */
static bool is_allowed(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct function *function = step_function(model, seq->steps[i]);
		if (function && function->switched_off)
			return false;
	}
	return true;
}

status intake_replay(struct intake *intake, const struct seq *seq, const char *tag, struct engine_result *result,
                     bool *is_run)
{
	const struct run *run;
	*is_run = false;
	if (!is_allowed(intake->parts.unit->model, seq))
		return NULL;
	TRY(runner_once(intake->parts.runner, seq, WANT_VALUES | WANT_SHAPES | WANT_DISTANCES, &run));
	*result = (struct engine_result){ .seq = seq, .run = run };
	if (is_ending(run, seq))
		return judge_end(intake, tag, result);
	if (run->outcome != SK_NORMAL)
		return NULL;
	*is_run = true;
	result->nearer = nearest_add(intake->nearest, seq, run->distances);
	count_probes(intake, run->probes);
	return judge_run(intake, JUDGED, tag, result);
}
