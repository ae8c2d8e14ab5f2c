/* skep regress: tests for code that was changed.
 *
 * The pipeline is that of skep gen (cli/gen/gen.h). This file adds the lines to aim at, the goals on them, and
 * the results of aiming. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/regress.h"
#include "campaign/old_data.h"
#include "cover/dominators.h"
#include "cover/lines.h"

static int regress_main(int argc, char **argv);

const struct command command_regress = {
	"regress", "--since REV | --patch FILE | --targets FILE:LINE,... [options] SOURCE... [-- CFLAGS]",
	"write tests for the code that was changed",
	"Short tests without an aim show which functions help and hinder tests in reaching the lines; from then on\n"
	"most tests are aimed at them. Results go to skep-regress (see --out), as those of skep gen; summary.json\n"
	"tells of each target how often tests hit it without and with an aim.",
	regress_main
};

#define USUAL_DATA "skep-out"
#define N_OPTIONS 7
#define ENOUGH_TESTS 500u /* swarm tests of an earlier campaign that make undirected tests superfluous */

struct regress {
	struct aims aims;
	bool plain;                  /* without aiming */
	bool counts_only;            /* neither tests nor findings are written */
	const char *data;            /* folder of an earlier campaign; NULL: the usual folder */
	const char *usual_data;
	struct journal *old;         /* its counts; NULL: none */
	struct arena *arena;
	/* About the present unit. */
	struct regress_results results;
	const struct model *model;
	text_list changed;           /* functions with targets */
	struct option_spec options[N_OPTIONS];
};

static status check(void *context)
{
	const struct regress *regress = context;
	if (!aims_ways(&regress->aims))
		return fail(TROUBLE_USAGE,
		            "say which lines are meant: --since REV, --patch FILE, or --targets FILE:LINE,...");
	return aims_check(&regress->aims);
}

static void name(void *context, struct sb *out)
{
	const struct aims *aims = &((const struct regress *)context)->aims;
	if (aims->since)
		sb_addf(out, " --since %s", aims->since);
	if (aims->patch)
		sb_addf(out, " --patch %s", path_base(aims->patch));
	for (size_t i = 0; i < aims->named.n; i++)
		sb_addf(out, "%s%s", i ? "," : " --targets ", path_base(aims->named.at[i]));
}

static status find_targets(struct regress *regress, const struct unit *unit)
{
	const char *source = unit->model->sources.n ? unit->model->sources.at[0] : "", *base = path_base(source);
	const char *folder = base == source ? "." : arena_printf(regress->arena, "%.*s", (int)(base - source), source);
	return aims_find(&regress->aims, unit->marks, folder, unit->name);
}

/* Takes goals in other code out: the suite is about functions with targets. */
static void leave_others(struct regress *regress, struct marks *marks)
{
	bool *has_targets = xcalloc(marks->functions.n + 1, sizeof *has_targets);
	for (size_t i = 0; i < regress->aims.probes.n; i++)
		has_targets[lines_function(marks, regress->aims.probes.at[i])] = true;
	vec_clear(&regress->changed);
	for (uint32_t f = 0; f < marks->functions.n; f++) {
		marks->functions.at[f].is_apart = !has_targets[f];
		if (has_targets[f])
			vec_push(&regress->changed, marks->functions.at[f].name);
	}
	free(has_targets);
}

static status begin(void *context, struct unit *unit, const struct unit_input *input, bool *is_over)
{
	struct regress *regress = context;
	TRY(find_targets(regress, unit));
	*is_over = regress->aims.targets.n == 0;
	if (*is_over && !input->quiet)
		printf("the change touches no code of %s: nothing to test\n", unit->name);
	if (!*is_over && !regress->plain)
		leave_others(regress, unit->marks);
	regress->model = unit->model;
	return NULL;
}

