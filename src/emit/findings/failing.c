/* failing: see failing.h. */
#include "emit/findings/failing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/findings/bug_program.h"
#include "emit/findings/shortening.h"
#include "proc/child.h"
#include "reduce/same_cause.h"
#include "seq/life.h"

#define MAX_BUGS 40u        /* written; a message tells how many more there are */
#define MAX_MISUSES 20u

/* A finding that is told by another finding; found NULL: it is told by itself. */
struct joined {
	const struct finding *found;
	size_t with;
};

struct failing {
	struct bug_program program;  /* the file that is being written */
	struct campaign *campaign;
	struct failing_options options;
	double start;
	struct arena *arena;
	const struct finding **sorted; /* the gravest first */
	size_t n_sorted;
	struct spare_parts parts;
	struct suite_failure *told;  /* findings in the order in which they are written */
	size_t n_told;
	struct joined *joined;       /* per told */
	uint32_t n_left;             /* findings that are left out */
};

/* Judges the test without the steps behind the failing step, which can disturb what is found out about the
 * fault: a test that would go on well with other memory runs into them. *instead is the finding of the shorter
 * test, if it is another fault. */
static status judge_without_rest(struct judge *judge, struct arena *arena, const struct finding *finding,
                                 const struct finding **instead)
{
	const struct seq *start = finding_up_to_fault(arena, finding), *closed;
	enum verdict verdict;
	uint64_t key;
	*instead = NULL;
	if (start->n == finding->seq->n || finding->fault.kind == SK_LEAK || finding->fault.kind == SK_LAW)
		return NULL;
	TRY(judge_key(judge, arena, start, &key));
	if (!key || key == finding->key)
		return NULL;
	TRY(judge_sequence(judge, arena, start, &closed, &verdict, instead));
	if (*instead && (*instead)->key == finding->key)
		*instead = NULL;
	return NULL;
}

/* True if the time is over. Bugs are told all the same. */
static bool is_late(const struct failing *failing, const struct finding *finding)
{
	return finding->verdict != VERDICT_BUG && is_past(failing->options.times->end);
}

/* Leaves out findings that the user did not ask for, and logs their number. */
static void leave_elsewhere(struct failing *failing)
{
	size_t n = 0, n_bugs = 0;
	if (!failing->options.concerns)
		return;
	for (size_t i = 0; i < failing->n_sorted; i++) {
		const struct finding *finding = failing->sorted[i];
		if (failing->options.concerns(failing->options.context, finding))
			failing->sorted[n++] = finding;
		else
			n_bugs += finding->verdict == VERDICT_BUG;
	}
	if (n < failing->n_sorted)
		log_note("%zu finding%s in other code %s left out, %zu of them bugs", failing->n_sorted - n,
		         failing->n_sorted - n == 1 ? "" : "s", failing->n_sorted - n == 1 ? "is" : "are", n_bugs);
	failing->n_sorted = (uint32_t)n;
}

/* Collects all findings, each once. */
static status collect_findings(struct failing *failing)
{
	struct judge *judge = campaign_judge(failing->campaign);
	struct arena *arena = failing->arena;
	const struct finding *const *findings;
	size_t n_first = judge_findings(judge, &findings);
	const struct finding **first = arena_memdup(arena, findings, n_first * sizeof *first);
	bool *told_otherwise = ARENA_ARRAY(arena, bool, n_first + 1), *told = ARENA_ARRAY(arena, bool, n_first + 1);
	for (size_t i = 0; i < n_first; i++) {
		const struct finding *instead = NULL;
		if (!is_late(failing, first[i]))
			TRY(judge_without_rest(judge, arena, first[i], &instead));
		told_otherwise[i] = instead != NULL;
		for (size_t k = 0; k < n_first && instead; k++)
			told[k] |= first[k] == instead;
		if (instead)
			log_verbose("%s: told as %s", first[i]->summary, instead->summary);
	}
	size_t n_all = judge_findings(judge, &findings);
	failing->sorted = ARENA_ARRAY(arena, const struct finding *, n_all + 1);
	failing->n_sorted = 0;
	for (size_t i = 0; i < n_all; i++)
		if (i >= n_first || !told_otherwise[i] || told[i])
			failing->sorted[failing->n_sorted++] = findings[i];
	leave_elsewhere(failing);
	return NULL;
}

