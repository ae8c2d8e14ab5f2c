/* skep run: runs hand-written sequences in a target and shows their results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/unit_input.h"
#include "cover/cover.h"
#include "emit/text/program.h"
#include "exec/exec.h"
#include "exec/trace.h"
#include "proc/child.h"
#include "seq/text/text.h"

static int run_main(int argc, char **argv);

const struct command command_run = {
	"run", "[options] --tests FILE SOURCE... [-- CFLAGS]",
	"run tests written as sequences and show outcomes and coverage",
	"A test file holds sequences:\n\n    test push_one\n      ring = ring_new(2)\n      ring_push(ring, 7)\n      ring_free(ring)\n    end",
	run_main
};

struct run_settings {
	struct unit_input input;
	const char *tests, *build, *dump, *emit;
	bool fork_per_test;
};

struct session {
	const struct unit *unit;
	const struct target *target;
	struct symbolizer *symbolizer;
	const struct seq_file *tests;
	struct executor *executor;
	bool show_trace;
	struct cover cover;
	size_t counts[SK_N_OUTCOMES];
	bool show_steps;
};

static const char *outcome_word(enum sk_outcome outcome)
{
	static const char *const words[] = { "not run", "normal", "fault", "hang", "exit", "illegal" };
	return outcome < SK_N_OUTCOMES ? words[outcome] : "unknown";
}

static void print_frames(const struct session *session, const struct sk_fault *fault)
{
	struct arena *arena = arena_new();
	struct frame *frames;
	uint32_t n;
	fault_frames(session->symbolizer, fault->frames, fault->n_frames, arena, &frames, &n);
	for (uint32_t i = 0; i < n; i++)
		printf("    %s %s:%u\n", frames[i].function, frames[i].file, frames[i].line);
	arena_free(arena);
}

static void print_values(const struct session *session, const struct seq *seq, const struct run *run)
{
	for (uint32_t i = 0; run->steps && i < run->n_steps; i++) {
		const struct step *step = seq->steps[i];
		if (!step_is_call(step))
			continue;
		printf("    %s: %s", step_function(session->unit->model, step)->name,
		       outcome_word(run->steps[i].outcome));
		for (uint32_t k = run->steps[i].size; k-- > 0;)
			printf("%s%02x", k + 1 == run->steps[i].size ? " 0x" : "", run->steps[i].bytes[k]);
		putchar('\n');
	}
}

static void print_trace(const struct session *session)
{
	struct trace trace;
	struct sb text = { 0 };
	if (executor_trace(session->executor, &trace))
		trace_print(&trace, session->unit->marks, &text);
	else
		sb_add(&text, "the trace makes no sense: the test wrote over it\n");
	fputs(sb_text(&text), stdout);
	sb_release(&text);
}

static void each_run(void *context, size_t i, const struct run *run)
{
	struct session *session = context;
	const struct named_seq *test = &session->tests->at[i];
	session->counts[run->outcome < SK_N_OUTCOMES ? run->outcome : SK_NOT_RUN]++;
	uint32_t fresh = cover_add(&session->cover, run->probes);
	printf("%s: %s", test->name, outcome_word(run->outcome));
	if (run->outcome == SK_EXIT)
		printf(" %d", run->exit_status);
	if (run->fault)
		printf(": %s", fault_kind_word(run->fault->kind));
	if (run->fault && run->fault->message[0])
		printf(": %s", run->fault->message);
	printf(", %u new probes\n", fresh);
	if (session->show_steps)
		print_values(session, test->seq, run);
	if (run->fault)
		print_frames(session, run->fault);
	if (session->show_trace)
		print_trace(session);
}

static void print_coverage(const struct session *session)
{
	for (enum criterion criterion = 0; criterion < N_CRITERIA; criterion++) {
		struct count count = cover_count(&session->cover, criterion);
		printf("%-10s %u of %u\n", criterion_name(criterion), count.covered, count.total);
	}
}

static status run_tests(struct session *session, const struct run_settings *settings)
{
	struct exec_options options = { .fork_per_test = settings->fork_per_test };
	struct executor *executor = NULL;
	TRY(executor_new(session->target, session->unit, &options, &executor));
	const struct seq **seqs = xcalloc(session->tests->n, sizeof *seqs);
	for (size_t i = 0; i < session->tests->n; i++)
		seqs[i] = session->tests->at[i].seq;
	session->executor = executor;
	unsigned want = WANT_VALUES | (session->show_trace ? WANT_TRACE : 0);
	status st = executor_run(executor, seqs, session->tests->n, want, each_run, session);
	free(seqs);
	executor_free(executor);
	return st;
}

static status choose_build(const char *name, enum build_kind *kind)
{
	if (!name || str_equal(name, "fast"))
		*kind = BUILD_FAST;
	else if (str_equal(name, "checked"))
		*kind = BUILD_CHECKED;
	else if (str_equal(name, "symbolic"))
		*kind = BUILD_SYMBOLIC;
	else
		return fail(TROUBLE_USAGE, "--build is fast, checked or symbolic, not '%s'", name);
	return NULL;
}

static status emit_tests(const struct run_settings *settings, const struct session *session)
{
	if (!settings->emit)
		return NULL;
	struct sb command = { 0 };
	sb_addf(&command, "skep run --tests %s", settings->tests);
	for (size_t i = 0; i < settings->input.sources.at.n; i++)
		sb_addf(&command, " %s", settings->input.sources.at.at[i].path);
	struct program_options options = { .path = settings->emit,
		                           .command = sb_text(&command),
		                           .cover = &session->cover };
	status st = program_write(session->unit, session->tests, &options);
	sb_release(&command);
	return st;
}

static void show_coverage(const struct run_settings *settings, const struct session *session)
{
	if (!settings->dump || !str_equal(settings->dump, "coverage")) {
		print_coverage(session);
		return;
	}
	struct sb dump = { 0 };
	cover_print(&session->cover, &dump);
	fputs(sb_text(&dump), stdout);
	sb_release(&dump);
}

static status run_unit(const struct run_settings *settings, struct unit *unit, enum build_kind kind)
{
	struct build_options build = unit_input_build_options(&settings->input);
	struct arena *arena = arena_new();
	struct seq_file tests = { 0 };
	struct session session = { .unit = unit, .tests = &tests, .show_steps = settings->input.verbose };
	session.show_trace = settings->dump && str_equal(settings->dump, "trace");
	struct target *target = NULL;
	char *text = NULL;
	size_t size;
	status st = NULL;
	cover_init(&session.cover, unit->marks);
	TRY_OUT(target_build(unit, kind, &build, &target));
	session.target = target;
	TRY_OUT(symbolizer_new(target, &session.symbolizer));
	TRY_OUT(file_read(settings->tests, &text, &size));
	TRY_OUT(seq_parse(arena, unit->model, text, settings->tests, &tests));
	TRY_OUT(run_tests(&session, settings));
	TRY_OUT(emit_tests(settings, &session));
	show_coverage(settings, &session);
out:
	symbolizer_free(session.symbolizer);
	cover_release(&session.cover);
	free(text);
	target_free(target);
	arena_free(arena);
	return st;
}

static status run_command(int argc, char **argv)
{
	struct run_settings settings = { 0 };
	const struct option_spec specs[] = {
		UNIT_OPTIONS(&settings.input),
		{ 't', "tests", OPTION_TEXT, &settings.tests, "FILE", "the sequences to run" },
		{ 0, "build", OPTION_TEXT, &settings.build, "KIND",
		  "fast (default), checked (with sanitizers) or symbolic" },
		{ 0, "dump", OPTION_TEXT, &settings.dump, "WHAT",
		  "coverage: every condition, case and statement; trace: what each test met (symbolic)" },
		{ 0, "emit", OPTION_TEXT, &settings.emit, "FILE", "write the tests as one C program, too" },
		{ 0, "fork", OPTION_FLAG, &settings.fork_per_test, NULL, "a fresh process for each test" },
	};
	struct unit *unit = NULL;
	enum build_kind kind = BUILD_FAST;
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_run, specs, sizeof specs / sizeof *specs, argc, argv, &settings.input.operands,
	                      &help));
	if (help)
		goto out;
	TRY_OUT(choose_build(settings.build, &kind));
	if (settings.dump && str_equal(settings.dump, "trace") && kind != BUILD_SYMBOLIC) {
		st = fail(TROUBLE_USAGE, "only a symbolic target leaves traces; add --build symbolic");
		goto out;
	}
	if (!settings.tests) {
		st = fail(TROUBLE_USAGE, "no tests given; name a file of sequences with --tests FILE");
		goto out;
	}
	TRY_OUT(unit_input_read(&settings.input, &unit));
	TRY_OUT(run_unit(&settings, unit, kind));
out:
	unit_free(unit);
	unit_input_release(&settings.input);
	return st;
}

static int run_main(int argc, char **argv)
{
	return command_end(run_command(argc, argv));
}
