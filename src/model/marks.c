/* marks: see marks.h. Layout of the probe space, and the numbering of the paths
 * through a decision (Ball and Larus, on the short-circuit diagram). */
#include "model/marks.h"

#include <string.h>

#include "base/status.h"
#include "base/str.h"

struct marks *marks_new(void)
{
	struct marks *marks = xcalloc(1, sizeof *marks);
	marks->arena = arena_new();
	return marks;
}

void marks_free(struct marks *marks)
{
	if (!marks)
		return;
	vec_release(&marks->files);
	vec_release(&marks->functions);
	vec_release(&marks->regions);
	vec_release(&marks->statements);
	vec_release(&marks->conditions);
	vec_release(&marks->decisions);
	vec_release(&marks->switches);
	vec_release(&marks->cases);
	arena_free(marks->arena);
	free(marks);
}

uint32_t marks_file(struct marks *marks, const char *path)
{
	/* The last file asked for is nearly always asked for next. */
	for (size_t i = marks->files.n; i-- > 0;)
		if (str_equal(marks->files.at[i], path))
			return (uint32_t)i;
	vec_push(&marks->files, arena_strdup(marks->arena, path));
	return (uint32_t)(marks->files.n - 1);
}

static uint32_t paths_after(const uint32_t *below, uint32_t next)
{
	return next >= NEXT_FALSE ? 1 : below[next];
}

/* The number of paths, or MAX_PATHS + 1 if there are too many. */
static uint32_t number_paths(struct condition *conditions, uint32_t n)
{
	uint32_t *below = xcalloc(n, sizeof *below);
	for (uint32_t i = n; i-- > 0;) {
		uint32_t if_false = paths_after(below, conditions[i].next[0]);
		uint32_t if_true = paths_after(below, conditions[i].next[1]);
		conditions[i].weight[0] = 0;
		conditions[i].weight[1] = if_false;
		below[i] = if_false + if_true;
		if (below[i] > MAX_PATHS)
			below[i] = MAX_PATHS + 1;
	}
	uint32_t total = below[0];
	free(below);
	return total;
}

void marks_count_paths(struct marks *marks, uint32_t decision)
{
	struct decision *d = &marks->decisions.at[decision];
	struct condition *conditions = &marks->conditions.at[d->first_condition];
	uint32_t paths = number_paths(conditions, d->n_conditions);
	d->n_paths = d->n_conditions > 1 && paths <= MAX_PATHS ? paths : 0;
	if (!d->n_paths)
		for (uint32_t i = 0; i < d->n_conditions; i++)
			conditions[i].weight[1] = d->n_conditions == 1;
}

void marks_number(struct marks *marks)
{
	marks->first_region_probe = (uint32_t)marks->functions.n;
	marks->first_condition_probe = marks->first_region_probe + (uint32_t)marks->regions.n;
	marks->first_case_probe = marks->first_condition_probe + 2 * (uint32_t)marks->conditions.n;
	marks->first_path_probe = marks->first_case_probe + (uint32_t)marks->cases.n;
	uint32_t probe = marks->first_path_probe;
	for (size_t i = 0; i < marks->decisions.n; i++) {
		marks->decisions.at[i].first_probe = probe;
		probe += marks->decisions.at[i].n_paths;
	}
	marks->n_probes = probe;
}

bool marks_path(const struct marks *marks, uint32_t decision, uint32_t path, signed char *outcome)
{
	const struct decision *d = &marks->decisions.at[decision];
	const struct condition *conditions = &marks->conditions.at[d->first_condition];
	INVARIANT(d->n_paths || d->n_conditions == 1);
	memset(outcome, -1, d->n_conditions);
	uint32_t at = 0;
	while (at < NEXT_FALSE) {
		/* Paths through the false edge have smaller numbers than those through the true
		 * edge. */
		int taken = path >= conditions[at].weight[1];
		path -= conditions[at].weight[taken];
		outcome[at] = (signed char)taken;
		at = conditions[at].next[taken];
	}
	return at == NEXT_TRUE;
}

