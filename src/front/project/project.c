/* project: see project.h.
 *
 * Every entry of the database becomes a candidate. Candidates are judged one by one, then within
 * their target, then across targets; the candidates of a target that remain become a unit. */
#define _GNU_SOURCE
#include "front/project/project.h"

#include <fnmatch.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "base/str.h"
#include "front/project/database.h"
#include "front/read/paths.h"
#include "front/project/source_kind.h"
#include "front/sources.h"

struct candidate {
	const struct database_entry *entry;
	const char *shown;       /* its path as the user would write it */
	bool is_left, is_context, has_main;
	enum left_out why;       /* if it is left out, or is context */
};

/* The candidates of one link target, in the database's order. */
struct group {
	const char *target;      /* NULL: the target is not known */
	bool has_main;
	VEC(struct candidate) at;
};

struct choice {
	struct project *project;
	struct database *database;
	const struct project_wish *wish;
	const char *root;          /* the folder that contains all sources, with a slash at its end */
	const char *build_folder;  /* the folder that contains the build; NULL: it is among the sources */
	VEC(struct group) groups;
};

const char *left_out_name(enum left_out why)
{
	static const char *const names[N_LEFT_OUT] = {
		[LEFT_EXCLUDED] = "excluded",       [LEFT_MISSING] = "missing",
		[LEFT_TEST] = "test code",          [LEFT_GENERATED] = "generated",
		[LEFT_MAIN] = "another main",       [LEFT_ELSEWHERE] = "in another target",
		[LEFT_BROKEN] = "does not compile", [LEFT_DOUBLE] = "defines what another source defines",
	};
	return names[why];
}

/* ---- where things are ---- */

/* Shortens `root` to the folder that contains the file, too. */
static void widen(char *root, const char *file)
{
	size_t n = str_common_start(root, file);
	while (n > 0 && root[n - 1] != '/')
		n--;
	root[n] = 0;
}

static const char *folder_of(struct arena *arena, const char *path)
{
	return arena_strndup(arena, path, (size_t)(path_base(path) - path));
}

/* The folder that contains all sources except those in `apart`; NULL: there are none. */
static const char *common_root(const struct database *database, const char *apart)
{
	char *root = NULL;
	for (size_t i = 0; i < database->at.n; i++) {
		const char *file = database->at.at[i].file;
		if (apart && str_starts(file, apart))
			continue;
		if (!root)
			root = arena_strdup(database->arena, folder_of(database->arena, file));
		widen(root, file);
	}
	return root;
}

static void find_folders(struct choice *choice)
{
	struct database *database = choice->database;
	const char *build = folder_of(database->arena, path_absolute(database->arena, NULL, database->path));
	const char *root = common_root(database, build);
	bool is_apart = root && !str_starts(root, build);
	choice->build_folder = is_apart ? build : NULL;
	choice->root = is_apart ? root : common_root(database, NULL);
}

/* ---- one by one ---- */

static bool has_part(const char *path, const char *glob)
{
	char *copy = xstrdup(path), *rest = copy;
	bool found = false;
	for (char *part; !found && (part = strsep(&rest, "/"));)
		found = fnmatch(glob, part, 0) == 0;
	free(copy);
	return found;
}

static bool fits(const char *path, const char *glob)
{
	char *below = xprintf("%s%s*", glob, str_ends(glob, "/") ? "" : "/");
	bool found = fnmatch(glob, path, 0) == 0 || fnmatch(below, path, 0) == 0;
	free(below);
	return found;
}

static const char *within_root(const struct choice *choice, const char *file)
{
	return str_starts(file, choice->root) ? file + strlen(choice->root) : file;
}

static bool is_excluded_by(const struct choice *choice, const struct candidate *candidate, const char *glob)
{
	const char *inside = within_root(choice, candidate->entry->file);
	while (str_starts(glob, "./"))
		glob += 2;
	return fits(candidate->shown, glob) || fits(candidate->entry->file, glob) || fits(inside, glob) ||
	       (!strchr(glob, '/') && has_part(inside, glob));
}

static bool is_excluded(const struct choice *choice, const struct candidate *candidate)
{
	for (size_t i = 0; i < choice->wish->n_excludes; i++)
		if (is_excluded_by(choice, candidate, choice->wish->excludes[i]))
			return true;
	return false;
}

