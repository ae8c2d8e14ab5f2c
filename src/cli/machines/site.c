/* site: see site.h. */
#include "cli/machines/site.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/version.h"
#include "cli/gen/callable.h"
#include "front/kept_unit.h"
#include "proc/cache_folder.h"

#define OPTIONS "options"

struct site {
	struct arena *arena;
	struct gen_settings settings;
	struct unit *unit;
	struct target *targets[N_BUILDS];
	bool *callable, *aim;
	struct workplace place;
};

status build_of_skep(struct arena *arena, const char **build)
{
	uint64_t hash = 0;
	TRY(hash_file("/proc/self/exe", &hash));
	*build = arena_printf(arena, "%016" PRIx64, hash);
	return NULL;
}

static status check_skep(const struct shared_campaign *campaign, struct arena *arena)
{
	const char *build;
	TRY(build_of_skep(arena, &build));
	if (!str_equal(campaign->skep, SKEP_VERSION))
		return fail(TROUBLE_INPUT, "it is of skep %s, this is %s", campaign->skep, SKEP_VERSION);
	if (!str_equal(campaign->build, build))
		return fail(TROUBLE_INPUT,
		            "it was opened by another build of skep %s; install the same on all machines",
		            SKEP_VERSION);
	return NULL;
}

/* Parses the options as skep gen was given them. */
static status read_options(struct site *site, const struct unit_piece *pieces, size_t n)
{
	VEC(char *) argv = { 0 };
	spec_list specs = { 0 };
	bool help;
	vec_push(&argv, arena_strdup(site->arena, "gen"));
	for (size_t i = 0; i < n; i++) {
		const char *bytes = pieces[i].bytes;
		if (!str_equal(pieces[i].name, OPTIONS) || (pieces[i].size && bytes[pieces[i].size - 1]))
			continue;
		for (size_t at = 0; at < pieces[i].size; at += strlen(bytes + at) + 1)
			vec_push(&argv, arena_strdup(site->arena, bytes + at));
	}
	vec_push(&argv, NULL);
	site->settings = gen_defaults(NULL);
	gen_options(&site->settings, &specs);
	status st = options_parse(&command_gen, specs.at, specs.n, (int)argv.n - 1, argv.at,
	                          &site->settings.input.operands, &help);
	vec_release(&specs);
	vec_release(&argv);
	return st;
}

/* Builds the unit as skep gen does. */
static status build(struct site *site)
{
	struct model *model = site->unit->model;
	const struct function_choice *functions = &site->settings.functions;
	struct build_options options = { 0 };
	TRY(callable_choose(functions, model, &site->callable));
	callable_own_named(site->unit->marks, &functions->only);
	TRY(targets_build(site->unit, &options, site->targets));
	callable_leave_foreign(model, site->callable);
	callable_add_reserve(functions, model, site->callable);
	site->aim = engines_aim(&functions->only, site->unit->marks, site->targets[BUILD_FAST]);
	return NULL;
}

static status fetch(struct connection *connection, const struct shared_campaign *campaign, struct site *site)
{
	struct arena *arena = arena_new(); /* of the pieces: the unit has copies */
	struct unit_piece *pieces;
	size_t n;
	status st = check_skep(campaign, arena);
	if (!st)
		st = shared_pieces(connection, campaign->id, arena, &pieces, &n);
	if (!st)
		st = unit_check_machine(pieces, n);
	if (!st)
		st = unit_put_together(pieces, n, &site->unit);
	if (!st)
		st = read_options(site, pieces, n);
	arena_free(arena);
	return st;
}

status site_open(struct connection *connection, const char *url, const struct shared_campaign *campaign,
                 struct site **out)
{
	struct site *site = xcalloc(1, sizeof *site);
	site->arena = arena_new();
	status st = fetch(connection, campaign, site);
	if (!st)
		st = build(site);
	if (st) {
		site_free(site);
		return st;
	}
	const char *criterion = site->settings.criterion;
	site->place = (struct workplace){ .url = url,
		                          .unit = site->unit,
		                          .targets = site->targets,
		                          .callable = site->callable,
		                          .aim = site->aim,
		                          .engines = &site->settings.engines,
		                          .criterion = criterion_by_name(criterion ? criterion : "branch"),
		                          .promoted = &site->settings.promoted,
		                          .is_exact = campaign->is_exact };
	*out = site;
	return NULL;
}

void site_free(struct site *site)
{
	if (!site)
		return;
	for (int i = 0; i < N_BUILDS; i++)
		target_free(site->targets[i]);
	unit_free(site->unit);
	free(site->callable);
	free(site->aim);
	unit_input_release(&site->settings.input);
	arena_free(site->arena);
	free(site);
}

const struct workplace *site_place(const struct site *site)
{
	return &site->place;
}