/* Adds the calls that show a broken built-in contract to the test, with the expectation. */
static status show_breach(struct bug_program *program, struct judge *judge, struct arena *arena, struct finding *shown)
{
	struct breach breach;
	bool found;
	TRY(judge_breach(judge, arena, shown->seq, &breach, &found));
	shown->step = found ? breach.call : shown->seq->n;
	program->kept_size = found ? breach.kept_size : 0;
	program->kept_arg = found ? breach.kept_arg : 0;
	if (!found || !breach.expect)
		return NULL;
	shown->seq = seq_close(arena, program->unit->model, breach.seq);
	shown->n_own = breach.seq->n;
	shown->step = breach.step;
	program->expected = (struct c_check){ .variable = breach.step, .expect = breach.expect };
	return NULL;
}

/* Returns the step that fails; the last call if the fault shows after the last step. */
static uint32_t failing_step(const struct finding *told)
{
	if (told->step < told->seq->n)
		return told->step;
	uint32_t call = seq_last_call(told->seq, told->seq->n);
	return call == NONE ? told->seq->n : call;
}

/* Writes the program of a finding to `path`, which lies in failing->options.out_dir. `command` gets the command
 * that compiles it. */
static status write_one(struct failing *failing, struct suite_failure *failure, const char *path, struct sb *command)
{
	struct bug_program *program = &failing->program;
	struct sb text = { 0 };
	program->also_in = failure->also_in;
	program->expected = (struct c_check){ 0 };
	program->kept_size = 0;
	if (failure->finding->fault.kind == SK_LAW) {
		struct finding *shown = arena_memdup(failing->arena, failure->finding, sizeof *shown);
		TRY(show_breach(program, campaign_judge(failing->campaign), failing->arena, shown));
		failure->finding = shown;
	}
	program->finding = failure->finding;
	program->file = path_base(path);
	bug_program_write(program, &text, command);
	status st = file_write(path, sb_text(&text), text.n);
	failure->text = arena_strdup(failing->arena, sb_text(&text));
	sb_release(&text);
	return st;
}

