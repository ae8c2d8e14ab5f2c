/* skep diff: how two versions of a unit behave differently, as tests.
 *
 * compare_versions() is the command as a whole: read and build both versions, search for tests on each, run the
 * tests of both in both, write the differences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/engine_setup.h"
#include "cli/out_folder.h"
#include "cli/unit_input.h"
#include "emit/diff/diff.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

static int diff_main(int argc, char **argv);

const struct command command_diff = {
	"diff", "[options] OLD NEW [-- CFLAGS]", "show how two versions behave differently, as tests",
	"OLD and NEW are two C sources, or two folders that hold the same --sources. {} in\n"
	"CFLAGS, -p and --contracts stands for the folder of the version. Results go to\n"
	"skep-diff (see --out): old/ and new/ hold the same tests, compiled with either\n"
	"version. The exit code is 1 if there is a difference.",
	diff_main
};

struct diff_settings {
	struct operands operands;
	text_list sources;
	double seconds;
	uint64_t executions, seed;
	const char *out, *database, *contracts;
	struct engine_settings engines;
	bool statics, no_cache, json, quiet, verbose;
};

struct versions {
	struct diff_side sides[2];
	struct arena *arena;
	char *stage;
};

static void versions_release(struct versions *versions)
{
	for (int s = 0; s < 2; s++) {
		struct diff_side *side = &versions->sides[s];
		campaign_free(side->campaign);
		for (int i = 0; i < N_BUILDS; i++)
			target_free(side->targets[i]);
		unit_free(side->unit);
	}
	if (versions->stage)
		dir_remove(versions->stage);
	free(versions->stage);
	arena_free(versions->arena);
}

/* ---- the versions ---- */

static const char *folder_of(struct arena *arena, const char *path)
{
	size_t n = (size_t)(path_base(path) - path);
	return path_is_folder(path) ? path : n ? arena_strndup(arena, path, n > 1 ? n - 1 : n) : ".";
}

/* Returns the flag with the folder of the version in place of {}. */
static const char *flag_for(struct arena *arena, const char *flag, const char *folder)
{
	const char *mark = strstr(flag, "{}");
	return mark ? arena_printf(arena, "%.*s%s%s", (int)(mark - flag), flag, folder,
	                           flag_for(arena, mark + 2, folder))
	            : flag;
}

static status name_sources(const struct diff_settings *settings, const char *path, struct arena *arena,
                           struct source_list *sources)
{
	bool folder = path_is_folder(path);
	if (folder && !settings->sources.n)
		return fail(TROUBLE_USAGE, "%s is a folder: name its sources with --sources a.c,b.c", path);
	if (!folder && settings->sources.n)
		return fail(TROUBLE_USAGE, "--sources is for folders, and %s is none", path);
	size_t n = folder ? settings->sources.n : 1, n_flags = settings->operands.after.n;
	const char **paths = ARENA_ARRAY(arena, const char *, n),
	           **flags = ARENA_ARRAY(arena, const char *, n_flags + 1);
	for (size_t i = 0; i < n; i++)
		paths[i] = folder ? arena_printf(arena, "%s/%s", path, settings->sources.at[i]) : path;
	for (size_t i = 0; i < n_flags; i++)
		flags[i] = flag_for(arena, settings->operands.after.at[i], folder_of(arena, path));
	if (settings->database)
		TRY(sources_from_database(sources, flag_for(arena, settings->database, folder_of(arena, path)), NULL,
		                          paths, n));
	else
		TRY(sources_from_args(sources, paths, n, flags, n_flags));
	if (settings->contracts)
		TRY(sources_set_contracts(sources, flag_for(arena, settings->contracts, folder_of(arena, path))));
	return NULL;
}

static status read_version(const struct diff_settings *settings, const char *path, struct arena *arena,
                           struct diff_side *side)
{
	struct source_list sources = { 0 };
	status st = name_sources(settings, path, arena, &sources);
	if (!st)
		st = front_read_cached(&sources, settings->no_cache ? NULL : cache_folder(arena, NULL), &side->unit);
	sources_release(&sources);
	return st;
}

static status choose_functions(const struct diff_settings *settings, const struct model *model, struct arena *arena,
                               bool **callable)
{
	size_t n = 0;
	*callable = ARENA_ARRAY(arena, bool, model->functions.n + 1);
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *function = &model->functions.at[i];
		n += (*callable)[i] = !function->why_not && !function->switched_off && !function->is_main &&
		                      !function->sets && (!function->is_static || settings->statics);
	}
	return n ? NULL : fail(TROUBLE_INPUT, NO_FUNCTION);
}

/* Searches one version with half of the budget. */
static status search(const struct diff_settings *settings, struct diff_side *side, struct arena *arena)
{
	struct campaign_options options = { .criterion = CRITERION_BRANCH, .workers = 1, .seed = settings->seed };
	struct engine_setup setup = { .unit = side->unit, .build = { .no_cache = settings->no_cache } };
	status st = engines_choose(&settings->engines, &setup, &options);
	options.budget.seconds = settings->executions ? 0 : settings->seconds / 2;
	options.budget.executions = (settings->executions + 1) / 2;
	bool *callable = NULL;
	if (!st)
		st = choose_functions(settings, side->unit->model, arena, &callable);
	options.callable = callable;
	if (!st)
		st = engines_begin(&setup, &options);
	if (!st)
		st = campaign_run(side->unit, side->targets[BUILD_FAST], side->targets[BUILD_CHECKED], &options,
		                  &side->campaign);
	engine_setup_release(&setup);
	return st;
}

