/* split: one test for one thing.
 *
 * A search joins sequences, and its tests may do two things that have nothing to do with each other: a call on
 * one object, then a call on another. If no step of one part uses a variable of the other, each part becomes a
 * test of its own, provided that together they still reach the goals of the whole. */
#include <stdlib.h>
#include <string.h>

#include "emit/suite/suite_parts.h"

/* Sets the part that each step belongs to: the number of the part's first step. */
static void find_parts(const struct seq *seq, uint32_t *part)
{
	for (uint32_t i = 0; i < seq->n; i++)
		part[i] = i;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t k = 0; k < step->n_args + step->n_fills; k++) {
			struct arg arg = k < step->n_args ? step->args[k] : step->fills[k - step->n_args].arg;
			uint32_t from = part[i], to = part[seq_index(i, arg)];
			for (uint32_t s = 0; s <= i; s++)
				part[s] = part[s] == from ? to : part[s];
		}
	}
}

/* True for steps that influence any later call: failing calls and answers of stand-ins. Such a test is not split. */
static bool is_for_others(const struct model *model, const struct step *step)
{
	const struct function *called = step_function(model, step);
	return step->kind == STEP_STUB || (called && called->sets);
}

static uint32_t count_parts(const struct model *model, const struct seq *seq, const uint32_t *part, uint32_t *of)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		bool known = false;
		if (is_for_others(model, seq->steps[i]))
			return 0;
		for (uint32_t k = 0; k < n; k++)
			known = known || of[k] == part[i];
		if (step_is_call(seq->steps[i]) && !known)
			of[n++] = part[i];
	}
	return n;
}

/* Makes one part a test. It is dropped if it is not clean by itself. */
static status make_part(struct suite *suite, const struct draft *whole, const uint32_t *part, uint32_t which,
                        struct draft *made)
{
	bool *drop = ARENA_ARRAY(suite->scratch, bool, whole->own->n + 1);
	enum verdict verdict;
	const struct finding *finding;
	const struct seq *closed;
	for (uint32_t i = 0; i < whole->own->n; i++)
		drop[i] = part[i] != which;
	*made = (struct draft){ .dropped = true };
	made->own = seq_without(suite->arena, suite->unit->model, whole->own, drop);
	if (!made->own)
		return NULL;
	TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, made->own, &closed, &verdict, &finding));
	if (verdict != VERDICT_FINE)
		return NULL;
	made->closed = seq_copy(suite->arena, closed);
	made->n_own = made->own->n;
	made->needed = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words);
	return suite_observe(suite, made, NULL);
}

/* Gives each part the goals of the whole that it reaches. */
static bool share_goals(const struct suite *suite, const struct draft *whole, struct draft *parts, uint32_t n)
{
	for (uint32_t w = 0; w < suite->n_words; w++) {
		uint64_t open = whole->needed[w];
		for (uint32_t k = 0; k < n; k++) {
			parts[k].needed[w] = open & parts[k].probes[w];
			open &= ~parts[k].probes[w];
		}
		if (open)
			return false;
	}
	return true;
}

static bool needs_any(const struct suite *suite, const struct draft *draft)
{
	for (uint32_t w = 0; w < suite->n_words; w++)
		if (draft->needed[w])
			return true;
	return false;
}

status suite_push_parts(struct suite *suite, const struct draft *draft, bool *is_split)
{
	uint32_t part[SEQ_MAX_STEPS], of[SEQ_MAX_STEPS];
	*is_split = false;
	if (draft->end.is_expected || draft->own->n > SEQ_MAX_STEPS)
		return NULL;
	find_parts(draft->own, part);
	uint32_t n = count_parts(suite->unit->model, draft->own, part, of);
	if (n < 2)
		return NULL;
	struct draft *parts = ARENA_ARRAY(suite->scratch, struct draft, n);
	for (uint32_t k = 0; k < n; k++) {
		TRY(make_part(suite, draft, part, of[k], &parts[k]));
		if (parts[k].dropped)
			return NULL;
	}
	if (!share_goals(suite, draft, parts, n))
		return NULL;
	for (uint32_t k = 0; k < n; k++)
		if (needs_any(suite, &parts[k]))
			vec_push(&suite->drafts, parts[k]);
	*is_split = true;
	return NULL;
}
