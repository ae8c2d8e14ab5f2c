/* summary: summary.json, the results for other programs.
 *
 * docs/summary.md is its manual: whoever adds, renames or removes a field here does so there. Everything that
 * differs between two runs with the same seed is under "run". */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "emit/report/effects_json.h"
#include "emit/report/goals.h"
#include "emit/json_text.h"
#include "emit/regress.h"
#include "emit/report/outputs.h"
#include "emit/stand_ins.h"

enum { SUMMARY_FORMAT = 1 };

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *rounded(double value, double unit)
{
	return json_real(isfinite(value) ? round(value / unit) * unit : 0);
}

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static json_t *count_json(struct count count)
{
	json_t *object = json_object();
	set(object, "covered", number(count.covered));
	set(object, "total", number(count.total));
	return object;
}

static json_t *unit_json(const struct results *results)
{
	json_t *object = json_object(), *sources = json_array(), *context = json_array();
	const struct model *model = results->unit->model;
	size_t n_own = model->sources.n - model->n_context;
	char hash[20];
	snprintf(hash, sizeof hash, "%016" PRIx64, results->unit->hash);
	for (size_t i = 0; i < model->sources.n; i++)
		json_array_append_new(i < n_own ? sources : context, json_text(model->sources.at[i]));
	set(object, "name", json_text(results->unit->name));
	set(object, "sources", sources);
	set(object, "context", context);
	set(object, "contracts", model->contract_file ? json_text(model->contract_file) : json_null());
	set(object, "hash", json_string(hash));
	return object;
}

static json_t *budget_json(const struct results *results)
{
	json_t *object = json_object();
	set(object, "seconds",
	    results->asked.budget_seconds > 0 ? rounded(results->asked.budget_seconds, 0.001) : json_null());
	set(object, "executions",
	    results->asked.budget_executions ? number(results->asked.budget_executions) : json_null());
	return object;
}

static json_t *stop_json(const struct results *results)
{
	json_t *object = json_object();
	set(object, "reason", json_string(stop_word(results->search.stop_reason)));
	set(object, "text", json_string(stop_sentence(results->search.stop_reason)));
	return object;
}

static json_t *coverage_json(const struct results *results)
{
	json_t *object = json_object();
	for (int c = 0; c < N_CRITERIA; c++)
		set(object, criterion_name(c), count_json(cover_count(results->suite.cover, c)));
	return object;
}

static json_t *apart_json(const struct results *results)
{
	json_t *object = json_object();
	for (int c = 0; c < N_CRITERIA; c++)
		set(object, criterion_name(c), count_json(cover_count_apart(results->suite.cover, c)));
	return object;
}

static json_t *counts_json(const struct results *results)
{
	struct verdict_counts verdicts = count_verdicts(results);
	json_t *object = json_object();
	uint64_t checks = 0;
	for (uint32_t i = 0; i < results->suite.n_tests; i++)
		checks += results->suite.tests[i].n_checks;
	set(object, "tests", number(results->suite.n_tests));
	set(object, "checks", number(checks));
	set(object, "bugs", number(verdicts.bugs));
	set(object, "error_paths", number(verdicts.error_paths));
	set(object, "misuses", number(verdicts.misuses));
	set(object, "unclear", number(verdicts.unclear));
	set(object, "not_written", number(results->findings.not_written));
	return object;
}

