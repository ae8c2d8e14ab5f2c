/* over_targets: see over_targets.h. */
#include "cli/over_targets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "cli/out_folder.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

#define MIN_SECONDS 1.0
#define MAX_NAMED 3 /* sources named as examples */

/* ---- announcing the units ---- */

static void announce_unit(const struct project_unit *unit)
{
	struct sb text = { 0 };
	sb_addf(&text, "  %-24s %zu source%s", unit->name, unit->n_own, unit->n_own == 1 ? "" : "s");
	if (unit->sources.at.n > unit->n_own)
		sb_addf(&text, ", %zu more only linked", unit->sources.at.n - unit->n_own);
	log_note("%s", sb_text(&text));
	sb_release(&text);
}

/* A list of names. Each name is told once, and only some if there are many. */
struct naming_list {
	struct strmap seen;
	struct sb text;
	size_t n;
};

static void name_once(struct naming_list *list, const char *name)
{
	bool added;
	strmap_put(&list->seen, name, &added);
	if (!added)
		return;
	if (list->n++ < MAX_NAMED || log_level() >= LOG_VERBOSE)
		sb_addf(&list->text, "%s%s", list->text.n ? ", " : "", name);
	else if (list->n == MAX_NAMED + 1)
		sb_add(&list->text, ", ...");
}

static void naming_list_release(struct naming_list *list)
{
	strmap_release(&list->seen);
	sb_release(&list->text);
}

static void announce_left(const struct project *project, enum left_out why)
{
	struct naming_list files = { 0 };
	for (size_t i = 0; i < project->left.n; i++)
		if (project->left.at[i].why == why)
			name_once(&files, project->left.at[i].path);
	if (files.n)
		log_note("  not tested: %zu %s: %s", files.n, left_out_name(why), sb_text(&files.text));
	naming_list_release(&files);
}

static bool is_unit(const struct project *project, const char *target)
{
	for (size_t i = 0; i < project->units.n; i++)
		if (project->units.at[i].target && str_equal(project->units.at[i].target, target))
			return true;
	return false;
}

/* Tells targets whose sources are all tested in others: variants of a library. */
static void announce_variants(const struct project *project)
{
	struct naming_list targets = { 0 };
	for (size_t i = 0; i < project->left.n; i++) {
		const struct project_left *left = &project->left.at[i];
		if (left->why == LEFT_ELSEWHERE && left->target && !is_unit(project, left->target))
			name_once(&targets, left->target);
	}
	if (targets.n)
		log_note("  same sources: %s", sb_text(&targets.text));
	naming_list_release(&targets);
}

void project_announce(const struct project *project)
{
	log_note("%s: %zu unit%s", project->database, project->units.n, project->units.n == 1 ? "" : "s");
	for (size_t i = 0; i < project->units.n; i++)
		announce_unit(&project->units.at[i]);
	announce_variants(project);
	for (int why = 0; why < N_LEFT_OUT; why++)
		if (why != LEFT_ELSEWHERE)
			announce_left(project, (enum left_out)why);
}

/* ---- the budget ---- */

/* All rows, and the work that each has. */
struct table {
	const struct over_targets *over;
	struct arena *arena;
	struct target_row *rows;
	uint64_t *weights;     /* goals; 0: it is not begun */
	size_t n;
	double seconds;        /* left */
	uint64_t executions;   /* left */
};

static void note_failure(struct table *table, size_t i, const struct error *error)
{
	struct target_row *row = &table->rows[i];
	row->code = error->kind;
	row->message = arena_strdup(table->arena, error->message);
	log_progress_end();
	if (error->message[0])
		log_error("%s: %s", row->name, error->message);
}

static uint64_t count_goals(const struct unit *unit)
{
	struct cover cover;
	cover_init(&cover, unit->marks);
	uint64_t n = cover_count(&cover, CRITERION_BRANCH).total + cover_count(&cover, CRITERION_FUNCTION).total;
	cover_release(&cover);
	return n ? n : 1;
}

/* Reads every unit once before the first is run. It is in the cache when its turn comes. */
static status weigh(struct table *table, size_t i)
{
	const struct over_targets *over = table->over;
	struct unit *unit = NULL;
	log_progress("reading %s", table->rows[i].name);
	status st = project_unit_read(over->project, &over->project->units.at[i],
	                              over->input->no_cache ? NULL : cache_folder(table->arena, NULL), &unit);
	if (st && st->kind == TROUBLE_INTERRUPTED)
		return st;
	if (st)
		note_failure(table, i, st);
	else
		table->weights[i] = count_goals(unit);
	table->rows[i].n_files = over->project->units.at[i].n_own;
	status_free(st);
	unit_free(unit);
	return NULL;
}

static double fraction(const struct table *table, size_t i)
{
	uint64_t sum = 0;
	for (size_t k = i; k < table->n; k++)
		sum += table->weights[k];
	return (double)table->weights[i] / (double)sum;
}

/* Returns the share of a unit, in whole seconds, so that the command which repeats it has the same number. */
static struct share share_of(const struct table *table, size_t i)
{
	struct share share = { 0 };
	double part = fraction(table, i);
	if (table->over->executions) {
		share.executions = (uint64_t)((double)table->executions * part);
		share.executions += share.executions == 0;
	} else if (table->over->seconds > 0) {
		share.seconds = fmax(MIN_SECONDS, floor(table->seconds * part));
	}
	return share;
}

static void spend(struct table *table, const struct share *share)
{
	/* The time that a unit takes beyond its share is not taken from the others. */
	table->seconds -= fmin(table->seconds, fmin(share->seconds, share->spent_seconds));
	table->executions -= share->spent_executions < table->executions ? share->spent_executions : table->executions;
}