/* Takes the counts of the version before, which tell at once which operations help and hinder. */
static status take_data(struct regress *regress, const struct unit *unit, struct campaign_options *options)
{
	const char *folder = regress->data ? regress->data : regress->usual_data;
	const char *path = arena_printf(regress->arena, "%s/campaign.sqlite", folder);
	struct old_data data;
	journal_free(regress->old);
	regress->old = NULL;
	TRY(old_data_read(path, unit->name, unit->model, unit->marks, &data));
	regress->old = data.journal;
	regress->aims.random.first_look = data.tests >= ENOUGH_TESTS ? 1 : 0;
	if (!data.journal)
		return regress->data
		               ? fail(TROUBLE_INPUT,
		                      "--data %s: no campaign of %s with swarm tests is kept there; skep gen keeps one",
		                      folder, unit->name)
		               : NULL;
	struct journal **journals = ARENA_ARRAY(regress->arena, struct journal *, options->sharing.n_journals + 1);
	for (size_t i = 0; i < options->sharing.n_journals; i++)
		journals[i] = options->sharing.journals[i];
	journals[options->sharing.n_journals++] = data.journal;
	options->sharing.journals = journals;
	log_note("data of %llu swarm tests are in %s; %u of the %u goals that they hit are still there",
	         (unsigned long long)data.tests, folder, data.matched, data.goals);
	return NULL;
}

/* Returns the function marks with targets, as far as the user wants these functions. */
static const bool *aimed_functions(const struct regress *regress, const struct marks *marks, const bool *wanted)
{
	bool *aim = ARENA_ARRAY(regress->arena, bool, marks->functions.n + 1);
	for (size_t i = 0; i < regress->aims.probes.n; i++) {
		uint32_t f = lines_function(marks, regress->aims.probes.at[i]);
		aim[f] = !wanted || wanted[f];
	}
	return aim;
}

