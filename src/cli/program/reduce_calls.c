/* reduce_calls: makes sequences of calls, in the form of skep run, shorter. See reducing.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "cli/program/reducing.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "reduce/reduce.h"
#include "seq/text/text.h"

struct calls {
	const struct reduce_settings *settings;
	struct unit *unit;
	struct target *target;
	struct seed_runs runs;
	struct arena *arena;
	struct seq_file tests;
	struct sb shorter;           /* all shorter sequences, as text */
};

static uint64_t count_calls(const struct seq *seq)
{
	uint64_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += step_is_call(seq->steps[i]);
	return n;
}

struct asking {
	struct calls *calls;
	uint64_t tries;
	double until;
};

/* Asks the user's command, which finds the sequence as the file `test`. */
static status command_says(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct asking *a = context;
	for (size_t i = 0; i < n && (a->until <= 0 || now_seconds() < a->until); i++) {
		struct sb text = { 0 };
		char *folder = NULL;
		TRY(temp_make("reduce", &folder));
		char *path = xprintf("%s/test", folder);
		seq_print(candidates[i], a->calls->unit->model, "test", &text);
		status st = file_write(path, sb_text(&text), text.n);
		if (!st)
			st = reduce_ask(a->calls->settings->command, folder, &keeps[i]);
		temp_remove(folder);
		free(path);
		sb_release(&text);
		TRY(st);
		a->tries++;
		if (keeps[i])
			break;
	}
	return NULL;
}

static status reduce_one(struct calls *c, const struct seq *seq, const struct seq **shorter, uint64_t *tries)
{
	const struct reduce_settings *settings = c->settings;
	double until = settings->seconds > 0 ? now_seconds() + settings->seconds : 0;
	struct seed_budget budget = { .tries = settings->tries, .until = until };
	if (!settings->command)
		return seed_reduce_calls(&c->runs, seq, seed_keep_by_name(settings->keep), &budget, c->arena, shorter,
		                         tries);
	struct asking asking = { .calls = c, .until = until };
	struct reduce_options options = { .max_runs = (uint32_t)settings->tries, .stops_at_first = true };
	status st = reduce_sequence(c->arena, c->unit->model, seq, command_says, &asking, &options, shorter);
	*tries = asking.tries;
	return st;
}

static status reduce_all(struct calls *c)
{
	double *rates = ARENA_ARRAY(c->arena, double, c->tests.n + 1);
	printf("test  path before  after    calls before  after    rate  runs\n");
	for (size_t i = 0; i < c->tests.n; i++) {
		const struct seq *seq = c->tests.at[i].seq, *shorter;
		struct reduced reduced = { .number = i + 1 };
		TRY(seed_run_seq(&c->runs, seq, c->arena, &reduced.before));
		TRY(reduce_one(c, seq, &shorter, &reduced.tries));
		TRY(seed_run_seq(&c->runs, shorter, c->arena, &reduced.after));
		reduced.size_before = count_calls(seq);
		reduced.size_after = count_calls(shorter);
		rates[i] = reduced_print(&reduced);
		seq_print(shorter, c->unit->model, c->tests.at[i].name, &c->shorter);
	}
	reduced_summary(rates, c->tests.n);
	return NULL;
}

static status write_shorter(const struct calls *c)
{
	if (!c->settings->out)
		return NULL;
	char *path = xprintf("%s/%s", c->settings->out, path_base(c->settings->tests));
	status st = dir_make(c->settings->out);
	if (!st)
		st = file_write(path, sb_text(&c->shorter), c->shorter.n);
	free(path);
	return st;
}

status reduce_calls(const struct reduce_settings *settings, struct unit_input *input)
{
	struct calls c = { .settings = settings, .arena = arena_new() };
	struct exec_options exec = { 0 };
	char *text = NULL;
	status st = NULL;
	TRY_OUT(unit_input_read(input, &c.unit));
	TRY_OUT(file_read(settings->tests, &text, NULL));
	TRY_OUT(seq_parse(c.arena, c.unit->model, text, settings->tests, &c.tests));
	struct build_options build = unit_input_build_options(input);
	bool needs_failures = seed_keep_by_name(settings->keep) == KEEP_FAILURE;
	TRY_OUT(target_build(c.unit, needs_failures ? BUILD_CHECKED : BUILD_FAST, &build, &c.target));
	TRY_OUT(seed_runs_new(c.target, c.unit, NULL, &exec, &c.runs));
	TRY_OUT(reduce_all(&c));
	TRY_OUT(write_shorter(&c));
out:
	seed_runs_release(&c.runs);
	target_free(c.target);
	unit_free(c.unit);
	sb_release(&c.shorter);
	free(text);
	arena_free(c.arena);
	return st;
}
