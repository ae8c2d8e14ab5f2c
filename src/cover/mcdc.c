/* mcdc: masking MC/DC from the set of paths taken through a decision.
 *
 * A condition is shown to matter by two covered paths that end differently and disagree in exactly
 * one condition among those evaluated on both, which is this condition. A condition that
 * short-circuit left out on either path masks nothing. This is the rule of llvm-cov's MC/DC report.
 *
 * Paths are held as two bit sets (evaluated, true), so comparing a pair takes a few words. */
#include "cover/mcdc.h"

#include <stdlib.h>
#include <string.h>

struct paths {
	uint32_t n, words;
	uint64_t *evaluated, *value;   /* n x words */
	bool *outcome;
};

static void set_bit(uint64_t *bits, uint32_t i)
{
	bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static void add_path(struct paths *paths, bool outcome, const signed char *outcomes, uint32_t n_conditions)
{
	size_t at = (size_t)paths->n * paths->words;
	for (uint32_t c = 0; c < n_conditions; c++) {
		if (outcomes[c] >= 0)
			set_bit(paths->evaluated + at, c);
		if (outcomes[c] > 0)
			set_bit(paths->value + at, c);
	}
	paths->outcome[paths->n++] = outcome;
}

/* Collects the paths of the decision that some run took. */
static void collect(struct paths *paths, const struct cover *cover, uint32_t decision)
{
	const struct decision *d = &cover->marks->decisions.at[decision];
	signed char *outcomes = xmalloc(d->n_conditions);
	paths->words = (d->n_conditions + 63) / 64;
	paths->evaluated = xcalloc((size_t)d->n_paths * paths->words, sizeof(uint64_t));
	paths->value = xcalloc((size_t)d->n_paths * paths->words, sizeof(uint64_t));
	paths->outcome = xcalloc(d->n_paths, sizeof(bool));
	for (uint32_t p = 0; p < d->n_paths; p++)
		if (cover_has(cover, d->first_probe + p)) {
			bool outcome = marks_path(cover->marks, decision, p, outcomes);
			add_path(paths, outcome, outcomes, d->n_conditions);
		}
	free(outcomes);
}

static void release(struct paths *paths)
{
	free(paths->evaluated);
	free(paths->value);
	free(paths->outcome);
}

/* The condition in which two paths disagree, if it is the only one; else NONE. */
static uint32_t only_difference(const struct paths *paths, uint32_t p, uint32_t q)
{
	const uint64_t *evaluated_p = paths->evaluated + (size_t)p * paths->words;
	const uint64_t *evaluated_q = paths->evaluated + (size_t)q * paths->words;
	const uint64_t *value_p = paths->value + (size_t)p * paths->words;
	const uint64_t *value_q = paths->value + (size_t)q * paths->words;
	uint32_t found = NONE;
	for (uint32_t w = 0; w < paths->words; w++) {
		uint64_t differ = (value_p[w] ^ value_q[w]) & evaluated_p[w] & evaluated_q[w];
		if (!differ)
			continue;
		if (found != NONE || (differ & (differ - 1)))
			return NONE;
		found = 64 * w + (uint32_t)__builtin_ctzll(differ);
	}
	return found;
}

static uint32_t shown_by_pairs(const struct cover *cover, uint32_t decision, uint64_t *shown)
{
	uint32_t n_conditions = cover->marks->decisions.at[decision].n_conditions, count = 0;
	struct paths paths = { 0 };
	collect(&paths, cover, decision);
	for (uint32_t p = 1; p < paths.n && count < n_conditions; p++)
		for (uint32_t q = 0; q < p; q++) {
			if (paths.outcome[p] == paths.outcome[q])
				continue;
			uint32_t c = only_difference(&paths, p, q);
			if (c == NONE || shown[c / 64] >> (c % 64) & 1)
				continue;
			set_bit(shown, c);
			count++;
		}
	release(&paths);
	return count;
}

uint32_t mcdc_shown(const struct cover *cover, uint32_t decision, uint64_t *shown)
{
	const struct marks *marks = cover->marks;
	const struct decision *d = &marks->decisions.at[decision];
	memset(shown, 0, (d->n_conditions + 63) / 64 * sizeof *shown);
	if (d->n_conditions == 1) {
		const struct condition *only = &marks->conditions.at[d->first_condition];
		*shown = only->next[0] != only->next[1] && /* false for the 0 in `a && 0` */
		         cover_has(cover, marks_condition_probe(marks, d->first_condition, false)) &&
		         cover_has(cover, marks_condition_probe(marks, d->first_condition, true));
		return (uint32_t)*shown;
	}
	/* Without path probes nothing is known, so no condition counts. */
	return d->n_paths ? shown_by_pairs(cover, decision, shown) : 0;
}

uint32_t mcdc_count(const struct cover *cover, uint32_t decision)
{
	uint32_t n = cover->marks->decisions.at[decision].n_conditions;
	uint64_t *shown = xcalloc((n + 63) / 64, sizeof *shown);
	uint32_t count = mcdc_shown(cover, decision, shown);
	free(shown);
	return count;
}

bool cover_mcdc(const struct cover *cover, uint32_t condition)
{
	const struct condition *c = &cover->marks->conditions.at[condition];
	uint32_t n = cover->marks->decisions.at[c->decision].n_conditions;
	uint64_t *shown = xcalloc((n + 63) / 64, sizeof *shown);
	mcdc_shown(cover, c->decision, shown);
	bool result = shown[c->index / 64] >> (c->index % 64) & 1;
	free(shown);
	return result;
}
