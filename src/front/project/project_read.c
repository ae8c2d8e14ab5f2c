/* project_read: reads a unit of a project, without the sources that cannot be part of it.
 *
 * A database may have sources that do not compile here (another compiler's C, headers that are not
 * built yet), and, without link targets, sources of several programs that define the same names.
 * Such sources are removed from the unit, and the others are tested. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "base/str.h"
#include "front/read/parse.h"
#include "front/project/project.h"

/* Keeps the sources for which keep[] is set; lists the others as left out. */
static void take_out(struct project *project, struct project_unit *unit, const bool *keep, enum left_out why)
{
	struct source_list *list = &unit->sources;
	size_t n = 0;
	for (size_t i = 0; i < list->at.n; i++) {
		if (keep[i]) {
			list->at.at[n++] = list->at.at[i];
			continue;
		}
		const char *path = arena_strdup(project->arena, list->at.at[i].path);
		vec_push(&project->left, (struct project_left){ .path = path, .target = unit->target, .why = why });
		unit->n_own -= !list->at.at[i].is_context;
		log_progress_end();
		log_note("  not tested: %s: %s", path, left_out_name(why));
	}
	list->at.n = n;
}

static bool keeps_some(const struct project_unit *unit, const bool *keep)
{
	for (size_t i = 0; i < unit->sources.at.n; i++)
		if (keep[i] && !unit->sources.at.at[i].is_context)
			return true;
	return false;
}

/* Removes sources that do not compile. *mended: the rest may compile. */
static status take_out_broken(struct project *project, struct project_unit *unit, bool *mended)
{
	bool *keep = xcalloc(unit->sources.at.n + 1, sizeof *keep), all = true;
	status st = NULL;
	for (size_t i = 0; i < unit->sources.at.n && !st; i++) {
		st = compiles_quietly(&unit->sources.at.at[i], &keep[i]);
		all &= keep[i];
	}
	*mended = !st && !all && keeps_some(unit, keep);
	if (*mended)
		take_out(project, unit, keep, LEFT_BROKEN);
	free(keep);
	return st;
}

/* The linker would reject a second definition of the function. */
static bool is_alone(const struct function_mark *mark)
{
	return !mark->is_static && !mark->is_main && !mark->is_inline;
}

/* Removes sources that define a function again; false: there are none. */
static bool take_out_doubles(struct project *project, struct project_unit *unit, const struct marks *marks)
{
	bool *keep = xcalloc(unit->sources.at.n + 1, sizeof *keep), found = false;
	struct strmap owners = { 0 };
	memset(keep, true, unit->sources.at.n);
	for (size_t i = 0; i < marks->functions.n; i++) {
		const struct function_mark *mark = &marks->functions.at[i];
		bool added = true;
		uint64_t *owner = is_alone(mark) && keep[mark->source] ? strmap_put(&owners, mark->name, &added) : NULL;
		if (owner && added)
			*owner = mark->source;
		if (owner && !added && *owner != mark->source)
			keep[mark->source] = false, found = true;
	}
	if (found)
		take_out(project, unit, keep, LEFT_DOUBLE);
	strmap_release(&owners);
	free(keep);
	return found;
}

status project_unit_read(struct project *project, struct project_unit *unit, const char *cache, struct unit **read)
{
	for (;;) {
		status st = front_read_cached(&unit->sources, cache, read), other = NULL;
		bool again = false;
		if (st && st->kind == TROUBLE_COMPILE)
			other = take_out_broken(project, unit, &again);
		else if (!st && !unit->target)
			again = take_out_doubles(project, unit, (*read)->marks);
		if (!st && again)
			unit_free(*read);
		if (!again && !other)
			return st;
		status_free(st);
		if (other)
			return other;
	}
}
