/* engine_setup: see engine_setup.h. */
#include "cli/engine_setup.h"

#include <stdlib.h>

#include "base/log.h"
#include "base/str.h"

static const struct {
	const char *name;
	enum { OF_RANDOM, OF_SYMBOLIC, OF_SEARCH } engine;
	size_t offset;
} filters[] = {
	{ "components", OF_RANDOM, offsetof(struct random_options, no_components) },
	{ "equivalence", OF_RANDOM, offsetof(struct random_options, no_equivalence) },
	{ "index", OF_RANDOM, offsetof(struct random_options, no_index_pruning) },
	{ "null", OF_RANDOM, offsetof(struct random_options, no_null_filter) },
	{ "large", OF_RANDOM, offsetof(struct random_options, no_large_filter) },
	{ "mutation", OF_RANDOM, offsetof(struct random_options, no_mutation) },
	{ "swarm", OF_RANDOM, offsetof(struct random_options, no_swarm) },
	{ "flows", OF_RANDOM, offsetof(struct random_options, no_flows) },
	{ "hunt", OF_RANDOM, offsetof(struct random_options, no_hunt) },
	{ "relevance", OF_SYMBOLIC, offsetof(struct symbolic_options, no_filter) },
	{ "directed", OF_SYMBOLIC, offsetof(struct symbolic_options, no_directed) },
	{ "inside", OF_SEARCH, offsetof(struct search_options, inside.is_off) },
	{ "search", OF_SEARCH, offsetof(struct search_options, is_left_out) },
	{ "climb", OF_SEARCH, offsetof(struct search_options, no_climb) },
};

/* Switches off a built-in contract. These have names, too. */
static bool switch_law_off(const char *name, struct campaign_options *options)
{
	for (int law = 0; law < N_LAWS; law++)
		if (str_equal(name, law_name((enum law)law))) {
			options->judging.laws_off |= UINT32_C(1) << law;
			return true;
		}
	return false;
}

static status switch_off(const text_list *names, struct engine_setup *setup, struct campaign_options *options)
{
	for (size_t i = 0; i < names->n; i++) {
		if (switch_law_off(names->at[i], options))
			continue;
		if (str_equal(names->at[i], "replacement")) {
			setup->no_replacement = true;
			continue;
		}
		size_t k = 0, n = sizeof filters / sizeof *filters;
		while (k < n && !str_equal(names->at[i], filters[k].name))
			k++;
		if (k == n)
			return fail(
			        TROUBLE_USAGE,
			        "--without %s: it is one of components, equivalence, index, null, large, mutation, swarm, hunt, flows, "
			        "relevance, directed, inside, search, climb, replacement, or a built-in contract: const, observer, equal, compare, hash, copy, "
			        "parse, order, agree, share",
			        names->at[i]);
		char *base = filters[k].engine == OF_SYMBOLIC ? (char *)&setup->symbolic
		             : filters[k].engine == OF_SEARCH ? (char *)&setup->search
		                                              : (char *)&setup->random;
		*(bool *)(base + filters[k].offset) = true;
	}
	return NULL;
}

static status choose_strategy(const char *name, struct engine_setup *setup)
{
	setup->symbolic.strategy = strategy_by_name(name);
	if (setup->symbolic.strategy)
		return NULL;
	struct arena *arena = arena_new();
	status st = fail(TROUBLE_USAGE, "--strategy is one of %s; not '%s'", strategy_names(arena), name);
	arena_free(arena);
	return st;
}

static status choose_search(const char *how, struct engine_setup *setup)
{
	setup->search.suites = how && str_equal(how, "suite");
	if (!how || setup->search.suites || str_equal(how, "goals"))
		return NULL;
	return fail(TROUBLE_USAGE, "--search is goals or suite, not '%s'", how);
}

/* ---- the symbolic build ---- */

static status build_for_the_cache(void *context)
{
	const struct engine_setup *setup = context;
	struct target *target = NULL;
	status st = target_build(setup->unit, BUILD_SYMBOLIC, &setup->build, &target);
	target_free(target);
	return st;
}

/* Makes the failure of the symbolic build a warning if other engines can go on. */
static status unless_dispensable(struct engine_setup *setup, status st)
{
	if (!st || !setup->has_others || st->kind == TROUBLE_INTERRUPTED)
		return st;
	log_warn("no symbolic build, going on without: %s", st->message);
	status_free(st);
	setup->failed = true;
	return NULL;
}

static status give_target(void *context, bool wait, const struct target **target)
{
	struct engine_setup *setup = context;
	status st = NULL;
	*target = setup->target;
	if (setup->target || setup->failed || (!wait && setup->beside && !beside_is_done(setup->beside)))
		return NULL;
	if (setup->beside) {
		struct beside *beside = setup->beside;
		setup->beside = NULL;
		st = beside_finish(beside);
	}
	if (!st)
		st = target_build(setup->unit, BUILD_SYMBOLIC, &setup->build, &setup->target);
	*target = setup->target;
	return unless_dispensable(setup, st);
}

