/* failing: see failing.h. */
#include "emit/findings/failing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/findings/bug_program.h"
#include "proc/child.h"
#include "reduce/reduce.h"
#include "reduce/replace.h"
#include "reduce/same_cause.h"
#include "seq/life.h"

#define MAX_BUGS 40u        /* written; how many more there are is told */
#define MAX_MISUSES 20u
#define MAX_RUNS 200u       /* of shortening one test */
#define MAX_HANG_RUNS 30u   /* the same for a hang: each run takes long */
#define MAX_TELLINGS 4u     /* tests on the way back from the shortest, to find one that shows it again */

/* A finding that another one tells; found NULL: it is told by itself. */
struct joined {
	const struct finding *found;
	size_t with;
};

/* The file that is being written, and what all have in common. */
struct work {
	struct bug_program program;
	struct campaign *campaign;
	const char *out_dir;
	const struct timetable *times;
	struct arena *arena;
	const struct component *components; /* what parts of a test may be replaced by */
	size_t n_components;
	struct joined *joined;              /* per finding that is to be told */
};

struct same_fault {
	struct judge *judge;
	struct arena *arena;         /* for one candidate */
	const struct model *model;
	const struct finding *finding;
	bool *may_stay;              /* per function: what it made is not ended; NULL: tests are closed as ever */
	VEC(const struct seq *) kept; /* tests that showed it, each shorter or plainer than the one before */
};

/* Marks which functions made what the sequence does not end. False: others than `may` did. */
static bool mark_unended(const struct model *model, const struct seq *seq, const bool *may, bool *made)
{
	struct life *lives = xcalloc(seq->n + 1, sizeof *lives);
	bool good = true;
	seq_lives(model, seq, lives);
	for (uint32_t i = 0; i < seq->n; i++) {
		if (!lives[i].owned)
			continue;
		bool is_call = seq->steps[i]->kind == STEP_CALL;
		good = good && is_call && (!may || may[seq->steps[i]->index]);
		if (made && is_call)
			made[seq->steps[i]->index] = true;
	}
	free(lives);
	return good;
}

/* Steps before those at the end that only destroy, as they were appended to the finding's test. */
static uint32_t own_steps(const struct model *model, const struct finding *finding, const struct seq *seq)
{
	uint32_t n = seq->n, closing = finding->seq->n - finding->n_own;
	while (n > 1 && closing-- > 0 &&
	       (seq->steps[n - 1]->kind == STEP_FREE ||
	        (seq->steps[n - 1]->kind == STEP_CALL && model->functions.at[seq->steps[n - 1]->index].is_destroyer)))
		n--;
	return n;
}

static status key_of(struct same_fault *same, const struct seq *seq, uint64_t *key)
{
	arena_clear(same->arena);
	*key = 0;
	if (!same->may_stay)
		return judge_key(same->judge, same->arena, seq, key);
	if (!mark_unended(same->model, seq, same->may_stay, NULL))
		return NULL;
	return judge_key_of_closed(same->judge, same->arena, seq, own_steps(same->model, same->finding, seq), key);
}

static status stays_same(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct same_fault *same = context;
	for (size_t i = 0; i < n; i++) {
		uint64_t key;
		TRY(key_of(same, candidates[i], &key));
		keeps[i] = key == same->finding->key;
		if (!keeps[i])
			continue;
		vec_push(&same->kept, candidates[i]); /* the first that fits is taken */
		return NULL;
	}
	return NULL;
}

static const struct seq *first_steps(struct arena *arena, const struct seq *seq, uint32_t n)
{
	struct seq_builder builder;
	seq_begin(&builder, arena);
	for (uint32_t i = 0; i < n && i < seq->n; i++)
		vec_push(&builder.steps, seq->steps[i]);
	return seq_finish(&builder);
}

/* The part of a closed sequence up to the step that fails. */
static const struct seq *up_to_fault(struct arena *arena, const struct finding *finding)
{
	return first_steps(arena, finding->seq, finding->step < finding->seq->n ? finding->step + 1 : finding->seq->n);
}

/* Steps behind the one that fails can disturb what is found out about it: a test that would
 * have gone on well with other memory runs into them. *instead is what is told of the test
 * without them, if it is another thing. */
