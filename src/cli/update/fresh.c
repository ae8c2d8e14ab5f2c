/* fresh: see fresh.h. */
#define _GNU_SOURCE
#include "cli/update/fresh.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/out_folder.h"
#include "cli/regress.h"
#include "emit/upkeep/line_keys.h"
#include "exec/exec.h"
#include "proc/child.h"
#include "seq/text/text.h"

#define LONGEST_LINE 70 /* of a line of a source in a message */
#define SUFFIX ".skep-fresh"

/* ---- changed lines ---- */

/* Adds the changes of one source. A source that is gone has none. */
static void compare_source(struct fresh *fresh, const char *path, const char *before)
{
	char *text = NULL;
	status st = file_read(path, &text, NULL);
	if (!st)
		line_keys_compare(before, line_keys(text, fresh->arena), path, &fresh->changes);
	status_free(st);
	free(text);
}

static void find_changes(struct fresh *fresh)
{
	for (size_t i = 0; i < fresh->kept->sources.n; i++)
		compare_source(fresh, fresh->kept->sources.at[i].path, fresh->kept->sources.at[i].keys);
}

/* Adds files that the unit did not have when the suite was written: all their lines are new. */
static void add_new_files(struct fresh *fresh, const struct marks *marks)
{
	for (size_t i = 0; i < marks->functions.n; i++) {
		const char *file = marks->files.at[marks->functions.at[i].place.file];
		bool known = marks->functions.at[i].is_apart;
		for (size_t k = 0; k < fresh->kept->sources.n && !known; k++)
			known = str_equal(fresh->kept->sources.at[k].path, file);
		for (size_t k = 0; k < fresh->changes.at.n && !known; k++)
			known = str_equal(fresh->changes.at.at[k].file, file);
		if (!known)
			compare_source(fresh, file, "");
	}
}

/* ---- the suite as it is ---- */

struct replay {
	struct fresh *fresh;
	VEC(const struct seq *) seqs;
	VEC(size_t) of;              /* per sequence: the kept test */
	size_t n_words;
};

/* Reads the steps of the kept tests. A test that the present model has no words for reaches nothing. */
static void read_steps(struct replay *replay, const struct model *model)
{
	const struct kept_suite *kept = replay->fresh->kept;
	for (size_t i = 0; i < kept->tests.n; i++) {
		struct seq_file file = { 0 };
		status st = kept->tests.at[i].hash && kept->tests.at[i].steps
		                    ? seq_parse(replay->fresh->arena, model, kept->tests.at[i].steps, "upkeep", &file)
		                    : NULL;
		for (size_t k = 0; !st && k < file.n; k++) {
			vec_push(&replay->seqs, file.at[k].seq);
			vec_push(&replay->of, i);
		}
		status_free(st);
	}
}

static void note_run(void *context, size_t i, const struct run *run)
{
	struct replay *replay = context;
	struct reached *reached = &replay->fresh->reached[replay->of.at[i]];
	if (!reached->probes)
		reached->probes = ARENA_ARRAY(replay->fresh->arena, uint64_t, replay->n_words);
	for (size_t w = 0; w < replay->n_words; w++)
		reached->probes[w] |= run->probes[w];
}

static status run_kept(struct fresh *fresh, const struct unit *unit, const struct target *fast,
                       struct campaign_options *options)
{
	struct replay replay = { .fresh = fresh, .n_words = (unit->marks->n_probes + 63) / 64 };
	struct exec_options exec = options->exec;
	struct executor *executor = NULL;
	fresh->reached = ARENA_ARRAY(fresh->arena, struct reached, fresh->kept->tests.n + 1);
	read_steps(&replay, unit->model);
	status st = replay.seqs.n ? executor_new(fast, unit, &exec, &executor) : NULL;
	if (!st && executor)
		st = executor_run(executor, replay.seqs.at, replay.seqs.n, WANT_NOTHING, note_run, &replay);
	executor_free(executor);
	const struct seq **earlier = ARENA_ARRAY(fresh->arena, const struct seq *, replay.seqs.n + 1);
	for (size_t i = 0; i < replay.seqs.n; i++)
		earlier[i] = replay.seqs.at[i];
	options->earlier = earlier;
	options->n_earlier = replay.seqs.n;
	vec_release(&replay.seqs);
	vec_release(&replay.of);
	return st;
}