/* Returns the kind of search. Without symbolic execution inside it needs no symbolic build. */
static const struct engine_kind *kind_of_search(const struct engine_setup *setup)
{
	return setup->search.inside.is_off ? &engine_search_alone : &engine_search;
}

/* Gives one application of symbolic execution a twentieth of the budget, unless the user says otherwise. */
static void limit_inside(struct inside_options *inside, const struct campaign_options *options)
{
	uint64_t tests = options->budget.executions / 20;
	if (!inside->max_tests)
		inside->max_tests = !options->budget.executions ? UINT32_MAX / 16 : tests < 20 ? 20 : (uint32_t)tests;
	if (inside->max_seconds <= 0)
		inside->max_seconds = options->budget.executions ? 0 : options->budget.seconds / 20;
}

static status choose_settings(const text_list *list, struct engine_setup *setup)
{
	setup->search = search_defaults();
	for (size_t i = 0; i < list->n; i++)
		TRY(search_set(&setup->search, list->at[i]));
	return NULL;
}

status engines_choose(const struct engine_settings *settings, struct engine_setup *setup,
                      struct campaign_options *options)
{
	const char *name = settings->engine ? settings->engine : "auto";
	TRY(choose_settings(&settings->search_settings, setup));
	for (size_t i = 0; i < settings->random_settings.n; i++)
		TRY(random_set(&setup->random, settings->random_settings.at[i]));
	TRY(switch_off(&settings->filters_off, setup, options));
	TRY(choose_strategy(settings->strategy, setup));
	TRY(choose_search(settings->search, setup));
	setup->symbolic.solver_seconds = setup->search.inside.solver_seconds = settings->solver_seconds;
	struct engine_choice light = { &engine_random, &setup->random };
	if (setup->light.kind)
		light = setup->light;
	if (str_equal(name, "auto") || str_equal(name, light.kind->name))
		vec_push(&setup->choices, light);
	if (str_equal(name, "auto") || str_equal(name, "symbolic"))
		vec_push(&setup->choices, (struct engine_choice){ &engine_symbolic, &setup->symbolic });
	if ((str_equal(name, "auto") && !setup->search.is_left_out && !setup->light.kind) || str_equal(name, "search"))
		vec_push(&setup->choices, (struct engine_choice){ kind_of_search(setup), &setup->search });
	if (str_equal(name, "auto") && !setup->light.kind)
		vec_push(&setup->choices, (struct engine_choice){ &engine_failing, NULL });
	if (str_equal(name, "avm"))
		vec_push(&setup->choices, (struct engine_choice){ &engine_avm, &setup->search });
	options->engines = setup->choices.at;
	options->n_engines = setup->choices.n;
	if (!options->n_engines)
		return fail(TROUBLE_USAGE, "--engine is auto, %s, symbolic, search or avm, not '%s'", light.kind->name,
		            name);
	setup->has_others = options->n_engines > 1;
	options->symbolic = give_target;
	options->symbolic_context = setup;
	return NULL;
}

status engines_begin(struct engine_setup *setup, const struct campaign_options *options)
{
	const struct target *target;
	unsigned builds = 0;
	limit_inside(&setup->search.inside, options);
	for (size_t i = 0; i < options->n_engines; i++)
		builds |= options->engines[i].kind->builds;
	if (!(builds & 1u << BUILD_SYMBOLIC))
		return NULL;
	if (!setup->has_others)
		return give_target(setup, true, &target);
	if (options->budget.executions || setup->build.no_cache)
		return NULL;
	return beside_start(build_for_the_cache, setup, &setup->beside);
}

static void aim_at(bool *aim, uint32_t function, const struct target *fast)
{
	if (aim[function])
		return;
	aim[function] = true;
	const struct flow_graph *graph = function < fast->n_flow ? &fast->flow[function] : NULL;
	for (uint32_t n = 0; graph && n < graph->n_nodes; n++)
		for (uint32_t k = 0; k < graph->nodes[n].n_callees; k++)
			aim_at(aim, graph->nodes[n].callees[k], fast);
}

static bool has_apart(const struct marks *marks)
{
	for (uint32_t f = 0; f < marks->functions.n; f++)
		if (marks->functions.at[f].is_apart)
			return true;
	return false;
}

bool *engines_aim(const text_list *only, const struct marks *marks, const struct target *fast)
{
	if (!only->n && !has_apart(marks))
		return NULL;
	bool *aim = xcalloc(marks->functions.n + 1, sizeof *aim);
	for (uint32_t f = 0; f < marks->functions.n && !only->n; f++)
		aim[f] = true;
	for (size_t i = 0; i < only->n; i++)
		for (uint32_t f = 0; f < marks->functions.n; f++)
			if (str_equal(only->at[i], marks->functions.at[f].name))
				aim_at(aim, f, fast);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		aim[f] = aim[f] && !marks->functions.at[f].is_apart;
	return aim;
}

void engine_setup_release(struct engine_setup *setup)
{
	beside_cancel(setup->beside);
	target_free(setup->target);
	vec_release(&setup->choices);
}
