/* paths: see paths.h. */
#include "engine/search/paths.h"

#include <string.h>

#include "engine/search/fitness.h"

#define MAX_CONDITIONS 16u   /* larger decisions have no paths here */
#define MAX_PATHS_TRIED 128u /* paths of a decision that are tried */

static uint32_t count_shown(const struct cover *cover, uint32_t decision)
{
	const struct decision *mark = &cover->marks->decisions.at[decision];
	uint32_t n = 0;
	for (uint32_t c = 0; c < mark->n_conditions; c++)
		n += cover_mcdc(cover, mark->first_condition + c);
	return n;
}

static bool would_show(struct cover *cover, uint32_t decision, uint32_t probe, uint32_t shown)
{
	uint64_t bit = UINT64_C(1) << (probe % 64);
	cover->probes[probe / 64] |= bit;
	bool more = count_shown(cover, decision) > shown;
	cover->probes[probe / 64] &= ~bit;
	return more;
}

static void look_at(struct path_goals *goals, const struct marks *marks, struct cover *cover, uint32_t decision)
{
	const struct decision *mark = &marks->decisions.at[decision];
	signed char outcomes[MAX_CONDITIONS];
	if (mark->n_conditions > MAX_CONDITIONS || !mark->n_paths)
		return;
	uint32_t shown = count_shown(cover, decision);
	for (uint32_t p = 0; p < mark->n_paths && p < MAX_PATHS_TRIED && shown < mark->n_conditions; p++) {
		if (cover_has(cover, mark->first_probe + p) ||
		    !would_show(cover, decision, mark->first_probe + p, shown))
			continue;
		marks_path(marks, decision, p, outcomes);
		vec_push(&goals->at, (struct path_goal){ .decision = decision,
		                                         .path = p,
		                                         .entry = 2 * mark->first_condition + (outcomes[0] > 0) });
	}
}

void path_goals_find(struct path_goals *goals, const struct engine_world *world, struct cover *scratch)
{
	const struct marks *marks = world->marks;
	vec_clear(&goals->at);
	if (world->criterion != CRITERION_MCDC)
		return;
	memcpy(scratch->probes, world->cover->probes, scratch->n_words * sizeof *scratch->probes);
	for (uint32_t d = 0; d < marks->decisions.n; d++) {
		uint32_t function = marks->decisions.at[d].function;
		if (!marks->functions.at[function].is_apart && (!world->aim || world->aim[function]))
			look_at(goals, marks, scratch, d);
	}
}

void path_goals_release(struct path_goals *goals)
{
	vec_release(&goals->at);
}

double path_distance(const struct marks *marks, const struct path_goal *goal, const struct tested *test)
{
	const struct decision *mark = &marks->decisions.at[goal->decision];
	signed char outcomes[MAX_CONDITIONS];
	double sum = 0;
	uint32_t n = 0;
	if (tested_distance(test, goal->entry) < 0)
		return 1;
	marks_path(marks, goal->decision, goal->path, outcomes);
	for (uint32_t c = 0; c < mark->n_conditions; c++) {
		if (outcomes[c] < 0)
			continue;
		sum += normalised(tested_distance(test, 2 * (mark->first_condition + c) + (uint32_t)outcomes[c]));
		n++;
	}
	return n ? sum / n : 1;
}
