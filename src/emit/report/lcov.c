/* lcov: coverage.info, a tracefile that lcov, genhtml, editors and CI services read.
 *
 * One record per file. An execution count is the number of tests of the suite that run the line, take the
 * branch or enter the function. Branches of a line are numbered in source order: the block is the number of the
 * condition or switch within the line; branch 0 of a condition is true, 1 is false; branch i of a switch is its
 * i-th case, the default last. */
#include <limits.h>
#include <stdlib.h>

#include "emit/report/goals.h"
#include "emit/report/outputs.h"

struct branch {
	uint32_t line, column;
	bool is_switch;
	uint32_t index;            /* of the condition or switch */
};

struct tracefile {
	const struct results *results;
	const struct marks *marks;
	struct goals goals;
	struct sb *out;
};

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

/* Adds a name without line breaks, as readers want it; nothing else is special. */
static void add_name(struct sb *out, const char *name)
{
	for (; *name; name++)
		sb_add_char(out, *name == '\n' || *name == '\r' ? '?' : *name);
}

static void add_path(struct sb *out, const char *path)
{
	char *absolute = realpath(path, NULL);
	sb_add(out, "SF:");
	add_name(out, absolute ? absolute : path);
	sb_add_char(out, '\n');
	free(absolute);
}

static void add_functions(struct tracefile *t, uint32_t file)
{
	uint32_t found = 0, entered = 0;
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < t->marks->functions.n; i++) {
			const struct function_mark *mark = &t->marks->functions.at[i];
			uint32_t n = t->goals.n_tests[marks_function_probe(t->marks, i)];
			if (mark->place.file != file)
				continue;
			if (pass == 0)
				sb_addf(t->out, "FN:%u,", mark->place.line);
			else
				sb_addf(t->out, "FNDA:%u,", n);
			add_name(t->out, mark->name);
			sb_add_char(t->out, '\n');
			found += pass;
			entered += pass && n > 0;
		}
	}
	sb_addf(t->out, "FNF:%u\nFNH:%u\n", found, entered);
}

static int by_place(const void *a, const void *b)
{
	const struct branch *x = a, *y = b;
	int order = COMPARE(x->line, y->line);
	if (!order)
		order = COMPARE(x->column, y->column);
	if (!order)
		order = COMPARE(x->is_switch, y->is_switch);
	return order ? order : COMPARE(x->index, y->index);
}

/* Adds how often a branch was taken; "-" if its condition or switch was not reached. */
static void add_branch(struct tracefile *t, const struct branch *at, uint32_t block, uint32_t branch, uint32_t probe,
                       bool reached)
{
	sb_addf(t->out, "BRDA:%u,%u,%u,", at->line, block, branch);
	if (reached)
		sb_addf(t->out, "%u\n", t->goals.n_tests[probe]);
	else
		sb_add(t->out, "-\n");
}

static uint32_t branch_count(const struct tracefile *t, const struct branch *branch)
{
	return branch->is_switch ? t->marks->switches.at[branch->index].n_cases : 2;
}

static uint32_t branch_probe(const struct tracefile *t, const struct branch *branch, uint32_t k)
{
	if (branch->is_switch)
		return marks_case_probe(t->marks, t->marks->switches.at[branch->index].first_case + k);
	return marks_condition_probe(t->marks, branch->index, k == 0);
}

/* Adds the branches of one condition or switch. Returns the number of branches that were taken. */
static uint32_t add_block(struct tracefile *t, const struct branch *branch, uint32_t block)
{
	uint32_t n = branch_count(t, branch), taken = 0;
	for (uint32_t k = 0; k < n; k++)
		taken += t->goals.n_tests[branch_probe(t, branch, k)] > 0;
	for (uint32_t k = 0; k < n; k++)
		add_branch(t, branch, block, k, branch_probe(t, branch, k), taken > 0);
	return taken;
}

static void add_branches(struct tracefile *t, uint32_t file)
{
	VEC(struct branch) branches = { 0 };
	for (uint32_t i = 0; i < t->marks->conditions.n; i++) {
		const struct place *place = &t->marks->conditions.at[i].place;
		if (place->file == file)
			vec_push(&branches, (struct branch){ place->line, place->column, false, i });
	}
	for (uint32_t i = 0; i < t->marks->switches.n; i++) {
		const struct place *place = &t->marks->switches.at[i].place;
		if (place->file == file)
			vec_push(&branches, (struct branch){ place->line, place->column, true, i });
	}
	if (branches.n)
		qsort(branches.at, branches.n, sizeof *branches.at, by_place);
	uint32_t found = 0, taken = 0, block = 0;
	for (size_t i = 0; i < branches.n; i++) {
		block = i > 0 && branches.at[i].line == branches.at[i - 1].line ? block + 1 : 0;
		taken += add_block(t, &branches.at[i], block);
		found += branch_count(t, &branches.at[i]);
	}
	sb_addf(t->out, "BRF:%u\nBRH:%u\n", found, taken);
	vec_release(&branches);
}

struct line {
	uint32_t line, n_tests;
};

/* Compares by line, then by tests, the most first. */
static int by_line(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int order = COMPARE(x->line, y->line);
	return order ? order : COMPARE(y->n_tests, x->n_tests);
}

static void add_lines(struct tracefile *t, uint32_t file)
{
	VEC(struct line) lines = { 0 };
	uint32_t found = 0, run = 0;
	for (uint32_t i = 0; i < t->marks->statements.n; i++) {
		const struct statement *statement = &t->marks->statements.at[i];
		if (statement->place.file == file)
			vec_push(&lines,
			         (struct line){ statement->place.line,
			                        t->goals.n_tests[marks_region_probe(t->marks, statement->region)] });
	}
	if (lines.n)
		qsort(lines.at, lines.n, sizeof *lines.at, by_line);
	for (size_t i = 0; i < lines.n; i++) {
		if (i > 0 && lines.at[i].line == lines.at[i - 1].line)
			continue;
		sb_addf(t->out, "DA:%u,%u\n", lines.at[i].line, lines.at[i].n_tests);
		found++;
		run += lines.at[i].n_tests > 0;
	}
	sb_addf(t->out, "LF:%u\nLH:%u\n", found, run);
	vec_release(&lines);
}

static bool has_functions(const struct marks *marks, uint32_t file)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (marks->functions.at[i].place.file == file)
			return true;
	return false;
}

void lcov_info(const struct results *results, struct sb *out)
{
	struct tracefile t = { .results = results, .marks = results->suite.cover->marks, .out = out };
	goals_init(&t.goals, results);
	for (uint32_t file = 0; file < t.marks->files.n; file++) {
		if (!has_functions(t.marks, file))
			continue;
		sb_add(out, "TN:skep\n");
		add_path(out, t.marks->files.at[file]);
		add_functions(&t, file);
		add_branches(&t, file);
		add_lines(&t, file);
		sb_add(out, "end_of_record\n");
	}
	goals_release(&t.goals);
}
