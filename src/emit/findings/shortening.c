/* shortening: see shortening.h. */
#include "emit/findings/shortening.h"

#include <stdlib.h>

#include "base/log.h"
#include "base/str.h"
#include "reduce/reduce.h"
#include "seq/life.h"

#define MAX_RUNS 200u       /* of shortening one test */
#define MAX_BUG_RUNS 1000u  /* of shortening the test of a bug: somebody reads each byte of it */
#define MAX_HANG_RUNS 30u   /* of shortening a test that hangs: each run takes long */
#define MAX_TELLINGS 4u     /* tests that are tried, from the shortest back, until one shows the fault again */

struct same_fault {
	struct judge *judge;
	struct arena *arena;         /* for one candidate */
	const struct model *model;
	const struct finding *finding;
	bool *may_stay;              /* per function: its objects may stay alive; NULL: tests are closed */
	VEC(const struct seq *) kept; /* tests that showed the fault, each shorter or plainer than the one before */
};

/* Sets made[] for functions whose objects the sequence leaves alive. False: it leaves objects alive that are
 * not allowed by `may`. */
static bool mark_unended(const struct model *model, const struct seq *seq, const bool *may, bool *made)
{
	struct life *lives = xcalloc(seq->n + 1, sizeof *lives);
	bool good = true;
	seq_lives(model, seq, lives);
	for (uint32_t i = 0; i < seq->n; i++) {
		if (!lives[i].owned)
			continue;
		bool is_call = step_is_call(seq->steps[i]);
		good = good && is_call && (!may || may[seq->steps[i]->index]);
		if (made && is_call)
			made[seq->steps[i]->index] = true;
	}
	free(lives);
	return good;
}

/* Returns the number of steps before the destroying steps at the end, which were appended to the finding's test. */
static uint32_t own_steps(const struct model *model, const struct finding *finding, const struct seq *seq)
{
	uint32_t n = seq->n, closing = finding->seq->n - finding->n_own;
	while (n > 1 && closing-- > 0 &&
	       (seq->steps[n - 1]->kind == STEP_FREE || (step_destroys(model, seq->steps[n - 1]))))
		n--;
	return n;
}

static status key_of(struct same_fault *same, const struct seq *seq, uint64_t *key)
{
	arena_clear(same->arena);
	*key = 0;
	if (!same->may_stay)
		return judge_key(same->judge, same->arena, seq, key);
	if (!mark_unended(same->model, seq, same->may_stay, NULL))
		return NULL;
	return judge_key_of_closed(same->judge, same->arena, seq, own_steps(same->model, same->finding, seq), key);
}

static status stays_same(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct same_fault *same = context;
	for (size_t i = 0; i < n; i++) {
		uint64_t key;
		TRY(key_of(same, candidates[i], &key));
		keeps[i] = key == same->finding->key;
		if (!keeps[i])
			continue;
		vec_push(&same->kept, candidates[i]); /* the first candidate that shows the fault is taken */
		return NULL;
	}
	return NULL;
}

static const struct seq *first_steps(struct arena *arena, const struct seq *seq, uint32_t n)
{
	struct seq_builder builder;
	seq_begin(&builder, arena);
	for (uint32_t i = 0; i < n && i < seq->n; i++)
		vec_push(&builder.steps, seq->steps[i]);
	return seq_finish(&builder);
}

const struct seq *finding_up_to_fault(struct arena *arena, const struct finding *finding)
{
	return first_steps(arena, finding->seq, finding->step < finding->seq->n ? finding->step + 1 : finding->seq->n);
}

/* Chooses the test to start from. Lessons learned since the finding may close tests so that they no longer show
 * the fault, for instance by freeing a result. Then the finding's own closing calls are kept. */
static status choose_start(struct arena *scratch, const struct finding *finding, struct same_fault *same)
{
	const struct seq *starts[] = { finding_up_to_fault(scratch, finding),
		                       first_steps(scratch, finding->seq, finding->n_own) };
	uint64_t key;
	for (size_t i = 0; i < 2; i++) {
		TRY(key_of(same, starts[i], &key));
		if (key != finding->key)
			continue;
		vec_push(&same->kept, starts[i]);
		return NULL;
	}
	log_verbose("%s: does not show in a test with the closing calls of now; it keeps its own", finding->summary);
	vec_push(&same->kept, finding->seq);
	same->may_stay = ARENA_ARRAY(scratch, bool, same->model->functions.n + 1);
	mark_unended(same->model, finding->seq, NULL, same->may_stay);
	TRY(key_of(same, finding->seq, &key));
	if (key != finding->key)
		same->may_stay = NULL;
	return NULL;
}

static status shorten_in(struct arena *scratch, const struct spare_parts *parts, const struct finding *finding,
                         struct same_fault *same)
{
	bool hangs = str_equal(finding->kind, "hang");
	uint32_t runs = finding->verdict == VERDICT_BUG ? MAX_BUG_RUNS : MAX_RUNS;
	struct reduce_options options = { .max_runs = hangs ? MAX_HANG_RUNS : runs,
		                          .stops_at_first = true,
		                          .components = parts->components,
		                          .n_components = parts->n_components };
	const struct seq *shorter;
	TRY(choose_start(scratch, finding, same));
	return reduce_sequence(scratch, same->model, vec_last(&same->kept), stays_same, same, &options, &shorter);
}

/* Runs the shortest test once more, because the report describes the shortened test, not the test that first
 * failed. If the shortest test does not show the fault again, the next longer one is tried. */
static status tell(struct arena *scratch, const struct finding *finding, const struct same_fault *same,
                   const struct finding **told)
{
	*told = NULL;
	for (size_t i = 0; i < same->kept.n && i < MAX_TELLINGS && !*told; i++) {
		const struct seq *seq = same->kept.at[same->kept.n - 1 - i];
		uint32_t n_own = same->may_stay ? own_steps(same->model, finding, seq) : seq->n;
		const struct seq *closed = same->may_stay ? seq : seq_close(scratch, same->model, seq);
		TRY(judge_tell(same->judge, scratch, finding, closed, n_own, told));
	}
	if (*told)
		return NULL;
	log_verbose("%s: no shorter test shows it again", finding->summary);
	*told = finding;
	return NULL;
}

/* Everything tried on the way lives in arenas that are freed at the end. */
status finding_shorten(struct judge *judge, const struct model *model, const struct spare_parts *parts,
                       const struct finding *finding, const struct finding **told)
{
	struct arena *scratch = arena_new();
	struct same_fault same = { .judge = judge, .arena = arena_new(), .model = model, .finding = finding };
	status st = shorten_in(scratch, parts, finding, &same);
	if (!st)
		st = tell(scratch, finding, &same, told);
	vec_release(&same.kept);
	arena_free(same.arena);
	arena_free(scratch);
	return st;
}
