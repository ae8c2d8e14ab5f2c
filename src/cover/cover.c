/* cover: see cover.h. Each criterion counts over the same accumulated probes. */
#include "cover/cover.h"

#include <stdlib.h>

#include "cover/mcdc.h"

static const char *const names[N_CRITERIA] = {
	[CRITERION_FUNCTION] = "function",   [CRITERION_STATEMENT] = "statement", [CRITERION_BRANCH] = "branch",
	[CRITERION_CONDITION] = "condition", [CRITERION_MCDC] = "mcdc",
};

const char *criterion_name(enum criterion criterion)
{
	return names[criterion];
}

enum criterion criterion_by_name(const char *name)
{
	int i = 0;
	while (i < N_CRITERIA && !str_equal(names[i], name))
		i++;
	return (enum criterion)i;
}

void cover_init(struct cover *cover, const struct marks *marks)
{
	uint32_t n_words = (marks->n_probes + 63) / 64;
	*cover = (struct cover){ .marks = marks, .n_words = n_words, .probes = xcalloc(n_words, sizeof(uint64_t)) };
}

void cover_release(struct cover *cover)
{
	free(cover->probes);
	*cover = (struct cover){ 0 };
}

uint32_t cover_add(struct cover *cover, const uint64_t *probes)
{
	uint32_t added = 0;
	for (uint32_t w = 0; w < cover->n_words; w++) {
		added += (uint32_t)__builtin_popcountll(probes[w] & ~cover->probes[w]);
		cover->probes[w] |= probes[w];
	}
	return added;
}

/* The outcome of the last evaluated condition decides, so it tells the decision's outcome. */
bool cover_decision(const struct cover *cover, uint32_t decision, bool outcome)
{
	const struct marks *marks = cover->marks;
	const struct decision *d = &marks->decisions.at[decision];
	uint16_t end = outcome ? NEXT_TRUE : NEXT_FALSE;
	for (uint32_t c = d->first_condition; c < d->first_condition + d->n_conditions; c++)
		for (int o = 0; o < 2; o++)
			if (marks->conditions.at[c].next[o] == end &&
			    cover_has(cover, marks_condition_probe(marks, c, o)))
				return true;
	return false;
}

/* The goals to count: those of one function, or of all functions that are, or are not, the unit's
 * own. */
struct counting {
	const struct cover *cover;
	uint32_t function;      /* NONE: all functions */
	bool apart;
	struct count count;
};

static bool counts(const struct counting *c, uint32_t function)
{
	return c->function == NONE ? c->cover->marks->functions.at[function].is_apart == c->apart
	                           : c->function == function;
}

static void add(struct counting *c, uint32_t covered, uint32_t total)
{
	c->count.covered += covered;
	c->count.total += total;
}

static void count_functions(struct counting *c)
{
	for (uint32_t i = 0; i < c->cover->marks->functions.n; i++)
		if (counts(c, i))
			add(c, cover_has(c->cover, marks_function_probe(c->cover->marks, i)), 1);
}

static void count_statements(struct counting *c)
{
	const struct marks *marks = c->cover->marks;
	for (uint32_t i = 0; i < marks->statements.n; i++) {
		uint32_t region = marks->statements.at[i].region;
		if (counts(c, marks->regions.at[region].function))
			add(c, cover_has(c->cover, marks_region_probe(marks, region)), 1);
	}
}

static void count_branches(struct counting *c)
{
	const struct marks *marks = c->cover->marks;
	for (uint32_t i = 0; i < marks->conditions.n; i++)
		if (counts(c, marks->conditions.at[i].function))
			add(c,
			    cover_has(c->cover, marks_condition_probe(marks, i, false)) +
			            cover_has(c->cover, marks_condition_probe(marks, i, true)),
			    2);
	for (uint32_t i = 0; i < marks->cases.n; i++)
		if (counts(c, marks->switches.at[marks->cases.at[i].of_switch].function))
			add(c, cover_has(c->cover, marks_case_probe(marks, i)), 1);
}

static void count_conditions(struct counting *c)
{
	const struct marks *marks = c->cover->marks;
	count_branches(c);
	for (uint32_t i = 0; i < marks->decisions.n; i++)
		if (counts(c, marks->decisions.at[i].function))
			add(c, cover_decision(c->cover, i, false) + cover_decision(c->cover, i, true), 2);
}

static void count_mcdc(struct counting *c)
{
	const struct marks *marks = c->cover->marks;
	for (uint32_t i = 0; i < marks->decisions.n; i++)
		if (counts(c, marks->decisions.at[i].function))
			add(c, mcdc_count(c->cover, i), marks->decisions.at[i].n_conditions);
}

static struct count count_by(struct counting c, enum criterion criterion)
{
	static void (*const count[N_CRITERIA])(struct counting *) = {
		[CRITERION_FUNCTION] = count_functions, [CRITERION_STATEMENT] = count_statements,
		[CRITERION_BRANCH] = count_branches,    [CRITERION_CONDITION] = count_conditions,
		[CRITERION_MCDC] = count_mcdc,
	};
	count[criterion](&c);
	return c.count;
}

struct count cover_count_in(const struct cover *cover, enum criterion criterion, uint32_t function)
{
	return count_by((struct counting){ .cover = cover, .function = function }, criterion);
}

struct count cover_count(const struct cover *cover, enum criterion criterion)
{
	return count_by((struct counting){ .cover = cover, .function = NONE }, criterion);
}

struct count cover_count_apart(const struct cover *cover, enum criterion criterion)
{
	return count_by((struct counting){ .cover = cover, .function = NONE, .apart = true }, criterion);
}

struct count cover_count_aimed(const struct cover *cover, enum criterion criterion, const bool *aim)
{
	struct count sum = { 0 };
	if (!aim)
		return cover_count(cover, criterion);
	for (uint32_t f = 0; f < cover->marks->functions.n; f++) {
		if (!aim[f])
			continue;
		struct count own = cover_count_in(cover, criterion, f);
		sum.covered += own.covered;
		sum.total += own.total;
	}
	return sum;
}