static void set_bit(uint64_t *set, uint32_t bit)
{
	set[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static bool is_on_target(const struct regress *regress, const struct marks *marks, const struct place *place)
{
	for (size_t i = 0; i < regress->aims.targets.n; i++) {
		const struct regress_target *target = &regress->aims.targets.at[i];
		if (place->line >= target->line && place->line <= target->last &&
		    str_equal(marks->files.at[place->file], target->file))
			return true;
	}
	return false;
}

static uint64_t *target_probes(const struct regress *regress, const struct marks *marks)
{
	uint64_t *set = ARENA_ARRAY(regress->arena, uint64_t, marks->n_probes / 64 + 2);
	for (size_t i = 0; i < regress->aims.probes.n; i++)
		set_bit(set, regress->aims.probes.at[i]);
	return set;
}

/* Returns goals for engines that go from goal to goal: the targets themselves, and the outcomes of decisions on
 * their lines. */
static const uint64_t *first_goals(const struct regress *regress, const struct marks *marks)
{
	uint64_t *first = target_probes(regress, marks);
	for (uint32_t c = 0; c < marks->conditions.n; c++)
		if (is_on_target(regress, marks, &marks->conditions.at[c].place)) {
			set_bit(first, marks_condition_probe(marks, c, false));
			set_bit(first, marks_condition_probe(marks, c, true));
		}
	for (uint32_t c = 0; c < marks->cases.n; c++)
		if (is_on_target(regress, marks, &marks->cases.at[c].place))
			set_bit(first, marks_case_probe(marks, c));
	return first;
}

/* Aims the campaign. The budget is for hitting the targets often, so the campaign goes on when all goals are
 * covered. */
static status aim(void *context, const struct unit *unit, const struct target *fast, struct engine_setup *engines,
                  struct campaign_options *options, bool goes_on)
{
	struct regress *regress = context;
	options->watched = target_probes(regress, unit->marks);
	options->budget.end = END_NEVER;
	if (regress->plain)
		return NULL;
	if (!goes_on) /* otherwise the counts are in the continued campaign */
		TRY(take_data(regress, unit, options));
	options->aim = aimed_functions(regress, unit->marks, options->aim);
	options->first = first_goals(regress, unit->marks);
	regress->aims.random.dominators = dominators_find(unit->marks, fast->flow, fast->n_flow, regress->arena);
	engines->random.targets = &regress->aims.random;
	log_note("%zu target%s", regress->aims.targets.n, regress->aims.targets.n == 1 ? "" : "s");
	return NULL;
}

/* ---- results ---- */

static void tell(void *context, const struct campaign *campaign, struct arena *arena, struct results *results)
{
	struct regress *regress = context;
	regress->results = regress_read(regress->aims.targets.at, (uint32_t)regress->aims.targets.n,
	                                results->unit->marks, campaign_counts(campaign), arena);
	results->regress = &regress->results;
}

static bool is_changed(const struct regress *regress, const char *function)
{
	for (size_t i = 0; i < regress->changed.n && function; i++)
		if (str_equal(regress->changed.at[i], function))
			return true;
	return false;
}

static bool any_is_changed(const struct regress *regress, const struct frame *frames, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (is_changed(regress, frames[i].function))
			return true;
	return false;
}

/* True if the finding happens in changed code, or below it. A finding without a place counts by the calls of
 * its test. */
static bool concerns(const void *context, const struct finding *finding)
{
	const struct regress *regress = context;
	if (finding->n_frames || finding->n_alloc_frames)
		return any_is_changed(regress, finding->frames, finding->n_frames) ||
		       any_is_changed(regress, finding->alloc_frames, finding->n_alloc_frames);
	for (uint32_t i = 0; i < finding->seq->n; i++)
		if (step_is_call(finding->seq->steps[i]) &&
		    is_changed(regress, regress->model->functions.at[finding->seq->steps[i]->index].name))
			return true;
	return false;
}

static void show(const struct results *results)
{
	aims_show(results->regress, results->suite.cover);
}

struct regress *regress_new(void)
{
	struct arena *arena = arena_new();
	struct regress *regress = ARENA_ARRAY(arena, struct regress, 1);
	const struct option_spec options[N_OPTIONS] = {
		AIM_OPTIONS(&regress->aims),
		{ 0, "plain", OPTION_FLAG, &regress->plain, NULL,
		  "aim at nothing: make tests as skep gen does, and count tests that hit the lines" },
		{ 0, "counts-only", OPTION_FLAG, &regress->counts_only, NULL,
		  "write neither tests nor findings, only how often tests hit the lines: for measurements" },
		{ 0, "data", OPTION_TEXT, &regress->data, "DIR",
		  "results of skep gen for the version before, whose swarm tests show helpful operations (default skep-out)" },
	};
	regress->arena = arena;
	regress->usual_data = USUAL_DATA;
	memcpy(regress->options, options, sizeof options);
	return regress;
}

struct aims *regress_aims(struct regress *regress)
{
	return &regress->aims;
}

void regress_set_data(struct regress *regress, const char *folder)
{
	regress->usual_data = folder;
}

struct gen_extension regress_extension(struct regress *regress)
{
	return (struct gen_extension){ .command = &command_regress,
		                       .options = regress->options,
		                       .n_options = N_OPTIONS,
		                       .out = "skep-regress",
		                       .counts_only = &regress->counts_only,
		                       .check = check,
		                       .name = name,
		                       .begin = begin,
		                       .aim = aim,
		                       .tell = tell,
		                       .concerns = concerns,
		                       .show = show,
		                       .context = regress };
}

void regress_free(struct regress *regress)
{
	journal_free(regress->old);
	aims_release(&regress->aims);
	vec_release(&regress->changed);
	arena_free(regress->arena);
}

static int regress_main(int argc, char **argv)
{
	struct regress *regress = regress_new();
	const struct gen_extension extension = regress_extension(regress);
	int code = command_end(gen_with(&extension, argc, argv));
	regress_free(regress);
	return code;
}