static int graver(const struct finding *x, const struct finding *y)
{
	static const int gravity[] = { [VERDICT_BUG] = 0,
		                       [VERDICT_ERROR_PATH] = 1,
		                       [VERDICT_UNCLEAR] = 2,
		                       [VERDICT_MISUSE] = 3,
		                       [VERDICT_FINE] = 4 };
	if (gravity[x->verdict] != gravity[y->verdict])
		return gravity[x->verdict] - gravity[y->verdict];
	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	if (x->seq->n != y->seq->n)
		return x->seq->n < y->seq->n ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

static int by_gravity(const void *a, const void *b)
{
	return graver(*(const struct finding *const *)a, *(const struct finding *const *)b);
}

static int by_gravity_told(const void *a, const void *b)
{
	return graver(((const struct suite_failure *)a)->finding, ((const struct suite_failure *)b)->finding);
}

/* Folders for findings by verdict, and how many of them at most: a reader has patience for so many. */
static const struct shelf {
	const char *folder, *name;
	uint32_t most;
} shelves[] = {
	[VERDICT_BUG] = { "failing", "bug", MAX_BUGS },
	[VERDICT_ERROR_PATH] = { "error-paths", "error_path", MAX_MISUSES },
	[VERDICT_UNCLEAR] = { "unclear", "unclear", MAX_MISUSES },
	[VERDICT_MISUSE] = { "misuse", "misuse", MAX_MISUSES },
};

static bool is_to_be_seen(enum verdict verdict)
{
	return verdict == VERDICT_BUG || verdict == VERDICT_ERROR_PATH;
}

/* Compiles and runs the program of a bug as its comment says, so that only bugs that anybody can see are told.
 * If the program runs to its end, the finding becomes unclear. */
static status confirm(struct failing *failing, struct suite_failure *failure, const struct finding *found,
                      const char *path, const char *command)
{
	enum trial trial;
	log_progress("running %s", failure->file);
	TRY(bug_program_try(&failing->program, command, &trial));
	if (trial == TRIAL_NOT_BUILT)
		log_verbose("%s: %s cannot be compiled as its comment says", failure->finding->summary, failure->file);
	if (trial != TRIAL_ENDS_WELL)
		return NULL;
	const struct finding *unclear = judge_not_seen_outside(campaign_judge(failing->campaign), found);
	if (unclear->verdict == found->verdict)
		return NULL;
	failure->finding = unclear;
	failure->also_in = NULL;
	unlink(path);
	rmdir(failing->program.folder); /* if the folder has no other file */
	return NULL;
}

/* Writes a finding. *number is the number of the last file on its shelf. A bug that does not show again becomes
 * unclear, and its file is removed. */
static status write_finding(struct failing *failing, struct suite_failure *failure, uint32_t *number)
{
	const struct finding *found = failure->finding;
	enum verdict verdict = found->verdict;
	const struct shelf *shelf = &shelves[verdict];
	struct sb command = { 0 };
	failing->program.folder = arena_printf(failing->arena, "%s/%s", failing->options.out_dir, shelf->folder);
	failure->file = arena_printf(failing->arena, "%s/%s_%03u.c", shelf->folder, shelf->name, *number + 1);
	char *path = xprintf("%s/%s", failing->options.out_dir, failure->file);
	status st = dir_make(failing->program.folder);
	if (!st)
		st = write_one(failing, failure, path, &command);
	failure->calls = seq_n_calls(failure->finding->seq);
	if (!st && is_to_be_seen(verdict))
		st = confirm(failing, failure, found, path, sb_text(&command));
	*number += failure->finding->verdict == verdict;
	sb_release(&command);
	free(path);
	return st;
}

/* Findings that were joined with a finding which turned out unclear are told by themselves again. */
static void part_from(const struct failing *failing, struct suite_failure *told, size_t n, size_t unclear)
{
	for (size_t i = 0; i < n; i++)
		if (failing->joined[i].found && failing->joined[i].with == unclear)
			told[i].finding = failing->joined[i].found;
}

/* Writes bugs first: a bug that does not show again is then written with the findings that are unclear. */
static status write_findings(struct failing *failing, struct results *results)
{
	struct suite_failure *told = failing->told;
	size_t n = failing->n_told;
	uint32_t written[sizeof shelves / sizeof *shelves] = { 0 };
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < n; i++) {
			enum verdict verdict = told[i].finding ? told[i].finding->verdict : VERDICT_FINE;
			if (verdict == VERDICT_FINE || is_to_be_seen(verdict) != (pass == 0))
				continue;
			TRY(write_finding(failing, &told[i], &written[verdict]));
			if (told[i].finding->verdict == verdict)
				results->findings.failures[results->findings.n_failures++] = told[i];
			else
				part_from(failing, told, n, i);
		}
	return NULL;
}

/* Collects objects that tests of the campaign make: these may stand in for objects that take more steps. */
static void add_components(struct failing *failing)
{
	struct arena *arena = failing->arena;
	struct archived *tests;
	size_t n = archive_all(campaign_archive(failing->campaign), arena, &tests);
	const struct seq **sequences = ARENA_ARRAY(arena, const struct seq *, n + 1);
	for (size_t i = 0; i < n; i++)
		sequences[i] = tests[i].seq;
	failing->parts.n_components = components_of(arena, failing->program.unit->model, sequences, n,
	                                            &failing->parts.components);
}

/* Returns "f, g" with the function of another finding added, if that is a different function. */
static const char *other_places(struct arena *arena, const char *known, const struct finding *first,
                                const struct finding *other)
{
	const char *function = other->frames[0].function;
	if (str_equal(function, first->frames[0].function))
		return known;
	return known ? arena_printf(arena, "%s, %s", known, function) : function;
}

/* Adds the functions or the count of another finding to a finding that is told. */
static void join(struct suite_failure *told, const struct suite_failure *other, struct arena *arena)
{
	struct finding *both = arena_memdup(arena, told->finding, sizeof *both);
	if (other->finding->verdict == VERDICT_BUG)
		told->also_in = other_places(arena, told->also_in, told->finding, other->finding);
	else
		both->count += other->finding->count;
	told->finding = both;
}

