/* fitness: see fitness.h. */
#include "engine/search/fitness.h"

#include <stdlib.h>
#include <string.h>

double normalised(double distance)
{
	return distance < 0 ? 1 : distance / (distance + 1);
}

static uint32_t n_outcomes(const struct marks *marks)
{
	return 2 * (uint32_t)marks->conditions.n + (uint32_t)marks->cases.n;
}

uint32_t outcome_probe(const struct marks *marks, uint32_t outcome)
{
	return marks->first_condition_probe + outcome; /* the probes of cases follow those of conditions */
}

uint32_t outcome_siblings(const struct marks *marks, uint32_t outcome, uint32_t *n)
{
	uint32_t first_case = 2 * (uint32_t)marks->conditions.n;
	if (outcome < first_case) {
		*n = 2;
		return outcome & ~1u;
	}
	const struct switch_mark *mark = &marks->switches.at[marks->cases.at[outcome - first_case].of_switch];
	*n = mark->n_cases;
	return first_case + mark->first_case;
}

bool outcome_is_met(const struct engine_world *world, uint32_t outcome)
{
	uint32_t n, first = outcome_siblings(world->marks, outcome, &n);
	for (uint32_t i = first; i < first + n; i++)
		if (cover_has(world->cover, outcome_probe(world->marks, i)))
			return true;
	return false;
}

uint32_t outcome_function(const struct marks *marks, uint32_t outcome)
{
	uint32_t first_case = 2 * (uint32_t)marks->conditions.n;
	return outcome < first_case ? marks->conditions.at[outcome / 2].function
	                            : marks->switches.at[marks->cases.at[outcome - first_case].of_switch].function;
}

void fitness_init(struct fitness *fitness, const struct engine_world *world, struct structure *structure)
{
	*fitness = (struct fitness){ .world = world, .structure = structure };
	fitness->nearest = xcalloc(n_outcomes(world->marks) + 1, sizeof *fitness->nearest);
	fitness->times = xcalloc(n_outcomes(world->marks) + 1, 1);
	cover_init(&fitness->cover, world->marks);
	fitness_refresh(fitness);
}

void fitness_release(struct fitness *fitness)
{
	free(fitness->nearest);
	free(fitness->times);
	vec_release(&fitness->outcomes);
	vec_release(&fitness->functions);
	path_goals_release(&fitness->paths);
	cover_release(&fitness->cover);
}

static bool is_in_scope(const struct engine_world *world, uint32_t function)
{
	return !world->marks->functions.at[function].is_apart && (!world->aim || world->aim[function]);
}

static bool is_wanted(const struct fitness *fitness, uint32_t outcome)
{
	const struct engine_world *world = fitness->world;
	uint32_t probe = outcome_probe(world->marks, outcome);
	if (cover_has(world->cover, probe) || !is_in_scope(world, outcome_function(world->marks, outcome)))
		return false;
	return !structure_is_narrow(fitness->structure) || structure_leads_on(fitness->structure, probe);
}

void fitness_refresh(struct fitness *fitness)
{
	const struct engine_world *world = fitness->world;
	const struct marks *marks = world->marks;
	uint32_t n = world->criterion == CRITERION_FUNCTION ? 0 : n_outcomes(marks);
	vec_clear(&fitness->outcomes);
	vec_clear(&fitness->functions);
	for (uint32_t i = 0; i < n; i++)
		if (is_wanted(fitness, i))
			vec_push(&fitness->outcomes, i);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		if (!cover_has(world->cover, marks_function_probe(marks, f)) && is_in_scope(world, f))
			vec_push(&fitness->functions, f);
	path_goals_find(&fitness->paths, world, &fitness->cover);
}

bool fitness_is_over(const struct fitness *fitness)
{
	return !fitness->outcomes.n && !fitness->functions.n && !fitness->paths.at.n;
}

static void add_test(struct fitness *fitness, const struct tested *test)
{
	for (uint32_t w = 0; w < fitness->cover.n_words; w++)
		fitness->cover.probes[w] |= test->probes[w];
	for (uint32_t i = 0; i < test->n_reached; i++) {
		const struct reached *own = &test->reached[i];
		uint8_t *times = &fitness->times[own->outcome];
		double *nearest = &fitness->nearest[own->outcome];
		if (!*times || own->distance < *nearest)
			*nearest = own->distance;
		*times = *times + own->times < SK_MANY_TIMES ? (uint8_t)(*times + own->times) : SK_MANY_TIMES;
	}
}

static void forget(struct fitness *fitness, const struct tested *test)
{
	for (uint32_t i = 0; i < test->n_reached; i++)
		fitness->times[test->reached[i].outcome] = 0;
}

/* Returns the number of the criterion's missing goals, beyond outcomes and functions. */
static double missing_goals(const struct fitness *fitness)
{
	const struct engine_world *world = fitness->world;
	double missing = 0;
	if (world->criterion == CRITERION_BRANCH || world->criterion == CRITERION_FUNCTION)
		return 0;
	for (uint32_t f = 0; f < world->marks->functions.n; f++) {
		if (!is_in_scope(world, f))
			continue;
		struct count count = cover_count_in(&fitness->cover, world->criterion, f);
		missing += count.total - count.covered;
	}
	return missing;
}

static double sum_up(const struct fitness *fitness)
{
	const struct marks *marks = fitness->world->marks;
	double sum = missing_goals(fitness);
	for (size_t i = 0; i < fitness->functions.n; i++)
		sum += !cover_has(&fitness->cover, marks_function_probe(marks, fitness->functions.at[i]));
	for (size_t i = 0; i < fitness->outcomes.n; i++) {
		uint32_t outcome = fitness->outcomes.at[i];
		if (cover_has(&fitness->cover, outcome_probe(marks, outcome)))
			continue;
		sum += fitness->times[outcome] < SK_MANY_TIMES ? 1 : normalised(fitness->nearest[outcome]);
	}
	return sum;
}

double fitness_of(struct fitness *fitness, struct tested *const *tests, size_t n)
{
	memcpy(fitness->cover.probes, fitness->world->cover->probes, fitness->cover.n_words * sizeof(uint64_t));
	for (size_t i = 0; i < n; i++)
		if (tests[i]->state == TESTED_GOOD)
			add_test(fitness, tests[i]);
	double sum = sum_up(fitness);
	for (size_t i = 0; i < n; i++)
		if (tests[i]->state == TESTED_GOOD)
			forget(fitness, tests[i]);
	return sum;
}
