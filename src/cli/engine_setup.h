/* engine_setup: the engines of a campaign, their options, and the symbolic build.
 *
 * The symbolic build is made beside the campaign, which begins with cheap tests meanwhile. With a budget in
 * executions the campaign waits for the build where it needs it, so that the same command gives the same
 * results. */
#ifndef SKEP_CLI_ENGINE_SETUP_H
#define SKEP_CLI_ENGINE_SETUP_H

#include "base/vec.h"
#include "campaign/campaign.h"
#include "cli/options.h"
#include "engine/random/random.h"
#include "engine/search/settings.h"
#include "engine/symbolic/symbolic.h"
#include "instr/instr.h"
#include "proc/beside.h"

/* The user's wishes. */
struct engine_settings {
	const char *engine, *strategy, *search; /* NULL: the default */
	double solver_seconds;
	text_list filters_off, search_settings, random_settings;
};

/* The rows of an option table. */
#define ENGINE_OPTIONS(settings)                                                                               \
	{ 0, "engine", OPTION_TEXT, &(settings)->engine, "NAME", "auto (default), random, symbolic, search or avm" }, \
	{ 0, "search", OPTION_TEXT, &(settings)->search, "HOW",                                                   \
	  "individuals: goals (default; tests, an objective per goal) or suite (whole suites)" },               \
	{ 0, "search-set", OPTION_LIST, &(settings)->search_settings, "NAME=VALUE,...",                           \
	  "parameters of the search: population, crossover, probability, rate, ... (see the manual)" },          \
	{ 0, "random-set", OPTION_LIST, &(settings)->random_settings, "NAME=VALUE,...",                           \
	  "limits of the random engine: repeat, repeat-most, calls, swarm-calls, large (see the manual)" },      \
	{ 0, "strategy", OPTION_TEXT, &(settings)->strategy, "NAME",                                              \
	  "how symbolic chooses: default, predictive, fitness, depth-first, breadth-first, random-state, "        \
	  "random-path, distance, klee, cfg, generational" },                                                     \
	{ 0, "solver-time", OPTION_SECONDS, &(settings)->solver_seconds, "TIME", "a query may take (default 2s)" }, \
	{ 0, "without", OPTION_LIST, &(settings)->filters_off, "X,Y",                                             \
	  "switch off: components, equivalence, index, null, large, mutation, swarm, hunt, flows, relevance, directed, inside, search, climb, replacement; "         \
	  "built-in contracts: const, observer, equal, compare, hash, copy, parse, order, agree, share" }

struct engine_setup {
	VEC(struct engine_choice) choices;
	struct engine_choice light;  /* in place of the random engine; kind NULL: the random engine */
	struct random_options random;
	struct symbolic_options symbolic;
	struct search_options search;
	bool no_replacement;         /* failing tests are shortened only by leaving steps out */
	/* For the symbolic build. Everything is borrowed. */
	struct unit *unit;
	struct build_options build;
	bool has_others;             /* other engines can go on without the build */
	struct beside *beside;       /* builds it; NULL: nothing does */
	struct target *target;       /* NULL: not built */
	bool failed;
};

/* Fills in the engines of a campaign. `setup` must outlive it. */
MUST_USE status engines_choose(const struct engine_settings *settings, struct engine_setup *setup,
                               struct campaign_options *options);
/* Makes the symbolic build if no engine can work without it, or begins it in a second process if an engine will
 * need it later. The unit's other targets must be built. */
MUST_USE status engines_begin(struct engine_setup *setup, const struct campaign_options *options);
/* Returns the function marks whose goals count if only some functions are to be tested: these functions and
 * their callees. NULL: all; the caller frees it. */
bool *engines_aim(const text_list *only, const struct marks *marks, const struct target *fast);
void engine_setup_release(struct engine_setup *setup);

#endif
