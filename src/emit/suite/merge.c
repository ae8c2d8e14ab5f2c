/* merge: fewer tests, by joining small tests with the same subject. */
#include <stdlib.h>

#include "emit/suite/suite_parts.h"

#define ENOUGH_TESTS 90u      /* checking more takes long */
#define MOST_TESTS 300u       /* beyond this number, small tests are merged */
#define MAX_MERGED_CALLS 20u
#define MAX_MIXED_CALLS 12u   /* of a test about more than one function */

static uint32_t subject(const struct draft *draft)
{
	uint32_t call = seq_last_call(draft->own, draft->own->n);
	return call == NONE ? NONE : draft->own->steps[call]->index;
}

/* Compares by the function under test, then candidates last, then by length. */
static int by_subject(const void *a, const void *b)
{
	const struct draft *x = a, *y = b;
	uint32_t f = subject(x), g = subject(y);
	if (f != g)
		return f < g ? -1 : 1;
	if (x->claim.is_candidate != y->claim.is_candidate)
		return x->claim.is_candidate ? 1 : -1;
	if (x->own->n != y->own->n)
		return x->own->n < y->own->n ? -1 : 1;
	return x->own->hash < y->own->hash ? -1 : x->own->hash > y->own->hash;
}

static void sort_drafts(struct suite *suite)
{
	if (suite->drafts.n)
		qsort(suite->drafts.at, suite->drafts.n, sizeof *suite->drafts.at, by_subject);
}

uint32_t draft_second_part(const struct draft *draft)
{
	return draft->parts[0].closed->n;
}

uint32_t draft_parts(const struct draft *draft)
{
	return draft->parts ? draft_parts(&draft->parts[0]) + draft_parts(&draft->parts[1]) : 1;
}

/* Counts the calls that do more than destroy objects. */
static uint32_t count_working_calls(const struct model *model, const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct function *called = step_function(model, seq->steps[i]);
		n += called && !(called->n_params == 1 && called->params[0].destroyed);
	}
	return n;
}

/* Returns the goals that only these two tests reach. In suite->arena. */
static uint64_t *goals_of_both(const struct suite *suite, const struct draft *first, const struct draft *second,
                               const uint32_t *hits)
{
	uint64_t *goals = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
	for (uint32_t w = 0; w < suite->n_words; w++)
		for (uint64_t bits = first->probes[w] | second->probes[w]; bits; bits &= bits - 1) {
			uint64_t bit = bits & -bits;
			uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(bits);
			uint32_t own = !!(first->probes[w] & bit) + !!(second->probes[w] & bit);
			if (hits[probe] <= own && suite_is_goal(suite->unit->marks, suite->options.criterion, probe))
				goals[w] |= bit;
		}
	return goals;
}

/* Appends the second test to the first, if the result is clean and no goal is lost. */
static status merge(struct suite *suite, struct draft *first, struct draft *second, uint32_t *hits, bool *merged)
{
	struct draft both = { 0 };
	struct seq_builder builder;
	enum verdict verdict;
	const struct finding *finding;
	const struct seq *closed;
	*merged = false;
	seq_begin(&builder, suite->arena);
	seq_add_all(&builder, first->closed); /* objects of the first part are destroyed in it */
	seq_add_all(&builder, second->own);
	both.own = seq_finish(&builder);
	TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, both.own, &closed, &verdict, &finding));
	if (verdict != VERDICT_FINE)
		return NULL;
	both.closed = seq_copy(suite->arena, closed);
	both.n_own = both.own->n;
	both.looks.no_text = first->looks.no_text || second->looks.no_text;
	both.looks.leaves_memory = first->looks.leaves_memory || second->looks.leaves_memory;
	both.needed = goals_of_both(suite, first, second, hits);
	TRY(suite_observe(suite, &both, NULL));
	*merged = !both.dropped && suite_has_all(suite, both.probes, both.needed);
	if (*merged) {
		struct draft *parts = ARENA_ARRAY(suite->arena, struct draft, 2);
		parts[0] = *first;
		parts[1] = *second;
		both.parts = parts;
		suite_count_hits(suite, first, hits, -1);
		suite_count_hits(suite, second, hits, -1);
		suite_count_hits(suite, &both, hits, 1);
		*first = both;
		second->dropped = true;
		second->parts = NULL; /* the parts live on in the first test */
	}
	return NULL;
}

size_t suite_count_sure(const struct suite *suite)
{
	size_t n = 0;
	for (size_t i = 0; i < suite->drafts.n; i++)
		n += draft_is_sure(&suite->drafts.at[i]);
	return n;
}

bool suite_is_large(const struct suite *suite)
{
	return suite_count_sure(suite) > ENOUGH_TESTS;
}

/* One round of merging neighbours. */
struct merging {
	uint32_t limit;           /* calls of a merged test */
	bool same_subject;
};

static bool may_merge(const struct model *model, const struct merging *round, const struct draft *first,
                      const struct draft *second)
{
	if (first->closed->n + second->closed->n > SEQ_MAX_STEPS)
		return false;
	if (first->end.is_expected || second->end.is_expected)
		return false;
	if (round->same_subject && subject(first) != subject(second))
		return false;
	return count_working_calls(model, first->own) + count_working_calls(model, second->own) <= round->limit;
}

static status merge_neighbours(struct suite *suite, const struct merging *round, uint32_t *hits)
{
	struct draft *last = NULL;
	for (size_t i = 0; i < suite->drafts.n && suite_count_sure(suite) > MOST_TESTS; i++) {
		struct draft *draft = &suite->drafts.at[i];
		bool merged = false;
		if (!draft_is_sure(draft))
			continue;
		if (last && may_merge(suite->unit->model, round, last, draft))
			TRY(merge(suite, last, draft, hits, &merged));
		if (!merged)
			last = draft;
		arena_clear(suite->scratch);
	}
	return NULL;
}

/* Merges tests. A test shows one thing, but in a large suite neighbours with the same function under test
 * become one, small tests first; then small tests of functions that stand next to each other in the source. */
status suite_merge(struct suite *suite)
{
	uint32_t *hits = xcalloc(64 * (size_t)suite->n_words, sizeof *hits);
	status st = NULL;
	sort_drafts(suite);
	for (size_t i = 0; i < suite->drafts.n; i++)
		if (draft_is_sure(&suite->drafts.at[i]))
			suite_count_hits(suite, &suite->drafts.at[i], hits, 1);
	for (uint32_t limit = 4; limit <= MAX_MERGED_CALLS && !st; limit += 2) {
		const struct merging same = { limit, true };
		st = merge_neighbours(suite, &same, hits);
		const struct merging mixed = { limit - 2, false };
		if (!st && limit - 2 <= MAX_MIXED_CALLS)
			st = merge_neighbours(suite, &mixed, hits);
	}
	free(hits);
	return st;
}

/* Brings back both parts of a merged test that was dropped: one part may be to blame and the other fine. Once
 * drafts are known by their places, the parts stand behind all others. */
status suite_split_dropped(struct suite *suite)
{
	bool any = false;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		const struct draft *parts = suite->drafts.at[i].parts;
		if (!suite->drafts.at[i].dropped || !parts)
			continue;
		suite->drafts.at[i].parts = NULL;
		for (size_t k = 0; k < 2; k++) {
			struct draft part = parts[k];
			TRY(suite_observe(suite, &part, &suite->variety));
			suite_choose_expectations(suite, &part);
			vec_push(&suite->drafts, part);
		}
		arena_clear(suite->scratch);
		any = true;
	}
	if (any && !suite->is_counted)
		sort_drafts(suite);
	return NULL;
}
