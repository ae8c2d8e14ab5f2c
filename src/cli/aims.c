/* aims: see aims.h. */
#include "cli/aims.h"

#include <stdio.h>
#include <stdlib.h>

#include "cover/lines.h"

#define MOST_SHOWN 20u /* targets on the console */

unsigned aims_ways(const struct aims *aims)
{
	return !!aims->since + !!aims->patch + !!aims->named.n;
}

status aims_check(const struct aims *aims)
{
	if (aims_ways(aims) > 1)
		return fail(TROUBLE_USAGE, "say which lines are meant, in one way: --since REV, --patch FILE, or "
		                           "--targets FILE:LINE,...");
	return NULL;
}

static status read_changes(struct aims *aims, const char *folder)
{
	status st = NULL;
	changes_release(&aims->changes);
	changes_init(&aims->changes);
	for (size_t i = 0; aims->known && i < aims->known->at.n; i++)
		vec_push(&aims->changes.at, aims->known->at.at[i]);
	if (aims->since)
		return changes_from_git(aims->since, folder, &aims->changes);
	if (aims->patch)
		return changes_from_patch(aims->patch, &aims->changes);
	for (size_t i = 0; i < aims->named.n && !st; i++)
		st = changes_from_text(aims->named.at[i], &aims->changes);
	return st;
}

static void add_target(struct aims *aims, const struct marks *marks, uint32_t probe, uint32_t file, uint32_t line)
{
	for (size_t i = 0; i < aims->targets.n; i++)
		if (aims->targets.at[i].probe == probe) {
			aims->targets.at[i].last = line;
			return;
		}
	vec_push(&aims->targets, (struct regress_target){ probe, marks->files.at[file], line, line });
	vec_push(&aims->probes, probe);
}

/* Adds the lines. Returns how many have code of the unit's own. */
static size_t add_lines(struct aims *aims, const struct marks *marks, const struct changed_lines *lines)
{
	size_t n = 0;
	for (uint32_t file = 0; file < marks->files.n; file++) {
		if (!changes_are_in(lines, marks->files.at[file]))
			continue;
		for (uint32_t line = lines->first; line <= lines->last; line++) {
			uint32_t probe = lines_probe(marks, file, line);
			if (probe == NONE || marks->functions.at[lines_function(marks, probe)].is_apart)
				continue;
			add_target(aims, marks, probe, file, line);
			n++;
		}
	}
	return n;
}

/* Fails for a line without code: a misspelt name or a moved line must not go unnoticed. */
static status complain(const char *place, const struct changed_lines *lines, const struct marks *marks,
                       const char *unit)
{
	bool is_known = false;
	for (uint32_t file = 0; file < marks->files.n; file++)
		is_known |= changes_are_in(lines, marks->files.at[file]);
	if (!is_known)
		return fail(TROUBLE_INPUT, "--targets %s: %s has no source of that name", place, unit);
	return fail(TROUBLE_INPUT,
	            "--targets %s: there is no code of %s on that line; name a line with a statement or a condition",
	            place, unit);
}

status aims_find(struct aims *aims, const struct marks *marks, const char *folder, const char *unit)
{
	vec_clear(&aims->targets);
	vec_clear(&aims->probes);
	TRY(read_changes(aims, folder));
	for (size_t i = 0; i < aims->changes.at.n; i++) {
		size_t n = add_lines(aims, marks, &aims->changes.at.at[i]);
		if (!n && aims->named.n)
			return complain(aims->named.at[i], &aims->changes.at.at[i], marks, unit);
	}
	aims->random.probes = aims->probes.at;
	aims->random.n = (uint32_t)aims->probes.n;
	aims->random.even = aims->even;
	return NULL;
}

void aims_release(struct aims *aims)
{
	changes_release(&aims->changes);
	vec_release(&aims->targets);
	vec_release(&aims->probes);
	vec_release(&aims->named);
}

/* ---- results ---- */

static void show_target(const struct regress_results *results, uint32_t i, const struct cover *suite)
{
	const struct regress_target *target = &results->targets[i];
	struct regress_share own = regress_share_of(results, i);
	char *place = xprintf("%s:%u", path_base(target->file), target->line);
	printf("  %-24s %6.2f %% of undirected, %6.2f %% of directed tests", place, 100 * own.undirected,
	       100 * own.directed);
	if (own.ratio >= 0)
		printf("   %.1f times", own.ratio);
	if (own.best)
		printf("   best: %s, %s", pursuit_strategy_name(way_strategy(own.best)),
		       pursuit_merging_name(way_merging(own.best)));
	else if (suite && !own.undirected && !own.directed && cover_has(suite, target->probe))
		printf("   a test of the suite does: it was made from an earlier test");
	printf("\n");
	free(place);
}

void aims_show(const struct regress_results *own, const struct cover *suite)
{
	printf("\n  targets hit by:\n");
	for (uint32_t i = 0; i < own->n && i < MOST_SHOWN; i++)
		show_target(own, i, suite);
	if (own->n > MOST_SHOWN)
		printf("  and %u more in summary.json\n", own->n - MOST_SHOWN);
}