static bool place_is_valid(const struct marks *marks, const struct place *place)
{
	return place->file < marks->files.n && place->line > 0 && place->column > 0 &&
	       (place->macro_file == NONE || place->macro_file < marks->files.n);
}

static bool condition_is_valid(const struct marks *marks, uint32_t i)
{
	const struct condition *c = &marks->conditions.at[i];
	if (!place_is_valid(marks, &c->place) || c->function >= marks->functions.n ||
	    c->decision >= marks->decisions.n || !c->text)
		return false;
	const struct decision *d = &marks->decisions.at[c->decision];
	if (d->first_condition + c->index != i || c->index >= d->n_conditions || d->function != c->function)
		return false;
	for (int outcome = 0; outcome < 2; outcome++) {
		uint16_t next = c->next[outcome];
		/* Evaluation goes from left to right only. */
		if (next < NEXT_FALSE && (next <= c->index || next >= d->n_conditions))
			return false;
	}
	return true;
}

static bool decision_is_valid(const struct marks *marks, const struct decision *d)
{
	return place_is_valid(marks, &d->place) && d->function < marks->functions.n && d->n_conditions > 0 &&
	       d->first_condition + d->n_conditions <= marks->conditions.n && d->n_paths <= MAX_PATHS;
}

static bool switch_is_valid(const struct marks *marks, uint32_t i)
{
	const struct switch_mark *s = &marks->switches.at[i];
	if (!place_is_valid(marks, &s->place) || s->function >= marks->functions.n || s->n_cases == 0 ||
	    s->first_case + s->n_cases > marks->cases.n)
		return false;
	for (uint32_t k = 0; k < s->n_cases; k++) {
		const struct case_mark *c = &marks->cases.at[s->first_case + k];
		if (c->of_switch != i || !place_is_valid(marks, &c->place) || c->is_default != (k + 1 == s->n_cases))
			return false;
	}
	return true;
}

bool marks_is_valid(const struct marks *marks)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (!marks->functions.at[i].name || !place_is_valid(marks, &marks->functions.at[i].place))
			return false;
	for (size_t i = 0; i < marks->regions.n; i++)
		if (marks->regions.at[i].function >= marks->functions.n ||
		    !place_is_valid(marks, &marks->regions.at[i].place))
			return false;
	for (size_t i = 0; i < marks->statements.n; i++)
		if (marks->statements.at[i].region >= marks->regions.n ||
		    !place_is_valid(marks, &marks->statements.at[i].place))
			return false;
	for (uint32_t i = 0; i < marks->conditions.n; i++)
		if (!condition_is_valid(marks, i))
			return false;
	for (size_t i = 0; i < marks->decisions.n; i++)
		if (!decision_is_valid(marks, &marks->decisions.at[i]))
			return false;
	for (uint32_t i = 0; i < marks->switches.n; i++)
		if (!switch_is_valid(marks, i))
			return false;
	return true;
}

/* The decision with a path that has this probe. */
static uint32_t decision_of(const struct marks *marks, uint32_t probe)
{
	uint32_t found = 0;
	for (size_t low = 0, high = marks->decisions.n; low < high;) {
		size_t middle = (low + high) / 2;
		if (marks->decisions.at[middle].first_probe <= probe) {
			found = marks->decisions.at[middle].n_paths ? (uint32_t)middle : found;
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return found;
}

uint32_t marks_function_of(const struct marks *marks, uint32_t probe)
{
	if (probe < marks->first_region_probe)
		return probe;
	if (probe < marks->first_condition_probe)
		return marks->regions.at[probe - marks->first_region_probe].function;
	if (probe < marks->first_case_probe)
		return marks->conditions.at[(probe - marks->first_condition_probe) / 2].function;
	if (probe < marks->first_path_probe)
		return marks->switches.at[marks->cases.at[probe - marks->first_case_probe].of_switch].function;
	return marks->decisions.at[decision_of(marks, probe)].function;
}

bool marks_probe_is_apart(const struct marks *marks, uint32_t probe)
{
	return marks->functions.at[marks_function_of(marks, probe)].is_apart;
}