void failing_join(struct failing *failing)
{
	struct suite_failure *told = failing->told;
	size_t n = failing->n_told;
	struct shown_fault *shown = ARENA_ARRAY(failing->arena, struct shown_fault, n + 1);
	const struct model *model = failing->program.unit->model;
	struct joined *joined = failing->joined = ARENA_ARRAY(failing->arena, struct joined, n + 1);
	for (size_t i = 0; i < n; i++) {
		const struct finding *finding = told[i].finding;
		size_t k = 0;
		shown[i] = (struct shown_fault){ finding, finding->seq, failing_step(finding) };
		while (k < i && (joined[k].found ||
		                 !(same_cause(model, &shown[k], &shown[i]) || is_told_by(&shown[k], &shown[i]))))
			k++;
		if (k == i)
			continue;
		joined[i] = (struct joined){ finding, k };
		join(&told[k], &told[i], failing->arena);
	}
	for (size_t i = 0; i < n; i++)
		if (joined[i].found)
			told[i].finding = NULL;
}

struct failing *failing_new(const struct unit *unit, const struct compilers *compilers, struct campaign *campaign,
                            const struct failing_options *options, struct arena *arena)
{
	struct failing *failing = ARENA_NEW(arena, struct failing);
	*failing = (struct failing){ .program = { .unit = unit, .compilers = compilers },
		                     .campaign = campaign,
		                     .options = *options,
		                     .start = now_seconds(),
		                     .arena = arena };
	return failing;
}

status failing_settle(struct failing *failing)
{
	TRY(collect_findings(failing));
	judge_settle(campaign_judge(failing->campaign));
	return NULL;
}

/* Leaves the first of findings with equal keys: a bug that was tried again may have become a finding that is known. */
static void leave_known(struct failing *failing)
{
	size_t n = 0;
	for (size_t i = 0; i < failing->n_sorted; i++) {
		size_t k = 0;
		while (k < n && failing->sorted[k]->key != failing->sorted[i]->key)
			k++;
		if (k == n)
			failing->sorted[n++] = failing->sorted[i];
	}
	failing->n_sorted = n;
}

status failing_confirm(struct failing *failing)
{
	TRY(judge_confirm(campaign_judge(failing->campaign)));
	qsort(failing->sorted, failing->n_sorted, sizeof *failing->sorted, by_gravity);
	leave_known(failing);
	return NULL;
}

status failing_shorten(struct failing *failing)
{
	uint32_t chosen[sizeof shelves / sizeof *shelves] = { 0 };
	struct suite_failure *told = failing->told = ARENA_ARRAY(failing->arena, struct suite_failure,
	                                                         failing->n_sorted + 1);
	size_t kept = 0;
	if (failing->n_sorted && failing->options.replace)
		add_components(failing);
	for (size_t i = 0; i < failing->n_sorted; i++) {
		const struct finding *finding = failing->sorted[i];
		if (is_late(failing, finding) || chosen[finding->verdict]++ >= shelves[finding->verdict].most)
			continue;
		log_progress("shortening %s", finding->summary);
		told[kept].calls_found = seq_n_calls(finding->seq);
		TRY(finding_shorten(campaign_judge(failing->campaign), failing->program.unit->model, &failing->parts,
		                    finding, &told[kept].finding));
		kept++;
	}
	failing->n_left = (uint32_t)(failing->n_sorted - kept);
	failing->n_told = kept;
	qsort(told, kept, sizeof *told, by_gravity_told);
	return NULL;
}

status failing_write(struct failing *failing, struct results *results)
{
	results->findings.failures = ARENA_ARRAY(failing->arena, struct suite_failure, failing->n_told + 1);
	results->findings.n_failures = 0;
	results->findings.not_written = failing->n_left;
	TRY(write_findings(failing, results));
	log_verbose("findings: %zu written in %.1f s", failing->n_told, now_seconds() - failing->start);
	return NULL;
}
