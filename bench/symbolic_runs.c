/* symbolic_runs: the symbolic engine on one function after the other.
 *
 *     symbolic_runs [options] SOURCE... -- FLAGS
 *
 * Each function of the unit with a cyclomatic complexity over a bound is tested alone,
 * as the paper on coverage-driven symbolic execution does it: its own goals count,
 * the engine has so many executions, for each strategy, in each mode (with the filter,
 * with one that never loses patience, without it, and without knowing what is covered),
 * for each seed. Prints a line a
 * campaign, fields separated by tabs:
 *
 *     function strategy mode seed executions solved covered total points
 *
 * where solved are constraints, and points the goals covered after so many executions, "1:4,3:7,...". */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/str.h"
#include "campaign/campaign.h"
#include "cli/unit_input.h"
#include "engine/symbolic/symbolic.h"

static const struct command command = { "symbolic_runs", "[options] SOURCE... -- FLAGS",
	                                "the symbolic engine on one function after the other", NULL, NULL };

/* How a campaign deals with candidates that lead to no goal. */
struct mode {
	const char *name;
	bool filter;             /* drops them */
	uint32_t patience;       /* as in struct symbolic_options */
	enum campaign_end end;   /* one that knows nothing of goals goes on when all are covered */
};

static const struct mode *mode_by_name(const char *name)
{
	static const struct mode modes[] = { { "filtered", true, 0, END_AT_ONCE },
		                             { "safe", true, UINT32_MAX, END_AT_ONCE },
		                             { "plain", false, 0, END_AT_ONCE },
		                             { "exhaustive", false, 0, END_NEVER } };
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (str_equal(modes[i].name, name))
			return &modes[i];
	return NULL;
}

struct settings {
	struct unit_input input;
	uint64_t seeds, executions, starts, complexity, functions;
	const char *criterion;
	text_list strategies, modes, only;
	double solver_seconds;
	bool variables;
};

struct bench {
	struct settings settings;
	struct unit *unit;
	struct target *targets[N_BUILDS];
	bool *callable, *aim;
};

static void must(status st)
{
	if (!st)
		return;
	fprintf(stderr, "symbolic_runs: %s\n", st->message);
	exit(1);
}

static status give_target(void *context, bool wait, const struct target **target)
{
	(void)wait;
	*target = ((struct bench *)context)->targets[BUILD_SYMBOLIC];
	return NULL;
}

static uint32_t complexity_of(const struct marks *marks, uint32_t function)
{
	uint32_t n = 1;
	for (size_t i = 0; i < marks->conditions.n; i++)
		n += marks->conditions.at[i].function == function;
	for (size_t i = 0; i < marks->cases.n; i++)
		n += !marks->cases.at[i].is_default &&
		     marks->switches.at[marks->cases.at[i].of_switch].function == function;
	return n;
}

/* Constraints that had to be solved: those that were asked for, and not known yet. */
static void count_solved(void *context, const char *name, double value)
{
	if (str_equal(name, "queries"))
		*(double *)context += value;
	else if (str_equal(name, "cache answered"))
		*(double *)context -= value;
}

static void print_run(const struct campaign *campaign, const char *function, const char *strategy, const char *mode,
                      uint64_t seed, struct count goals)
{
	double solved = 0;
	size_t n;
	const struct campaign_point *points = campaign_timeline(campaign, &n);
	campaign_engine_statistics(campaign, count_solved, &solved);
	printf("%s\t%s\t%s\t%llu\t%llu\t%.0f\t%u\t%u\t", function, strategy, mode,
	       (unsigned long long)seed, (unsigned long long)campaign_stats(campaign).executions, solved,
	       goals.covered, goals.total);
	for (size_t i = 0; i < n; i++)
		printf("%s%llu:%u", i ? "," : "", (unsigned long long)points[i].executions, points[i].covered);
	printf("\n");
	fflush(stdout);
}

static void run_once(struct bench *bench, uint32_t mark, const struct strategy *strategy, const struct mode *mode,
                     uint64_t seed)
{
	struct symbolic_options symbolic = { .strategy = strategy,
		                             .no_filter = !mode->filter,
		                             .patience = mode->patience,
		                             .no_directed = true,
		                             .max_seeds = (uint32_t)bench->settings.starts,
		                             .solver_seconds = bench->settings.solver_seconds };
	struct campaign_options options = { .budget.executions = bench->settings.executions,
		                            .budget.end = mode->end,
		                            .judging.unjudged = true,
		                            .seed = seed,
		                            .workers = 1,
		                            .criterion = criterion_by_name(bench->settings.criterion),
		                            .engines = &(struct engine_choice){ &engine_symbolic, &symbolic },
		                            .n_engines = 1,
		                            .callable = bench->callable,
		                            .aim = bench->aim,
		                            .symbolic = give_target,
		                            .symbolic_context = bench };
	struct campaign *campaign = NULL;
	must(campaign_run(bench->unit, bench->targets[BUILD_FAST], bench->targets[BUILD_CHECKED], &options, &campaign));
	print_run(campaign, bench->unit->marks->functions.at[mark].name, strategy->name, mode->name, seed,
	          cover_count_in(campaign_cover(campaign), options.criterion, mark));
	campaign_free(campaign);
}