/* ---- the runs ---- */

static void run_one(struct table *table, size_t i, struct share *share)
{
	const struct over_targets *over = table->over;
	struct target_row *row = &table->rows[i];
	char *out = xprintf("%s/%s", over->out, row->name);
	if (share->executions)
		log_note("\n%s (%zu of %zu): %llu tests, by its number of goals", row->name, i + 1, table->n,
		         (unsigned long long)share->executions);
	else if (share->seconds > 0)
		log_note("\n%s (%zu of %zu): %.0f s, by its number of goals", row->name, i + 1, table->n,
		         share->seconds);
	else
		log_note("\n%s (%zu of %zu)", row->name, i + 1, table->n);
	status st = over->run(over->context, &over->project->units.at[i], out, share, row);
	if (st) {
		share->interrupted |= st->kind == TROUBLE_INTERRUPTED;
		note_failure(table, i, st);
		status_free(st);
	}
	free(out);
}

static void run_all(struct table *table)
{
	bool interrupted = false;
	for (size_t i = 0; i < table->n; i++) {
		if (!table->weights[i])
			continue;
		if (interrupted) {
			table->rows[i].code = TROUBLE_INTERRUPTED;
			table->rows[i].message = "not begun: interrupted";
			continue;
		}
		struct share share = share_of(table, i);
		run_one(table, i, &share);
		spend(table, &share);
		interrupted = share.interrupted;
	}
}

/* Announces all units as if each spent its share. */
static status announce_all(const struct table *all)
{
	struct table table = *all;
	const struct over_targets *over = table.over;
	struct share *share = ARENA_NEW(table.arena, struct share);
	for (size_t i = 0; i < table.n && over->announce; i++) {
		if (!table.weights[i])
			continue;
		*share = share_of(&table, i);
		TRY(over->announce(over->context, &over->project->units.at[i], share));
		share->spent_seconds = share->seconds;
		share->spent_executions = share->executions;
		spend(&table, share);
	}
	return NULL;
}

/* ---- the end ---- */

static status write_page(const struct project_results *results, const char *out, const char *name,
                         void (*print)(const struct project_results *, struct sb *))
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s", out, name);
	print(results, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}

static void show_rows(const struct table *table)
{
	printf("\n  %-24s %5s  %-16s %6s %5s\n", "target", "files", "branches", "tests", "bugs");
	for (size_t i = 0; i < table->n; i++) {
		const struct target_row *row = &table->rows[i];
		if (row->has_results)
			printf("  %-24s %5zu  %6u of %-6u %6u %5u\n", row->name, row->n_files, row->branches.covered,
			       row->branches.total, row->tests, row->bugs);
		else
			printf("  %-24s %5zu  failed: %s\n", row->name, row->n_files, row->message);
	}
	printf("  index          %s/index.html\n", table->over->out);
}

static void show_end(const struct table *table, const struct project_results *results)
{
	const struct unit_input *input = table->over->input;
	struct sb text = { 0 };
	if (input->json) {
		project_summary_json(results, &text);
		fputs(sb_text(&text), stdout);
	} else if (!input->quiet) {
		show_rows(table);
	}
	sb_release(&text);
}

/* Returns the worst failure with the names of its units, for the exit code. Each unit's message was told before. */
static status worst(const struct table *table)
{
	struct sb names = { 0 };
	int code = 0;
	size_t n = 0;
	for (size_t i = 0; i < table->n; i++)
		code = table->rows[i].code > code ? table->rows[i].code : code;
	for (size_t i = 0; i < table->n; i++)
		if (table->rows[i].code && n++ < 8)
			sb_addf(&names, "%s%s", names.n ? ", " : "", table->rows[i].name);
	const char *what = code == TROUBLE_FOUND ? "found what --fail-on names" : "not all targets are done";
	status st = !code ? NULL
	                  : fail((enum trouble)code, "%s: %zu of %zu targets: %s%s", what, n, table->n, sb_text(&names),
	                         n > 8 ? ", ..." : "");
	sb_release(&names);
	return st;
}

static const char *const index_names[] = { "index.html", "summary.json", NULL };
static const struct out_kind index_kind = { .names = index_names, .mark = "summary.json" };

static status fill_table(struct table *table)
{
	const struct over_targets *over = table->over;
	table->n = over->project->units.n;
	table->rows = ARENA_ARRAY(table->arena, struct target_row, table->n);
	table->weights = ARENA_ARRAY(table->arena, uint64_t, table->n);
	for (size_t i = 0; i < table->n; i++) {
		const struct project_unit *unit = &over->project->units.at[i];
		table->rows[i] = (struct target_row){ .name = unit->name, .n_files = unit->n_own };
		TRY(weigh(table, i));
	}
	log_progress_end();
	return NULL;
}

static status run_table(struct table *table)
{
	const struct over_targets *over = table->over;
	struct project_results results = { .project = over->project, .command = over->command };
	char *stage = path_beside(over->out, STAGE);
	status st = out_folder_check(over->out, stage, &index_kind);
	free(stage);
	TRY(st);
	TRY(fill_table(table));
	TRY(dir_make(over->out));
	TRY(announce_all(table));
	run_all(table);
	results.rows = table->rows;
	results.n_rows = table->n;
	TRY(write_page(&results, over->out, "summary.json", project_summary_json));
	TRY(write_page(&results, over->out, "index.html", project_index_html));
	show_end(table, &results);
	return worst(table);
}

status run_over_targets(const struct over_targets *over)
{
	struct table table = {
		.over = over, .arena = arena_new(), .seconds = over->seconds, .executions = over->executions
	};
	status st = run_table(&table);
	arena_free(table.arena);
	return st;
}
