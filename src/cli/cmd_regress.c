/* skep regress: tests for the code that was changed.
 *
 * The pipeline is that of skep gen (cli/gen/gen.h). What is added here: which lines are meant, which
 * goals they become, and what came of aiming at them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/gen/gen.h"
#include "cover/dominators.h"
#include "cover/lines.h"
#include "emit/regress.h"
#include "front/changes/changes.h"

#define MOST_SHOWN 20u /* targets on the console */

static int regress_main(int argc, char **argv);

const struct command command_regress = {
	"regress", "--since REV | --patch FILE | --targets FILE:LINE,... [options] SOURCE... [-- CFLAGS]",
	"write tests for the code that was changed",
	"Short tests without an aim show which functions help and hinder tests in reaching the lines; from then on\n"
	"most tests are aimed at them. Results go to skep-regress (see --out), as those of skep gen; summary.json\n"
	"tells of each target how often tests hit it without and with an aim.",
	regress_main
};

struct regress {
	const char *since, *patch;
	text_list named;             /* --targets */
	bool even;
	struct changes changes;
	struct arena *arena;
	/* Of the unit under way. */
	VEC(struct regress_target) targets;
	VEC(uint32_t) probes;
	struct random_targets aims;
	struct regress_results results;
};

static status check(void *context)
{
	const struct regress *regress = context;
	if (!!regress->since + !!regress->patch + !!regress->named.n != 1)
		return fail(TROUBLE_USAGE, "say which lines are meant, in one way: --since REV, --patch FILE, or "
		                           "--targets FILE:LINE,...");
	return NULL;
}

/* ---- lines become targets ---- */

static status read_changes(struct regress *regress, const struct unit *unit)
{
	status st = NULL;
	changes_release(&regress->changes);
	changes_init(&regress->changes);
	if (regress->since) {
		const char *source = unit->model->sources.n ? unit->model->sources.at[0] : "";
		const char *base = path_base(source);
		const char *folder = base == source
		                             ? "."
		                             : arena_printf(regress->arena, "%.*s", (int)(base - source), source);
		return changes_from_git(regress->since, folder, &regress->changes);
	}
	if (regress->patch)
		return changes_from_patch(regress->patch, &regress->changes);
	for (size_t i = 0; i < regress->named.n && !st; i++)
		st = changes_from_text(regress->named.at[i], &regress->changes);
	return st;
}

static void add_target(struct regress *regress, const struct marks *marks, uint32_t probe, uint32_t file, uint32_t line)
{
	for (size_t i = 0; i < regress->targets.n; i++)
		if (regress->targets.at[i].probe == probe) {
			regress->targets.at[i].last = line;
			return;
		}
	vec_push(&regress->targets, (struct regress_target){ probe, marks->files.at[file], line, line });
	vec_push(&regress->probes, probe);
}

/* How many of the lines have code of the unit's own. */
static size_t add_lines(struct regress *regress, const struct marks *marks, const struct changed_lines *lines)
{
	size_t n = 0;
	for (uint32_t file = 0; file < marks->files.n; file++) {
		if (!changes_are_in(lines, marks->files.at[file]))
			continue;
		for (uint32_t line = lines->first; line <= lines->last; line++) {
			uint32_t probe = lines_probe(marks, file, line);
			if (probe == NONE || marks->functions.at[lines_function(marks, probe)].is_apart)
				continue;
			add_target(regress, marks, probe, file, line);
			n++;
		}
	}
	return n;
}

/* A name that is misspelt, or a line that moved, must not go unnoticed. */
static status complain(const char *place, const struct unit *unit)
{
	return fail(TROUBLE_INPUT,
	            "--targets %s: there is no code of %s on that line; name a line with a statement or a condition",
	            place, unit->name);
}

static status find_targets(struct regress *regress, const struct unit *unit)
{
	vec_clear(&regress->targets);
	vec_clear(&regress->probes);
	TRY(read_changes(regress, unit));
	for (size_t i = 0; i < regress->changes.at.n; i++) {
		size_t n = add_lines(regress, unit->marks, &regress->changes.at.at[i]);
		if (!n && regress->named.n)
			return complain(regress->named.at[i], unit);
	}
	return NULL;
}