static status judge_without_rest(struct judge *judge, struct arena *arena, const struct finding *finding,
                                 const struct finding **instead)
{
	const struct seq *start = up_to_fault(arena, finding), *closed;
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

/* A bug is worth more time than the user gave. */
static bool is_late(const struct work *work, const struct finding *finding)
{
	return finding->verdict != VERDICT_BUG && is_past(work->times->end);
}

/* All findings, each once. */
static status collect_findings(const struct work *work, const struct finding ***list, size_t *n)
{
	struct judge *judge = campaign_judge(work->campaign);
	struct arena *arena = work->arena;
	const struct finding *const *findings;
	size_t n_first = judge_findings(judge, &findings);
	const struct finding **first = arena_memdup(arena, findings, n_first * sizeof *first);
	bool *told_otherwise = ARENA_ARRAY(arena, bool, n_first + 1), *told = ARENA_ARRAY(arena, bool, n_first + 1);
	for (size_t i = 0; i < n_first; i++) {
		const struct finding *instead = NULL;
		if (!is_late(work, first[i]))
			TRY(judge_without_rest(judge, arena, first[i], &instead));
		told_otherwise[i] = instead != NULL;
		for (size_t k = 0; k < n_first && instead; k++)
			told[k] |= first[k] == instead;
		if (instead)
			log_verbose("%s: told as %s", first[i]->summary, instead->summary);
	}
	size_t n_all = judge_findings(judge, &findings);
	*list = ARENA_ARRAY(arena, const struct finding *, n_all + 1);
	*n = 0;
	for (size_t i = 0; i < n_all; i++)
		if (i >= n_first || !told_otherwise[i] || told[i])
			(*list)[(*n)++] = findings[i];
	return NULL;
}

/* The test to start from. What was learned since may close tests so that they no longer
 * show it: a result that must be freed is freed. Then they are taken as they are. */
static status choose_start(struct arena *scratch, const struct finding *finding, struct same_fault *same)
{
	const struct seq *starts[] = { up_to_fault(scratch, finding),
		                       first_steps(scratch, finding->seq, finding->n_own) };
	uint64_t key;
	for (size_t i = 0; i < 2; i++) {
		TRY(key_of(same, starts[i], &key));
		if (key != finding->key)
			continue;
		vec_push(&same->kept, starts[i]);
		return NULL;
	}
	log_verbose("%s: does not show in a test that is closed as it would be now", finding->summary);
	vec_push(&same->kept, finding->seq);
	same->may_stay = ARENA_ARRAY(scratch, bool, same->model->functions.n + 1);
	mark_unended(same->model, finding->seq, NULL, same->may_stay);
	TRY(key_of(same, finding->seq, &key));
	if (key != finding->key)
		same->may_stay = NULL;
	return NULL;
}

static status shorten_in(struct arena *scratch, const struct work *work, const struct finding *finding,
                         struct same_fault *same)
{
	bool hangs = str_equal(finding->kind, "hang");
	struct reduce_options options = { .max_runs = hangs ? MAX_HANG_RUNS : MAX_RUNS,
		                          .stops_at_first = true,
		                          .components = work->components,
		                          .n_components = work->n_components };
	const struct seq *shorter;
	TRY(choose_start(scratch, finding, same));
	return reduce_sequence(scratch, same->model, vec_last(&same->kept), stays_same, same, &options, &shorter);
}

/* What the shortest test does is told, not what the one did that was found: it is run once
 * more. One that does not show it now would show it to nobody: then the one before. */
static status tell(struct arena *scratch, const struct finding *finding, const struct same_fault *same,
                   const struct finding **told)
{
	*told = NULL;
	for (size_t i = 0; i < same->kept.n && i < MAX_TELLINGS && !*told; i++) {
		const struct seq *seq = same->kept.at[same->kept.n - 1 - i];
		uint32_t n_own = same->may_stay ? own_steps(same->model, finding, seq) : seq->n;
		const struct seq *closed = same->may_stay ? seq : seq_close(scratch, same->model, seq);
		TRY(judge_tell(same->judge, scratch, finding, closed, n_own, told));
	}
	if (*told)
		return NULL;
	log_verbose("%s: not seen again in a shorter test", finding->summary);
	*told = finding;
	return NULL;
}

/* The finding as its shortest test shows it. What is tried on the way takes room, and goes. */
static status shorten(const struct work *work, const struct finding *finding, const struct finding **told)
{
	struct arena *scratch = arena_new();
	struct same_fault same = { .judge = campaign_judge(work->campaign),
		                   .arena = arena_new(),
		                   .model = work->program.unit->model,
		                   .finding = finding };
	status st = shorten_in(scratch, work, finding, &same);
	if (!st)
		st = tell(scratch, finding, &same, told);
	vec_release(&same.kept);
	arena_free(same.arena);
	arena_free(scratch);
	return st;
}

/* A built-in contract: the test gets the calls that show it, and says what should be. */
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
	program->expected = (struct c_check){ breach.step, breach.expect };
	return NULL;
}