/* If the build folder is not below the root, the path inside the build folder is looked at. */
static bool is_generated(const struct choice *choice, const char *file)
{
	return (choice->build_folder && str_starts(file, choice->build_folder)) || file_is_generated(file);
}

static bool is_test(const struct choice *choice, const struct group *group, const char *file)
{
	if (choice->wish->n_targets)
		return false;
	return (group->target && target_is_of_tests(group->target)) || path_is_of_tests(within_root(choice, file));
}

static void leave(struct candidate *candidate, enum left_out why)
{
	candidate->is_left = true;
	candidate->why = why;
}

static void look_at(const struct choice *choice, const struct group *group, struct candidate *candidate)
{
	const char *file = candidate->entry->file;
	if (is_excluded(choice, candidate))
		leave(candidate, LEFT_EXCLUDED);
	else if (is_test(choice, group, file))
		leave(candidate, LEFT_TEST);
	else if (access(file, F_OK) != 0)
		leave(candidate, LEFT_MISSING);
	else if (is_generated(choice, file)) {
		candidate->is_context = true;
		candidate->why = LEFT_GENERATED;
	}
}

/* ---- within a target ---- */

static status find_main(struct candidate *candidate)
{
	const struct database_entry *entry = candidate->entry;
	struct source_list list = { 0 };
	status st = source_check(candidate->shown);
	if (!st)
		st = sources_add(&list, candidate->shown, entry->directory, entry->flags, entry->n_flags);
	if (!st)
		st = source_has_main(&list.at.at[0], &candidate->has_main);
	sources_release(&list);
	return st;
}

/* Keeps one main(): of several programs without a known target, only the sources that they may share become a unit. */
static void keep_one_main(struct group *group)
{
	size_t n = 0;
	for (size_t i = 0; i < group->at.n; i++)
		n += group->at.at[i].has_main;
	bool keeps_first = group->target || n == 1;
	for (size_t i = 0; i < group->at.n; i++) {
		struct candidate *candidate = &group->at.at[i];
		if (candidate->has_main && !keeps_first)
			leave(candidate, LEFT_MAIN);
		group->has_main |= candidate->has_main && keeps_first;
		keeps_first = keeps_first && !candidate->has_main;
	}
}

static status look_at_group(const struct choice *choice, struct group *group)
{
	for (size_t i = 0; i < group->at.n; i++) {
		struct candidate *candidate = &group->at.at[i];
		look_at(choice, group, candidate);
		if (!candidate->is_left)
			TRY(find_main(candidate));
	}
	keep_one_main(group);
	return NULL;
}

/* ---- across targets ---- */

/* A source that an earlier target has is needed to link this target, but is tested with the earlier
 * one. */
static void share(struct group *group, struct strmap *taken)
{
	for (size_t i = 0; i < group->at.n; i++) {
		struct candidate *candidate = &group->at.at[i];
		bool added = true;
		if (!candidate->is_left && !candidate->is_context)
			strmap_put(taken, candidate->entry->file, &added);
		if (!added) {
			candidate->is_context = true;
			candidate->why = LEFT_ELSEWHERE;
		}
	}
}

/* Libraries come first, so a program built of the same sources keeps only its other sources. */
static void share_sources(struct choice *choice)
{
	struct strmap taken = { 0 };
	for (int with_main = 0; with_main < 2; with_main++)
		for (size_t i = 0; i < choice->groups.n; i++)
			if (choice->groups.at[i].has_main == with_main)
				share(&choice->groups.at[i], &taken);
	strmap_release(&taken);
}

/* ---- targets ---- */

static struct group *group_of(struct choice *choice, const char *target)
{
	for (size_t i = 0; i < choice->groups.n; i++) {
		const char *known = choice->groups.at[i].target;
		if (known == target || (known && target && str_equal(known, target)))
			return &choice->groups.at[i];
	}
	vec_push(&choice->groups, (struct group){ .target = target });
	return &vec_last(&choice->groups);
}

static bool is_wanted(const struct project_wish *wish, const char *target)
{
	for (size_t i = 0; i < wish->n_targets; i++)
		if (target && str_equal(wish->targets[i], target))
			return true;
	return wish->n_targets == 0;
}