/* ---- the changed code that a test reaches ---- */

static bool has_probe(const uint64_t *probes, uint32_t probe)
{
	return probes && probes[probe / 64] >> (probe % 64) & 1;
}

/* Returns the line of a source without blanks around it; "" if there is none. */
static const char *line_text(struct fresh *fresh, const char *path, uint32_t line)
{
	char *text = NULL;
	status st = file_read(path, &text, NULL);
	const char *at = st ? "" : text;
	for (uint32_t i = 1; i < line && *at; i++)
		at += strcspn(at, "\n"), at += *at == '\n';
	at += strspn(at, " \t");
	size_t n = strcspn(at, "\n");
	while (n && isspace((unsigned char)at[n - 1]))
		n--;
	const char *told = arena_printf(fresh->arena, "%.*s%s", (int)(n < LONGEST_LINE ? n : LONGEST_LINE), at,
	                                n > LONGEST_LINE ? "..." : "");
	status_free(st);
	free(text);
	return told;
}

static size_t reached_by(const struct fresh *fresh, uint32_t probe)
{
	size_t n = 0;
	for (size_t i = 0; i < fresh->kept->tests.n; i++)
		n += has_probe(fresh->reached[i].probes, probe);
	return n;
}

/* Finds the cause of a test's change: of the changed code that the test reaches, the part that fewest tests
 * reach, because it tells most. */
static void find_cause(struct fresh *fresh, size_t test)
{
	const struct aims *aims = regress_aims(fresh->regress);
	const struct regress_target *best = NULL;
	size_t fewest = 0;
	for (size_t i = 0; i < aims->targets.n; i++) {
		const struct regress_target *target = &aims->targets.at[i];
		size_t n = has_probe(fresh->reached[test].probes, target->probe) ? reached_by(fresh, target->probe) : 0;
		if (n && (!best || n < fewest)) {
			best = target;
			fewest = n;
		}
	}
	if (best)
		fresh->causes[test] = arena_printf(fresh->arena, "%s:%u now reads %s", path_base(best->file),
		                                   best->line, line_text(fresh, best->file, best->line));
}

static void find_causes(struct fresh *fresh)
{
	for (size_t i = 0; i < fresh->kept->tests.n; i++)
		find_cause(fresh, i);
}

/* ---- tests that are worth adding ---- */

static uint32_t goals_of(const struct cover *cover, enum criterion criterion)
{
	return cover_count(cover, criterion).covered + cover_count(cover, CRITERION_STATEMENT).covered;
}

/* Returns changed code that only this test reaches, or any changed code. */
static const char *place_of(struct fresh *fresh, const struct suite_test *test, const struct cover *before)
{
	const struct aims *aims = regress_aims(fresh->regress);
	const struct regress_target *best = NULL;
	for (size_t i = 0; i < aims->targets.n; i++) {
		const struct regress_target *target = &aims->targets.at[i];
		if (has_probe(test->probes, target->probe) && (!best || !cover_has(before, target->probe)))
			best = target;
		if (best && !cover_has(before, best->probe))
			break;
	}
	return best ? arena_printf(fresh->arena, "%s:%u", path_base(best->file), best->line) : NULL;
}

static void pick_tests(struct fresh *fresh, const struct results *results)
{
	struct cover cover;
	cover_init(&cover, results->unit->marks);
	for (size_t i = 0; i < fresh->kept->tests.n; i++)
		if (fresh->reached[i].probes)
			cover_add(&cover, fresh->reached[i].probes);
	for (uint32_t i = 0; i < results->suite.n_tests; i++) {
		const struct suite_test *test = &results->suite.tests[i];
		const char *place = place_of(fresh, test, &cover);
		uint32_t before = goals_of(&cover, results->asked.criterion);
		cover_add(&cover, test->probes);
		if (place && goals_of(&cover, results->asked.criterion) > before)
			vec_push(&fresh->tests,
			         (struct fresh_test){ arena_strdup(fresh->arena, path_base(test->file)),
			                              arena_strdup(fresh->arena, test->name),
			                              kept_steps(results->unit->model, test, fresh->arena), place });
	}
	cover_release(&cover);
}

