/* wanted: the paths through a decision that MC/DC can still use.
 *
 * A condition is shown by two paths that end differently and disagree only in this condition
 * (mcdc.c). A path that was not taken is wanted if it makes such a pair, with a path that was taken
 * or can be, for a condition that is not shown yet. */
#include <stdlib.h>

#include "cover/mcdc.h"
#include "cover/structure_parts.h"

#define MAX_COMPARED_PATHS 256u /* if there are more paths, every path that was not taken is wanted */

struct diagram {
	uint32_t n_paths, n_conditions;
	signed char *outcomes;  /* n_paths x n_conditions */
	bool *ends;
};

static void read_diagram(struct diagram *diagram, const struct marks *marks, uint32_t decision)
{
	const struct decision *d = &marks->decisions.at[decision];
	*diagram = (struct diagram){ .n_paths = d->n_paths, .n_conditions = d->n_conditions };
	diagram->outcomes = xcalloc(d->n_paths, d->n_conditions);
	diagram->ends = xcalloc(d->n_paths, sizeof *diagram->ends);
	for (uint32_t p = 0; p < d->n_paths; p++)
		diagram->ends[p] = marks_path(marks, decision, p, diagram->outcomes + (size_t)p * d->n_conditions);
}

static void release(struct diagram *diagram)
{
	free(diagram->outcomes);
	free(diagram->ends);
}

/* The condition in which two paths disagree, if it is the only one; else NONE. */
static uint32_t only_difference(const struct diagram *diagram, uint32_t p, uint32_t q)
{
	const signed char *a = diagram->outcomes + (size_t)p * diagram->n_conditions;
	const signed char *b = diagram->outcomes + (size_t)q * diagram->n_conditions;
	uint32_t found = NONE;
	for (uint32_t c = 0; c < diagram->n_conditions; c++) {
		if (a[c] < 0 || b[c] < 0 || a[c] == b[c])
			continue;
		if (found != NONE)
			return NONE;
		found = c;
	}
	return found;
}

static bool can_show(const struct diagram *diagram, uint32_t p, const uint64_t *shown)
{
	for (uint32_t q = 0; q < diagram->n_paths; q++) {
		if (diagram->ends[p] == diagram->ends[q])
			continue;
		uint32_t c = only_difference(diagram, p, q);
		if (c != NONE && !(shown[c / 64] >> (c % 64) & 1))
			return true;
	}
	return false;
}

void wanted_find(const struct cover *cover, uint32_t decision, uint64_t *wanted)
{
	const struct decision *d = &cover->marks->decisions.at[decision];
	uint64_t *shown = xcalloc((d->n_conditions + 63) / 64, sizeof *shown);
	struct diagram diagram = { 0 };
	bool done = mcdc_shown(cover, decision, shown) == d->n_conditions, few = d->n_paths <= MAX_COMPARED_PATHS;
	if (!done && few)
		read_diagram(&diagram, cover->marks, decision);
	for (uint32_t p = 0; p < d->n_paths; p++) {
		uint32_t probe = d->first_probe + p;
		wanted[probe / 64] &= ~((uint64_t)1 << (probe % 64));
		if (!done && !cover_has(cover, probe) && (!few || can_show(&diagram, p, shown)))
			wanted[probe / 64] |= (uint64_t)1 << (probe % 64);
	}
	release(&diagram);
	free(shown);
}