static void group_entries(struct choice *choice)
{
	struct database *database = choice->database;
	for (size_t i = 0; i < database->at.n; i++) {
		const struct database_entry *entry = &database->at.at[i];
		if (!is_wanted(choice->wish, entry->target))
			continue;
		const char *shown = path_shown(database->arena, "/", entry->file);
		vec_push(&group_of(choice, entry->target)->at, (struct candidate){ .entry = entry, .shown = shown });
	}
}

static status no_such_target(const struct database *database, const char *name)
{
	struct strmap told = { 0 };
	struct sb names = { 0 };
	for (size_t i = 0; i < database->at.n; i++) {
		const char *target = database->at.at[i].target;
		bool added = false;
		if (target)
			strmap_put(&told, target, &added);
		if (added)
			sb_addf(&names, "%s%s", names.n ? ", " : "", target);
	}
	status st = names.n ? fail(TROUBLE_USAGE, "--target %s: %s has no such target; it has %s", name, database->path,
	                           sb_text(&names))
	                    : fail(TROUBLE_USAGE,
	                           "--target %s: %s does not tell what its sources are linked into; choose with "
	                           "--exclude, or name sources",
	                           name, database->path);
	sb_release(&names);
	strmap_release(&told);
	return st;
}

static status check_targets(const struct database *database, const struct project_wish *wish)
{
	for (size_t i = 0; i < wish->n_targets; i++) {
		bool found = false;
		for (size_t k = 0; k < database->at.n && !found; k++)
			found = database->at.at[k].target && str_equal(database->at.at[k].target, wish->targets[i]);
		if (!found)
			return no_such_target(database, wish->targets[i]);
	}
	return NULL;
}

/* ---- units ---- */

static bool has_unit(const struct project *project, const char *name)
{
	for (size_t i = 0; i < project->units.n; i++)
		if (str_equal(project->units.at[i].name, name))
			return true;
	return false;
}

/* The name of the project's folder; the sources are often in a folder below it. */
static const char *project_name(const struct choice *choice)
{
	static const char *const below[] = { "src", "source", "sources", "lib", "libs" };
	char *path = arena_strdup(choice->project->arena, choice->root);
	for (;;) {
		size_t n = strlen(path);
		while (n > 0 && path[n - 1] == '/')
			path[--n] = 0;
		const char *name = path_base(path);
		bool is_below = false;
		for (size_t i = 0; i < sizeof below / sizeof *below; i++)
			is_below |= str_equal(name, below[i]);
		if (!is_below)
			return *name ? name : "project";
		path[name - path] = 0;
	}
}

/* The name of the only source without its ending; NULL: there are several sources. */
static const char *name_of_only(struct arena *arena, const struct group *group)
{
	const char *found = NULL;
	for (size_t i = 0; i < group->at.n; i++) {
		const struct candidate *candidate = &group->at.at[i];
		if (candidate->is_left)
			continue;
		if (found)
			return NULL;
		found = path_base(candidate->shown);
	}
	return found ? arena_strndup(arena, found, strlen(found) - strlen(".c")) : NULL;
}

static const char *unit_name(const struct choice *choice, const struct group *group)
{
	struct arena *arena = choice->project->arena;
	const char *name_of_group = group->target ? group->target : name_of_only(arena, group);
	const char *plain = name_for_files(arena, name_of_group ? name_of_group : project_name(choice));
	const char *name = plain;
	for (int i = 2; has_unit(choice->project, name); i++)
		name = arena_printf(arena, "%s-%d", plain, i);
	return name;
}

static void note_left(struct choice *choice, const struct group *group, const struct candidate *candidate)
{
	struct arena *arena = choice->project->arena;
	vec_push(&choice->project->left,
	         (struct project_left){ .path = arena_strdup(arena, candidate->shown),
	                                .target = group->target ? arena_strdup(arena, group->target) : NULL,
	                                .why = candidate->why });
}

