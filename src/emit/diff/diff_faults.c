/* diff_faults: bugs that one version has and the other has not, seen by the sanitizers.
 *
 * Repairing a memory error changes no result. So the findings of each campaign are judged in the other version,
 * too. */
#include <stdlib.h>
#include <string.h>

#include "emit/diff/diff_parts.h"
#include "reduce/reduce.h"
#include "seq/life.h"

#define MAX_RUNS 200u /* of shortening one test */

struct faulty {
	struct differ *differ;
	int side;                    /* the side that fails */
	uint64_t key;                /* identifies the fault */
};

/* *is_one: the sequence shows the fault in one version and is fine in the other. */
static status fails_in_one(const struct faulty *faulty, const struct seq *seq, bool *is_one)
{
	struct differ *differ = faulty->differ;
	const struct diff_side *mine = &differ->sides[faulty->side], *other = &differ->sides[!faulty->side];
	const struct seq *same = diff_translate(differ->scratch, mine->unit->model, other->unit->model, seq);
	uint64_t key = 0;
	*is_one = false;
	if (!same)
		return NULL;
	TRY(judge_key(campaign_judge(mine->campaign), differ->scratch, seq, &key));
	if (key != faulty->key)
		return NULL;
	TRY(judge_key(campaign_judge(other->campaign), differ->scratch, same, &key));
	*is_one = key == 0;
	return NULL;
}

static status still_one(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	for (size_t i = 0; i < n; i++) {
		TRY(fails_in_one(context, candidates[i], &keeps[i]));
		if (keeps[i])
			return NULL; /* the first candidate that shows it is taken */
	}
	return NULL;
}

static status keep_fault(struct faulty *faulty, const struct finding *finding, const struct seq *own)
{
	struct differ *differ = faulty->differ;
	const struct diff_side *mine = &differ->sides[faulty->side], *other = &differ->sides[!faulty->side];
	struct reduce_options options = { .max_runs = MAX_RUNS };
	const struct seq *shorter;
	TRY(reduce_sequence(differ->scratch, mine->unit->model, own, still_one, faulty, &options, &shorter));
	const struct seq *closed = seq_close(differ->scratch, mine->unit->model, shorter);
	struct pair pair = { .differs = true, .changed = true, .baseline = !faulty->side, .sight = NONE };
	pair.seqs[faulty->side] = closed;
	pair.seqs[!faulty->side] = diff_translate(differ->scratch, mine->unit->model, other->unit->model, closed);
	if (!pair.seqs[!faulty->side])
		return NULL;
	for (int s = 0; s < 2; s++)
		pair.seqs[s] = seq_copy(differ->arena, pair.seqs[s]);
	pair.outcomes[0] = pair.outcomes[1] = SK_NORMAL;
	pair.fault = arena_strdup(differ->arena, finding->kind);
	pair.function = arena_strdup(differ->arena, finding->n_frames ? finding->frames[0].function : "the test");
	vec_push(&differ->pairs, pair);
	return NULL;
}

static status try_finding(struct differ *differ, int s, const struct finding *finding, size_t *compared)
{
	struct faulty faulty = { .differ = differ, .side = s };
	const struct seq *own = seq_prefix(differ->scratch, finding->seq, finding->n_own);
	bool is_one = false;
	TRY(judge_key(campaign_judge(differ->sides[s].campaign), differ->scratch, own, &faulty.key));
	if (faulty.key)
		TRY(fails_in_one(&faulty, own, &is_one));
	*compared += faulty.key != 0;
	return is_one ? keep_fault(&faulty, finding, own) : NULL;
}

status compare_faults(struct differ *differ, size_t *compared)
{
	for (int s = 0; s < 2; s++) {
		const struct finding *const *findings;
		size_t n = judge_findings(campaign_judge(differ->sides[s].campaign), &findings);
		for (size_t i = 0; i < n && differ->pairs.n < MAX_DIFFERENCES; i++) {
			arena_clear(differ->scratch);
			if (findings[i]->verdict == VERDICT_BUG && findings[i]->fault.kind != SK_HANG)
				TRY(try_finding(differ, s, findings[i], compared));
		}
	}
	return NULL;
}