static status take_file(struct fresh *fresh, const char *stage, const char *name)
{
	char *path = xprintf("%s/tests/%s", stage, name), *text = NULL;
	for (size_t i = 0; i < fresh->files.n; i++)
		if (str_equal(fresh->files.at[i].name, name)) {
			free(path);
			return NULL;
		}
	status st = file_read(path, &text, NULL);
	if (!st)
		vec_push(&fresh->files, (struct fresh_file){ name, arena_strdup(fresh->arena, text) });
	free(text);
	free(path);
	return st;
}

static void take_bugs(struct fresh *fresh, const struct results *results)
{
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		if (results->findings.failures[i].finding->verdict == VERDICT_BUG)
			vec_push(&fresh->bugs,
			         arena_strdup(fresh->arena, results->findings.failures[i].finding->summary));
}

/* ---- the additions to skep regress ---- */

static status check(void *context)
{
	struct fresh *fresh = context;
	struct aims *aims = regress_aims(fresh->regress);
	aims->since = fresh->options.since;
	aims->patch = NULL;
	vec_clear(&aims->named);
	aims->known = aims->since ? NULL : &fresh->changes;
	return NULL;
}

static void name(void *context, struct sb *out)
{
	(void)context;
	(void)out;
}

static status begin(void *context, struct unit *unit, const struct unit_input *input, bool *is_over)
{
	struct fresh *fresh = context;
	struct gen_extension base = regress_extension(fresh->regress);
	if (!fresh->options.since)
		add_new_files(fresh, unit->marks);
	return base.begin(base.context, unit, input, is_over);
}

static status aim(void *context, const struct unit *unit, const struct target *fast, struct engine_setup *engines,
                  struct campaign_options *options, bool goes_on)
{
	struct fresh *fresh = context;
	struct gen_extension base = regress_extension(fresh->regress);
	TRY(base.aim(base.context, unit, fast, engines, options, goes_on));
	options->budget.end = END_AT_ONCE; /* goals are wanted, not many hits */
	TRY(run_kept(fresh, unit, fast, options));
	find_causes(fresh);
	kept_suite_take_sources(fresh->kept, unit->marks, fresh->arena);
	for (size_t i = 0; i < fresh->kept->sources.n; i++)
		fresh->kept->sources.at[i].path = arena_strdup(fresh->arena, fresh->kept->sources.at[i].path);
	return NULL;
}

static void tell(void *context, const struct campaign *campaign, struct arena *arena, struct results *results)
{
	struct gen_extension base = regress_extension(((struct fresh *)context)->regress);
	base.tell(base.context, campaign, arena, results);
}

static bool concerns(const void *context, const struct finding *finding)
{
	struct gen_extension base = regress_extension(((const struct fresh *)context)->regress);
	return base.concerns(base.context, finding);
}

static status written(void *context, const char *stage, const struct results *results)
{
	struct fresh *fresh = context;
	pick_tests(fresh, results);
	take_bugs(fresh, results);
	for (size_t i = 0; i < fresh->tests.n; i++)
		TRY(take_file(fresh, stage, fresh->tests.at[i].file));
	return fresh->tests.n ? take_file(fresh, stage, "Makefile") : NULL;
}

/* ---- the command again ---- */

/* Returns a word of a command as escape_shell() writes it; *at moves behind it. */
static char *next_word(const char **at)
{
	struct sb word = { 0 };
	const char *p = *at + strspn(*at, " ");
	for (bool quoted = false; *p && (quoted || *p != ' '); p++) {
		if (*p == '\'')
			quoted = !quoted;
		else if (*p == '\\' && !quoted && p[1])
			sb_add_char(&word, *++p);
		else
			sb_add_char(&word, *p);
	}
	*at = p;
	return sb_take(&word);
}