static json_t *survivors_json(const struct results *results)
{
	json_t *list = json_array();
	for (size_t i = 0; i < results->suite.n_survivors; i++) {
		const struct survivor *survivor = &results->suite.survivors[i];
		json_t *object = json_object();
		set(object, "file", json_text(survivor->file));
		set(object, "line", number(survivor->line));
		set(object, "function", json_text(survivor->function));
		set(object, "change", json_text(survivor->change));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *mutants_json(const struct results *results)
{
	if (results->suite.mutants == 0)
		return json_null();
	json_t *object = json_object();
	set(object, "killed", number(results->suite.mutants_killed));
	set(object, "total", number(results->suite.mutants));
	set(object, "survivors", survivors_json(results));
	return object;
}

static void set_place(json_t *object, const struct marks *marks, const struct place *place)
{
	set(object, "file", json_text(marks->files.at[place->file]));
	set(object, "line", number(place->line));
	set(object, "column", number(place->column));
}

static json_t *functions_json(const struct results *results)
{
	const struct marks *marks = results->suite.cover->marks;
	json_t *array = json_array();
	for (uint32_t i = 0; i < marks->functions.n; i++) {
		json_t *object = json_object(), *coverage = json_object();
		set(object, "name", json_text(marks->functions.at[i].name));
		set_place(object, marks, &marks->functions.at[i].place);
		set(object, "static", json_boolean(marks->functions.at[i].is_static));
		set(object, "apart", json_boolean(marks->functions.at[i].is_apart));
		for (int c = 0; c < N_CRITERIA; c++)
			set(coverage, criterion_name(c), count_json(cover_count_in(results->suite.cover, c, i)));
		set(object, "coverage", coverage);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *uncovered_json(const struct results *results)
{
	const struct marks *marks = results->suite.cover->marks;
	json_t *array = json_array();
	struct goals goals;
	goals_init(&goals, results);
	for (size_t i = 0; i < goals.n; i++) {
		const struct goal *goal = &goals.at[i];
		bool has_outcome = goal->kind == GOAL_CONDITION || goal->kind == GOAL_DECISION;
		json_t *object = json_object();
		set(object, "kind", json_string(goal_kind_word(goal->kind)));
		set_place(object, marks, goal->place);
		set(object, "function", json_text(marks->functions.at[goal->function].name));
		set(object, "text", json_text(goal_text(&goals, results, goal)));
		set(object, "outcome", has_outcome ? json_boolean(goal->outcome) : json_null());
		set(object, "state", json_string(goal_state_word(goal->state)));
		set(object, "reason", json_string(goal_explanation(goal)));
		effects_add_json(results, goal_probe(marks, goal), object);
		json_array_append_new(array, object);
	}
	goals_release(&goals);
	return array;
}

static json_t *tests_json(const struct results *results)
{
	json_t *array = json_array();
	for (uint32_t i = 0; i < results->suite.n_tests; i++) {
		const struct suite_test *test = &results->suite.tests[i];
		json_t *object = json_object();
		set(object, "name", json_text(test->name));
		set(object, "file", json_text(test->file));
		set(object, "line", number(test->line));
		set(object, "comment", json_text(test->comment));
		set(object, "adds", number(test->added_goals));
		set(object, "checks", number(test->n_checks));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *lost_goals_json(const struct goals *goals, const struct results *results, const struct suite_loss *loss)
{
	const struct marks *marks = results->suite.cover->marks;
	json_t *array = json_array();
	for (uint32_t i = 0; i < loss->n; i++) {
		uint32_t index = goals->of_probe[loss->probes[i]];
		if (index == NONE)
			continue;
		json_t *object = json_object();
		set(object, "kind", json_string(goal_kind_word(goals->at[index].kind)));
		set_place(object, marks, goals->at[index].place);
		set(object, "text", json_text(goal_text(goals, results, &goals->at[index])));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *suite_json(const struct results *results)
{
	json_t *object = json_object(), *lost = json_array();
	struct goals goals;
	goals_init(&goals, results);
	set(object, "found", number(results->suite.n_found));
	for (uint32_t i = 0; i < results->suite.n_losses; i++) {
		json_t *cause = json_object();
		set(cause, "cause", json_string(results->suite.losses[i].cause));
		set(cause, "text", json_string(results->suite.losses[i].text));
		set(cause, "count", number(results->suite.losses[i].n));
		set(cause, "goals", lost_goals_json(&goals, results, &results->suite.losses[i]));
		json_array_append_new(lost, cause);
	}
	set(object, "lost", lost);
	goals_release(&goals);
	return object;
}

static json_t *frames_json(const struct frame *frames, uint32_t n)
{
	json_t *array = json_array();
	for (uint32_t i = 0; i < n; i++) {
		json_t *object = json_object();
		set(object, "function", json_text(frames[i].function));
		set(object, "file", json_text(frames[i].file));
		set(object, "line", number(frames[i].line));
		set(object, "column", number(frames[i].column));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *failures_json(const struct results *results)
{
	json_t *array = json_array();
	for (uint32_t i = 0; i < results->findings.n_failures; i++) {
		const struct finding *finding = results->findings.failures[i].finding;
		json_t *object = json_object();
		set(object, "verdict", json_string(verdict_word(finding->verdict)));
		set(object, "severity", json_string(severity_word(finding->severity)));
		set(object, "kind", json_text(finding->kind));
		set(object, "summary", json_text(finding->summary));
		set(object, "evidence", json_text(finding->evidence));
		set(object, "file", json_text(results->findings.failures[i].file));
		set(object, "seen", number(finding->count));
		set(object, "calls_found", number(results->findings.failures[i].calls_found));
		set(object, "calls", number(results->findings.failures[i].calls));
		set(object, "frames", frames_json(finding->frames, finding->n_frames));
		set(object, "allocated", frames_json(finding->alloc_frames, finding->n_alloc_frames));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *laws_json(const struct results *results)
{
	json_t *array = json_array();
	for (size_t i = 0; i < results->search.n_laws; i++)
		json_array_append_new(array, json_text(results->search.laws[i]));
	return array;
}

static json_t *stand_ins_json(const struct results *results)
{
	const struct model *model = results->unit->model;
	struct arena *arena = arena_new();
	json_t *array = json_array();
	for (uint32_t i = 0; i < stand_ins_count(model); i++) {
		struct stand_in_view view = stand_in_view(model, i, arena);
		bool is_known = view.kind == STAND_IN_KNOWN;
		json_t *object = json_object();
		set(object, "name", json_text(view.name));
		set(object, "variable", json_boolean(view.kind == STAND_IN_VARIABLE));
		set(object, "type", view.declaration ? json_text(view.declaration) : json_null());
		set(object, "known_as", is_known ? json_text(model->missing.at[i].known_as) : json_null());
		set(object, "ends", json_boolean(view.kind == STAND_IN_ENDS));
		json_array_append_new(array, object);
	}
	arena_free(arena);
	return array;
}

static json_t *swarm_json(const struct results *results)
{
	json_t *object = json_object();
	set(object, "tests", number(results->search.influences.n_tests));
	set(object, "goals", number(results->unit->marks->first_path_probe));
	set(object, "goals_counted", number(results->search.influences.size.n_goals));
	return object;
}

static json_t *clock_value(const struct results *results, double value, double unit)
{
	return results_have_clock(results) ? rounded(value, unit) : json_null();
}

static json_t *timeline_json(const struct results *results)
{
	json_t *array = json_array();
	for (size_t i = 0; i < results->search.n_timeline; i++) {
		json_t *object = json_object();
		set(object, "seconds", clock_value(results, results->search.timeline[i].seconds, 0.001));
		set(object, "executions", number(results->search.timeline[i].executions));
		set(object, "covered", number(results->search.timeline[i].covered));
		json_array_append_new(array, object);
	}
	return array;
}

/* Returns the engines' results. Times are left out where they would make two runs differ. */
static json_t *engines_json(const struct results *results)
{
	json_t *object = json_object();
	for (size_t i = 0; i < results->search.n_counts; i++)
		if (results_have_clock(results) || !strstr(results->search.counts[i].name, "seconds"))
			set(object, results->search.counts[i].name, rounded(results->search.counts[i].value, 0.001));
	return object;
}

static json_t *parts_json(const struct results *results)
{
	json_t *array = json_array();
	for (size_t i = 0; i < results->search.n_parts; i++) {
		const struct engine_part *part = &results->search.parts[i];
		json_t *object = json_object();
		set(object, "engine", json_text(part->name));
		set(object, "tests", number(part->tests));
		set(object, "seconds", clock_value(results, part->seconds, 0.001));
		set(object, "share", rounded(part->share, 0.001));
		set(object, "goals", number(part->won));
		set(object, "alone", number(part->alone));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *winners_json(const struct winners *winners)
{
	json_t *array = json_array();
	for (size_t i = 0; winners && i < winners->at.n; i++) {
		const struct winner *winner = &winners->at.at[i];
		json_t *object = json_object();
		set(object, "name", json_text(winner->who));
		set(object, "tests", number(winner->tests));
		set(object, "goals", number(winner->goals));
		set(object, "findings", number(winner->findings));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *run_json(const struct results *results)
{
	const struct campaign_stats *stats = &results->search.stats;
	json_t *object = json_object();
	set(object, "seconds", clock_value(results, stats->seconds, 0.001));
	set(object, "seconds_in_all", clock_value(results, results->spent.all, 0.001));
	set(object, "seconds_building", clock_value(results, results->spent.building, 0.001));
	set(object, "executions", number(stats->executions));
	set(object, "faults", number(stats->faults));
	set(object, "hangs", number(stats->hangs));
	set(object, "exits", number(stats->exits));
	set(object, "judged", number(stats->judged));
	set(object, "illegal", number(stats->illegal));
	set(object, "workers_started", number(stats->workers_started));
	set(object, "chance_next", isfinite(stats->chance_next) ? rounded(stats->chance_next, 1e-9) : json_null());
	set(object, "chance_minute",
	    isfinite(stats->chance_minute) ? clock_value(results, stats->chance_minute, 1e-6) : json_null());
	set(object, "budget", parts_json(results));
	if (results->search.winners && results->search.winners->at.n)
		set(object, "workers", winners_json(results->search.winners));
	set(object, "engines", engines_json(results));
	set(object, "timeline", timeline_json(results));
	return object;
}

void summary_json(const struct results *results, struct sb *out)
{
	json_t *root = json_object();
	char seed[24];
	snprintf(seed, sizeof seed, "%" PRIu64, results->asked.seed);
	set(root, "skep", json_string(SKEP_VERSION));
	set(root, "format", number(SUMMARY_FORMAT));
	set(root, "unit", unit_json(results));
	set(root, "command", json_text(results->asked.command));
	set(root, "seed", json_string(seed));
	set(root, "criterion", json_string(criterion_name(results->asked.criterion)));
	set(root, "budget", budget_json(results));
	set(root, "stop", stop_json(results));
	set(root, "coverage", coverage_json(results));
	set(root, "apart", apart_json(results));
	set(root, "counts", counts_json(results));
	set(root, "mutants", mutants_json(results));
	set(root, "functions", functions_json(results));
	set(root, "tests", tests_json(results));
	set(root, "suite", suite_json(results));
	set(root, "failures", failures_json(results));
	set(root, "laws", laws_json(results));
	set(root, "stand_ins", stand_ins_json(results));
	set(root, "uncovered", uncovered_json(results));
	set(root, "seldom", seldom_json(results));
	set(root, "swarm", swarm_json(results));
	if (results->regress)
		set(root, "regress", regress_json(results->regress));
	set(root, "run", run_json(results));
	char *dump = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
	sb_addf(out, "%s\n", dump);
	free(dump);
	json_decref(root);
}