static void run_function(struct bench *bench, uint32_t mark)
{
	const struct settings *settings = &bench->settings;
	/* Lessons about the API stay. Seeds are the outer loop, so that lessons help all strategies alike. */
	for (uint64_t seed = 1; seed <= settings->seeds; seed++)
		for (size_t s = 0; s < settings->strategies.n; s++)
			for (size_t m = 0; m < settings->modes.n; m++)
				run_once(bench, mark, strategy_by_name(settings->strategies.at[s]),
				         mode_by_name(settings->modes.at[m]), seed);
}

/* The function itself, and what makes and ends its arguments. */
static bool choose_callable(struct bench *bench, uint32_t mark)
{
	const struct model *model = bench->unit->model;
	bool found = false;
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		bool own = str_equal(function->name, bench->unit->marks->functions.at[mark].name);
		bool usable = !function->why_not && !function->switched_off && !function->is_main;
		bool helps = function->sets || (!function->is_static && (function->is_maker || function->is_destroyer));
		bench->callable[f] = usable && (own || helps);
		found |= usable && own;
	}
	return found;
}

static bool is_wanted(const struct settings *settings, const char *name)
{
	bool found = !settings->only.n;
	for (size_t i = 0; i < settings->only.n && !found; i++)
		found = str_equal(settings->only.at[i], name);
	return found;
}

struct choice {
	uint32_t mark, complexity;
};

static int by_complexity(const void *left, const void *right)
{
	const struct choice *a = left, *b = right;
	if (a->complexity != b->complexity)
		return a->complexity < b->complexity ? -1 : 1;
	return a->mark < b->mark ? -1 : a->mark > b->mark;
}

/* The simplest functions over the bound. */
static void run_all(struct bench *bench)
{
	const struct marks *marks = bench->unit->marks;
	VEC(struct choice) choices = { 0 };
	bench->callable = xcalloc(bench->unit->model->functions.n + 1, sizeof *bench->callable);
	bench->aim = xcalloc(marks->functions.n + 1, sizeof *bench->aim);
	for (uint32_t m = 0; m < marks->functions.n; m++) {
		struct choice choice = { m, complexity_of(marks, m) };
		if (choice.complexity > bench->settings.complexity &&
		    is_wanted(&bench->settings, marks->functions.at[m].name) && choose_callable(bench, m))
			vec_push(&choices, choice);
	}
	if (choices.n)
		qsort(choices.at, choices.n, sizeof *choices.at, by_complexity);
	for (size_t i = 0; i < choices.n && i < bench->settings.functions; i++) {
		uint32_t m = choices.at[i].mark;
		choose_callable(bench, m);
		bench->aim[m] = true;
		run_function(bench, m);
		bench->aim[m] = false;
	}
	vec_release(&choices);
	free(bench->callable);
	free(bench->aim);
}

static void check_names(const struct settings *settings)
{
	if (criterion_by_name(settings->criterion) == N_CRITERIA || !settings->strategies.n || !settings->modes.n)
		must(fail(TROUBLE_USAGE, "give --strategies, --modes, and a --criterion that there is"));
	for (size_t i = 0; i < settings->strategies.n; i++)
		if (!strategy_by_name(settings->strategies.at[i]))
			must(fail(TROUBLE_USAGE, "no strategy '%s'", settings->strategies.at[i]));
	for (size_t i = 0; i < settings->modes.n; i++)
		if (!mode_by_name(settings->modes.at[i]))
			must(fail(TROUBLE_USAGE, "no mode '%s'", settings->modes.at[i]));
}

int main(int argc, char **argv)
{
	struct bench bench = { .settings = { .seeds = 1,
		                             .executions = 100,
		                             .starts = 10,
		                             .complexity = 8,
		                             .functions = UINT64_MAX,
		                             .criterion = "branch" } };
	struct settings *settings = &bench.settings;
	const struct option_spec specs[] = {
		{ 0, "seeds", OPTION_NUMBER, &settings->seeds, "N", "campaigns for each function and strategy" },
		{ 0, "executions", OPTION_NUMBER, &settings->executions, "N", "of each campaign" },
		{ 0, "starts", OPTION_NUMBER, &settings->starts, "N", "tests that each campaign begins with" },
		{ 0, "complexity", OPTION_NUMBER, &settings->complexity, "N", "functions above it" },
		{ 0, "functions", OPTION_NUMBER, &settings->functions, "N", "at most so many, the simplest" },
		{ 0, "only", OPTION_LIST, &settings->only, "A,B", "these functions alone" },
		{ 0, "criterion", OPTION_TEXT, &settings->criterion, "NAME", "as of skep gen" },
		{ 0, "modes", OPTION_LIST, &settings->modes, "A,B", "of filtered, safe, plain, exhaustive" },
		{ 0, "strategies", OPTION_LIST, &settings->strategies, "A,B", "as --strategy of skep gen" },
		{ 0, "variables", OPTION_FLAG, &settings->variables, NULL, "of the unit are inputs, too" },
		{ 0, "solver-time", OPTION_SECONDS, &settings->solver_seconds, "TIME", "of a query" },
		UNIT_OPTIONS(&settings->input),
	};
	bool help;
	must(options_parse(&command, specs, sizeof specs / sizeof *specs, argc, argv, &settings->input.operands,
	                   &help));
	if (help)
		return 0;
	check_names(settings);
	settings->input.no_variables = !settings->variables;
	must(unit_input_read(&settings->input, &bench.unit));
	struct build_options build = unit_input_build_options(&settings->input);
	build.kinds = 1u << BUILD_FAST | 1u << BUILD_CHECKED | 1u << BUILD_SYMBOLIC;
	must(targets_build(bench.unit, &build, bench.targets));
	run_all(&bench);
	return 0;
}