typedef VEC(char *) word_list;

/* Adds the words of the command, with another folder, budget and seed. A campaign that is kept in another place
 * is not touched. */
static void add_words(const struct fresh *fresh, const char *out, word_list *words)
{
	const struct fresh_options *options = &fresh->options;
	const char *at = fresh->kept->command;
	bool is_done = false;
	char *own[] = { xstrdup("-q"),
		        xstrdup("--out"),
		        xstrdup(out),
		        xstrdup("--time"),
		        xprintf("%g", options->seconds),
		        xstrdup("--executions"),
		        xprintf("%llu", (unsigned long long)options->executions),
		        xstrdup("--seed"),
		        xprintf("%llu", (unsigned long long)options->seed) };
	free(next_word(&at)); /* skep */
	while (*(at += strspn(at, " "))) {
		char *word = next_word(&at);
		bool is_end = str_equal(word, "--");
		for (size_t i = 0; i < sizeof own / sizeof *own && is_end && !is_done; i++)
			vec_push(words, own[i]);
		is_done |= is_end;
		bool is_of_store = str_equal(word, "--store") || str_equal(word, "--campaign");
		if (is_of_store)
			free(next_word(&at));
		if (!is_of_store && !str_equal(word, "--continue") && !str_starts(word, "--store=") &&
		    !str_starts(word, "--campaign="))
			vec_push(words, word);
		else
			free(word);
	}
	for (size_t i = 0; i < sizeof own / sizeof *own && !is_done; i++)
		vec_push(words, own[i]);
}

/* Repeats the command. Tests that cannot be written are no failure here, and --fail-on has no effect. */
static status repeat(struct fresh *fresh)
{
	char *out = path_beside(fresh->out, SUFFIX);
	word_list words = { 0 };
	fresh->regress = regress_new();
	regress_set_data(fresh->regress, fresh->out);
	struct gen_extension extension = regress_extension(fresh->regress);
	extension.check = check;
	extension.name = name;
	extension.begin = begin;
	extension.aim = aim;
	extension.tell = tell;
	extension.concerns = concerns;
	extension.written = written;
	extension.context = fresh;
	add_words(fresh, out, &words);
	vec_push(&words, NULL);
	status st = gen_with(&extension, (int)words.n - 1, words.at);
	if (st && (st->kind == TROUBLE_FOUND || st->kind == TROUBLE_TARGET)) {
		status_free(st);
		st = NULL;
	}
	dir_remove(out);
	for (size_t i = 0; i < words.n; i++)
		free(words.at[i]);
	vec_release(&words);
	regress_free(fresh->regress);
	free(out);
	return st;
}

static status find_in_folder(struct fresh *fresh)
{
	if (!fresh->options.since)
		find_changes(fresh);
	if (!fresh->options.since && !fresh->changes.at.n)
		return NULL;
	return repeat(fresh);
}

status fresh_find(struct fresh *fresh)
{
	changes_init(&fresh->changes);
	fresh->n_causes = fresh->kept->tests.n;
	fresh->causes = ARENA_ARRAY(fresh->arena, const char *, fresh->n_causes + 1);
	if (!fresh->kept->command || !fresh->kept->folder)
		return NULL;
	char *folder = xprintf("%s/%s", fresh->out, fresh->kept->folder);
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	status st = here < 0 || chdir(folder) != 0
	                    ? fail(TROUBLE_INPUT,
	                           "%s is not there: the command that gave the suite was given there, and is repeated "
	                           "there",
	                           folder)
	                    : NULL;
	free(folder);
	if (!st)
		st = find_in_folder(fresh);
	if (here >= 0 && fchdir(here) != 0 && !st)
		st = fail(TROUBLE_SYSTEM, "cannot go back to the current folder: it is gone");
	if (here >= 0)
		close(here);
	return st;
}

void fresh_release(struct fresh *fresh)
{
	changes_release(&fresh->changes);
	vec_release(&fresh->tests);
	vec_release(&fresh->files);
	vec_release(&fresh->bugs);
}