/* Goals elsewhere do not count: the suite is about functions with targets. */
static void leave_others(const struct regress *regress, struct marks *marks)
{
	bool *has_targets = xcalloc(marks->functions.n + 1, sizeof *has_targets);
	for (size_t i = 0; i < regress->probes.n; i++)
		has_targets[lines_function(marks, regress->probes.at[i])] = true;
	for (uint32_t f = 0; f < marks->functions.n; f++)
		marks->functions.at[f].is_apart = !has_targets[f];
	free(has_targets);
}

static status begin(void *context, struct unit *unit, const struct unit_input *input, bool *is_over)
{
	struct regress *regress = context;
	TRY(find_targets(regress, unit));
	*is_over = regress->targets.n == 0;
	if (*is_over && !input->quiet)
		printf("the change touches no code of %s: nothing to test\n", unit->name);
	if (!*is_over)
		leave_others(regress, unit->marks);
	return NULL;
}

/* The budget is for hitting the targets often, so the campaign goes on when all is covered. */
static status aim(void *context, const struct unit *unit, const struct target *fast, struct engine_setup *engines,
                  struct campaign_options *options)
{
	struct regress *regress = context;
	regress->aims = (struct random_targets){ .probes = regress->probes.at,
		                                 .n = (uint32_t)regress->probes.n,
		                                 .dominators = dominators_find(unit->marks, fast->flow, fast->n_flow,
		                                                               regress->arena),
		                                 .even = regress->even };
	engines->random.targets = &regress->aims;
	options->budget.end = END_NEVER;
	log_note("%zu target%s", regress->targets.n, regress->targets.n == 1 ? "" : "s");
	return NULL;
}

/* ---- what came of it ---- */

static void tell(void *context, const struct campaign *campaign, struct arena *arena, struct results *results)
{
	struct regress *regress = context;
	regress->results = regress_read(regress->targets.at, (uint32_t)regress->targets.n, results->unit->marks,
	                                campaign_counts(campaign), arena);
	results->regress = &regress->results;
}

static void show_target(const struct regress_results *results, uint32_t i)
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
	printf("\n");
	free(place);
}

static void show(const struct results *results)
{
	const struct regress_results *own = results->regress;
	printf("\n  targets hit by:\n");
	for (uint32_t i = 0; i < own->n && i < MOST_SHOWN; i++)
		show_target(own, i);
	if (own->n > MOST_SHOWN)
		printf("  and %u more in summary.json\n", own->n - MOST_SHOWN);
}

static int regress_main(int argc, char **argv)
{
	struct regress regress = { .arena = arena_new() };
	const struct option_spec options[] = {
		{ 0, "since", OPTION_TEXT, &regress.since, "REV",
		  "lines changed since a git revision, in the working tree" },
		{ 0, "patch", OPTION_TEXT, &regress.patch, "FILE", "lines that a patch changed; it must be applied" },
		{ 0, "targets", OPTION_LIST, &regress.named, "FILE:LINE,...", "these lines, or FILE:FIRST-LAST" },
		{ 0, "even", OPTION_FLAG, &regress.even, NULL,
		  "every way of aiming gets the same share, for comparing them" },
	};
	const struct gen_extension extension = { .command = &command_regress,
		                                 .options = options,
		                                 .n_options = sizeof options / sizeof *options,
		                                 .out = "skep-regress",
		                                 .check = check,
		                                 .begin = begin,
		                                 .aim = aim,
		                                 .tell = tell,
		                                 .show = show,
		                                 .context = &regress };
	int code = command_end(gen_with(&extension, argc, argv));
	changes_release(&regress.changes);
	vec_release(&regress.targets);
	vec_release(&regress.probes);
	vec_release(&regress.named);
	arena_free(regress.arena);
	return code;
}