static uint32_t count_calls(const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += seq->steps[i]->kind == STEP_CALL;
	return n;
}

/* The step that fails; of what shows after the last one, the last call. */
static uint32_t failing_step(const struct finding *told)
{
	uint32_t i = told->seq->n;
	if (told->step < told->seq->n)
		return told->step;
	while (i > 0 && told->seq->steps[i - 1]->kind != STEP_CALL)
		i--;
	return i ? i - 1 : told->seq->n;
}

/* The path of the file is in work->out_dir. *command: how it is compiled. */
static status write_one(struct work *work, struct suite_failure *failure, const char *path, struct sb *command)
{
	struct bug_program *program = &work->program;
	struct sb text = { 0 };
	program->also_in = failure->also_in;
	program->expected = (struct c_check){ 0 };
	program->kept_size = 0;
	if (failure->finding->fault.kind == SK_LAW) {
		struct finding *shown = arena_memdup(work->arena, failure->finding, sizeof *shown);
		TRY(show_breach(program, campaign_judge(work->campaign), work->arena, shown));
		failure->finding = shown;
	}
	program->finding = failure->finding;
	program->file = path_base(path);
	bug_program_write(program, &text, command);
	status st = file_write(path, sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

static int graver(const struct finding *x, const struct finding *y)
{
	static const int gravity[] = {
		[VERDICT_BUG] = 0, [VERDICT_UNCLEAR] = 1, [VERDICT_MISUSE] = 2, [VERDICT_FINE] = 3
	};
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

/* Where findings of a verdict go, and how many of them at most: a reader has
 * patience for so many. */
static const struct shelf {
	const char *folder, *name;
	uint32_t most;
} shelves[] = {
	[VERDICT_BUG] = { "failing", "bug", MAX_BUGS },
	[VERDICT_UNCLEAR] = { "unclear", "unclear", MAX_MISUSES },
	[VERDICT_MISUSE] = { "misuse", "misuse", MAX_MISUSES },
};

/* A bug is told if anybody can see it: the program is compiled and run as its comment says. If
 * it then runs to its end, it is unclear what was seen. */
static status confirm(struct work *work, struct suite_failure *failure, const struct finding *found, const char *path,
                      const char *command)
{
	enum trial trial;
	log_progress("running %s", failure->file);
	TRY(bug_program_try(&work->program, command, &trial));
	if (trial == TRIAL_NOT_BUILT)
		log_verbose("%s: %s cannot be compiled as its comment says", failure->finding->summary, failure->file);
	if (trial != TRIAL_ENDS_WELL)
		return NULL;
	const struct finding *unclear = judge_not_seen_outside(campaign_judge(work->campaign), found);
	if (unclear->verdict == VERDICT_BUG)
		return NULL;
	failure->finding = unclear;
	failure->also_in = NULL;
	unlink(path);
	rmdir(work->program.folder); /* if there is no other in it */
	return NULL;
}

/* *number: of the last file of its shelf. A bug that does not show is no bug any more, and has
 * no file. */
static status write_finding(struct work *work, struct suite_failure *failure, uint32_t *number)
{
	const struct finding *found = failure->finding;
	enum verdict verdict = found->verdict;
	const struct shelf *shelf = &shelves[verdict];
	struct sb command = { 0 };
	work->program.folder = arena_printf(work->arena, "%s/%s", work->out_dir, shelf->folder);
	failure->file = arena_printf(work->arena, "%s/%s_%03u.c", shelf->folder, shelf->name, *number + 1);
	char *path = xprintf("%s/%s", work->out_dir, failure->file);
	status st = dir_make(work->program.folder);
	if (!st)
		st = write_one(work, failure, path, &command);
	failure->calls = count_calls(failure->finding->seq);
	if (!st && verdict == VERDICT_BUG)
		st = confirm(work, failure, found, path, sb_text(&command));
	*number += failure->finding->verdict == verdict;
	sb_release(&command);
	free(path);
	return st;
}

/* What this one told besides itself has to be told by itself. */
static void part_from(const struct work *work, struct suite_failure *told, size_t n, size_t unclear)
{
	for (size_t i = 0; i < n; i++)
		if (work->joined[i].found && work->joined[i].with == unclear)
			told[i].finding = work->joined[i].found;
}

/* Bugs come first; what turns out to be none is written with what is unclear. */
static status write_findings(struct work *work, struct suite_failure *told, size_t n, struct results *results)
{
	uint32_t written[sizeof shelves / sizeof *shelves] = { 0 };
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < n; i++) {
			enum verdict verdict = told[i].finding ? told[i].finding->verdict : VERDICT_FINE;
			if (verdict == VERDICT_FINE || (verdict == VERDICT_BUG) != (pass == 0))
				continue;
			TRY(write_finding(work, &told[i], &written[verdict]));
			if (told[i].finding->verdict == verdict)
				results->failures[results->n_failures++] = told[i];
			else
				part_from(work, told, n, i);
		}
	return NULL;
}

/* What the tests of the campaign make: it may stand in for what takes more steps. */
static void add_components(struct work *work)
{
	struct arena *arena = work->arena;
	struct archived *tests;
	size_t n = archive_all(campaign_archive(work->campaign), arena, &tests);
	const struct seq **sequences = ARENA_ARRAY(arena, const struct seq *, n + 1);
	for (size_t i = 0; i < n; i++)
		sequences[i] = tests[i].seq;
	work->n_components = components_of(arena, work->program.unit->model, sequences, n, &work->components);
}

/* "f, g", and the function that another finding is in, if it is another function. */
static const char *other_places(struct arena *arena, const char *known, const struct finding *first,
                                const struct finding *other)
{
	const char *function = other->frames[0].function;
	if (str_equal(function, first->frames[0].function))
		return known;
	return known ? arena_printf(arena, "%s, %s", known, function) : function;
}

/* What another finding adds to one that is told. */
static void join(struct suite_failure *told, const struct suite_failure *other, struct arena *arena)
{
	struct finding *both = arena_memdup(arena, told->finding, sizeof *both);
	if (other->finding->verdict == VERDICT_BUG)
		told->also_in = other_places(arena, told->also_in, told->finding, other->finding);
	else
		both->count += other->finding->count;
	told->finding = both;
}

/* Bugs that one broken object brings about are told once: by the first of them. And what is
 * told as a bug is not told again as something else. */
static void join_by_cause(struct work *work, struct suite_failure *told, size_t n)
{
	struct shown_fault *shown = ARENA_ARRAY(work->arena, struct shown_fault, n + 1);
	const struct model *model = work->program.unit->model;
	struct joined *joined = work->joined = ARENA_ARRAY(work->arena, struct joined, n + 1);
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
		join(&told[k], &told[i], work->arena);
	}
	for (size_t i = 0; i < n; i++)
		if (joined[i].found)
			told[i].finding = NULL;
}

/* The findings that will be written, each as its shortest test shows it, the gravest first. */
static status shorten_all(const struct work *work, const struct finding *const *sorted, size_t *n,
                          struct suite_failure *told, uint32_t *not_written)
{
	uint32_t chosen[sizeof shelves / sizeof *shelves] = { 0 };
	size_t kept = 0;
	for (size_t i = 0; i < *n; i++) {
		if (is_late(work, sorted[i]) || chosen[sorted[i]->verdict]++ >= shelves[sorted[i]->verdict].most)
			continue;
		log_progress("shortening %s", sorted[i]->summary);
		told[kept].calls_found = count_calls(sorted[i]->seq);
		TRY(shorten(work, sorted[i], &told[kept].finding));
		kept++;
	}
	*not_written = (uint32_t)(*n - kept);
	*n = kept;
	qsort(told, kept, sizeof *told, by_gravity_told);
	return NULL;
}

status failing_write(struct unit *unit, const struct source_list *sources, struct campaign *campaign,
                     const struct failing_options *options, struct arena *arena, struct results *results)
{
	double start = now_seconds();
	struct work work = { .program = { .unit = unit, .sources = sources },
		             .campaign = campaign,
		             .out_dir = options->out_dir,
		             .times = options->times,
		             .arena = arena };
	const struct finding **sorted;
	size_t n;
	TRY(collect_findings(&work, &sorted, &n));
	judge_settle(campaign_judge(campaign));
	TRY(judge_confirm(campaign_judge(campaign)));
	struct suite_failure *told = ARENA_ARRAY(arena, struct suite_failure, n + 1);
	qsort(sorted, n, sizeof *sorted, by_gravity);
	results->failures = ARENA_ARRAY(arena, struct suite_failure, n + 1);
	results->n_failures = 0;
	if (n && options->replace)
		add_components(&work);
	TRY(shorten_all(&work, sorted, &n, told, &results->not_written));
	join_by_cause(&work, told, n);
	TRY(write_findings(&work, told, n, results));
	log_verbose("findings: %zu written in %.1f s", n, now_seconds() - start);
	return NULL;
}