/* ---- output ---- */

static void show(const struct diff_settings *settings, const struct versions *versions,
                 const struct diff_result *result)
{
	log_note("%zu tests compared%s", result->compared, result->n ? "" : ": no difference");
	if (result->flaky)
		log_note("%zu differed by chance: not every time, or not in the same way", result->flaky);
	if (result->unconfirmed)
		log_note("%zu left out: as written tests they do not pass with one version and fail with the other",
		         result->unconfirmed);
	if (result->untold)
		log_note("%zu tests use names that only one version has", result->untold);
	if (settings->json) {
		struct sb text = { 0 };
		diff_json(result, &text);
		fputs(sb_text(&text), stdout);
		sb_release(&text);
		return;
	}
	if (settings->quiet)
		return;
	for (size_t i = 0; i < result->n; i++)
		printf("  %-24s %s%s\n", result->at[i].test, result->at[i].what,
		       result->at[i].changed ? "" : " It reaches no changed function.");
	if (result->n)
		printf("  tests          %s/old/test_%s.c, %s/new/test_%s.c: cd into either, make check\n",
		       settings->out, versions->sides[0].unit->name, settings->out, versions->sides[1].unit->name);
}

static status compare_versions(const struct diff_settings *settings, struct versions *versions)
{
	static const char *const folders[] = { "old", "new", NULL };
	static const struct out_kind kind = { .names = folders };
	const text_list *names = &settings->operands.before;
	struct build_options build = { .no_cache = settings->no_cache };
	struct diff_result result = { 0 };
	if (names->n != 2)
		return fail(TROUBLE_USAGE, "name two versions: skep diff OLD NEW");
	TRY(out_folder_check(settings->out, versions->stage, &kind));
	interrupt_catch();
	for (int s = 0; s < 2; s++)
		TRY(read_version(settings, names->at[s], versions->arena, &versions->sides[s]));
	for (int s = 0; s < 2; s++) {
		struct diff_side *side = &versions->sides[s];
		TRY(targets_build(side->unit, &build, side->targets));
		TRY(search(settings, side, versions->arena));
	}
	const char *command = arena_printf(versions->arena, "skep diff %s %s", path_base(names->at[0]),
	                                   path_base(names->at[1]));
	TRY(dir_make(versions->stage));
	TRY(diff_write(versions->sides, versions->stage, command, settings->seed, versions->arena, &result));
	interrupt_forget(); /* ctrl-C ended the search; writing goes on */
	if (result.n || access(settings->out, F_OK) == 0) /* a difference of an earlier run may be gone */
		TRY(put_in_place(versions->stage, settings->out, &kind, folders));
	show(settings, versions, &result);
	return result.n ? fail(TROUBLE_FOUND, "found: %zu difference%s", result.n, result.n == 1 ? "" : "s") : NULL;
}

static status diff_command(int argc, char **argv)
{
	struct diff_settings settings = { .seconds = 60, .seed = 1, .out = "skep-diff" };
	struct versions versions = { .arena = arena_new() };
	const struct option_spec specs[] = {
		{ 't', "time", OPTION_SECONDS, &settings.seconds, "TIME", "search this long, on both (default 60s)" },
		{ 0, "executions", OPTION_NUMBER, &settings.executions, "N",
		  "search for N tests, whatever the clock says" },
		{ 0, "seed", OPTION_NUMBER, &settings.seed, "N", "of the random numbers (default 1)" },
		{ 'o', "out", OPTION_TEXT, &settings.out, "DIR", "where results go (default skep-diff)" },
		{ 0, "sources", OPTION_LIST, &settings.sources, "A,B", "sources of the unit, in both folders" },
		{ 'p', "database", OPTION_TEXT, &settings.database, "DIR",
		  "take flags from DIR/compile_commands.json, as in {}/build" },
		{ 0, "contracts", OPTION_TEXT, &settings.contracts, "FILE",
		  "check calls by the contracts in a C file" },
		{ 0, "static", OPTION_FLAG, &settings.statics, NULL, "call static functions too" },
		ENGINE_OPTIONS(&settings.engines),
		{ 0, "no-cache", OPTION_FLAG, &settings.no_cache, NULL, "read and build anew even if nothing changed" },
		{ 0, "json", OPTION_FLAG, &settings.json, NULL, "print the differences as JSON" },
		{ 'q', "quiet", OPTION_FLAG, &settings.quiet, NULL, "say only what went wrong" },
		{ 'v', "verbose", OPTION_FLAG, &settings.verbose, NULL, "say more" },
	};
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_diff, specs, sizeof specs / sizeof *specs, argc, argv, &settings.operands,
	                      &help));
	if (help)
		goto out;
	log_set_level(settings.quiet ? LOG_QUIET : settings.verbose ? LOG_VERBOSE : LOG_NORMAL);
	versions.stage = path_beside(settings.out, STAGE);
	TRY_OUT(compare_versions(&settings, &versions));
out:
	versions_release(&versions);
	operands_release(&settings.operands);
	vec_release(&settings.sources);
	vec_release(&settings.engines.filters_off);
	return st;
}

static int diff_main(int argc, char **argv)
{
	return command_end(diff_command(argc, argv));
}