static status add_sources(struct project_unit *unit, const struct group *group)
{
	for (size_t i = 0; i < group->at.n; i++) {
		const struct candidate *candidate = &group->at.at[i];
		const struct database_entry *entry = candidate->entry;
		if (candidate->is_left)
			continue;
		TRY(sources_add(&unit->sources, candidate->shown, entry->directory, entry->flags, entry->n_flags));
		vec_last(&unit->sources.at).is_context = candidate->is_context;
		unit->n_own += !candidate->is_context;
		unit->is_partial |= candidate->is_context && candidate->why == LEFT_ELSEWHERE;
	}
	return NULL;
}

static status add_unit(struct choice *choice, const struct group *group)
{
	struct project *project = choice->project;
	struct project_unit unit = { .target = group->target ? arena_strdup(project->arena, group->target) : NULL };
	bool has_own = false;
	for (size_t i = 0; i < group->at.n; i++) {
		const struct candidate *candidate = &group->at.at[i];
		if (candidate->is_left || candidate->is_context)
			note_left(choice, group, candidate);
		else
			has_own = true;
	}
	if (!has_own)
		return NULL;
	unit.name = unit_name(choice, group);
	vec_push(&project->units, unit);
	status st = add_sources(&vec_last(&project->units), group);
	vec_last(&project->units).sources.name = arena_strdup(vec_last(&project->units).sources.arena, unit.name);
	return st;
}

/* Fails with the reason if one reason holds for all sources, else with the number for each reason. */
static status nothing_left(const struct choice *choice)
{
	const struct project *project = choice->project;
	size_t counts[N_LEFT_OUT] = { 0 };
	struct sb text = { 0 };
	for (size_t i = 0; i < project->left.n; i++)
		counts[project->left.at[i].why]++;
	if (counts[LEFT_MISSING] == project->left.n)
		return fail(TROUBLE_INPUT, "%s: no such file; build the project first", project->left.at[0].path);
	for (int why = 0; why < N_LEFT_OUT; why++)
		if (counts[why])
			sb_addf(&text, "%s%zu %s", text.n ? ", " : "", counts[why], left_out_name((enum left_out)why));
	status st = fail(TROUBLE_INPUT,
	                 "%s: nothing is left to test of its sources (%s); choose with --target, or name sources",
	                 project->database, sb_text(&text));
	sb_release(&text);
	return st;
}

static void warn_of_idle_globs(const struct choice *choice)
{
	for (size_t i = 0; i < choice->wish->n_excludes; i++) {
		bool used = false;
		for (size_t g = 0; g < choice->groups.n; g++)
			for (size_t k = 0; k < choice->groups.at[g].at.n && !used; k++)
				used = is_excluded_by(choice, &choice->groups.at[g].at.at[k],
				                      choice->wish->excludes[i]);
		if (!used)
			log_warn("--exclude %s fits no source of %s", choice->wish->excludes[i],
			         choice->database->path);
	}
}

static status choose(struct choice *choice)
{
	TRY(check_targets(choice->database, choice->wish));
	find_folders(choice);
	group_entries(choice);
	warn_of_idle_globs(choice);
	for (size_t i = 0; i < choice->groups.n; i++)
		TRY(look_at_group(choice, &choice->groups.at[i]));
	if (!choice->wish->n_targets)
		share_sources(choice);
	for (size_t i = 0; i < choice->groups.n; i++)
		TRY(add_unit(choice, &choice->groups.at[i]));
	return choice->project->units.n ? NULL : nothing_left(choice);
}

status project_read(const char *where, const struct project_wish *wish, struct project **project)
{
	struct choice choice = { .wish = wish, .project = xcalloc(1, sizeof **project) };
	choice.project->arena = arena_new();
	status st = database_read(where, &choice.database);
	if (!st) {
		choice.project->database = arena_strdup(choice.project->arena, choice.database->path);
		st = choose(&choice);
	}
	for (size_t i = 0; i < choice.groups.n; i++)
		vec_release(&choice.groups.at[i].at);
	vec_release(&choice.groups);
	database_free(choice.database);
	if (st)
		project_free(choice.project);
	else
		*project = choice.project;
	return st;
}

void project_free(struct project *project)
{
	if (!project)
		return;
	for (size_t i = 0; i < project->units.n; i++)
		sources_release(&project->units.at[i].sources);
	vec_release(&project->units);
	vec_release(&project->left);
	arena_free(project->arena);
	free(project);
}
