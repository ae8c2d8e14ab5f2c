/* gate: the last look at a written suite, through the user's eyes.
 *
 * The written Makefile is run as the user will run it, and what it built is put aside
 * for the next look. Messages of the compiler and of CHECK name lines; lines lead to
 * tests and expectations, which are then dropped. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/aside.h"
#include "emit/check_lines.h"
#include "emit/clashes.h"
#include "emit/draft.h"
#include "emit/header_needs.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define GCC "gcc"
#define CLANG "clang-19"
#define SUITE_MILLISECONDS 60000u
#define TEST_MILLISECONDS 5000u

struct gate {
	struct unit *unit;
	draft_list *drafts;
	const char *tests_dir;
	const struct aside *aside;
	char *text, *makefile;       /* as written */
	struct check_lines lines;    /* of the text */
	char *folder;                /* to run in: what tests write must not lie about */
	bool changed;
};

/* The suite is built in several ways. */
struct round {
	const char *way, *compiler, *flags, *linker_flags, *why;
	const char *test_flags;     /* for the test file, where it includes no source; NULL: as for the unit */
	bool repeat;     /* until nothing depends on the address layout any more */
};

struct rounds {
	struct round at[4];
	size_t n;
};

static struct draft *draft_at_line(const struct gate *gate, uint32_t line)
{
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		if (!draft->dropped && line >= draft->first_line && line <= draft->last_line)
			return draft;
	}
	return NULL;
}

static void drop_test(struct gate *gate, struct draft *draft, const char *why)
{
	log_verbose("test %s left out: %s", draft->name, why);
	draft->dropped = true;
	gate->changed = true;
}

/* Reads "FILE:LINE: ..." lines; `hit` is called for those in the test file. */
static void each_message(struct gate *gate, const char *output, void (*hit)(struct gate *, uint32_t, const char *))
{
	char *name = xprintf("test_%s.c:", gate->unit->name);
	for (const char *p = output; (p = strstr(p, name)); p++) {
		char *end;
		unsigned long line = strtoul(p + strlen(name), &end, 10);
		if (line && *end == ':')
			hit(gate, (uint32_t)line, end + 1);
	}
	free(name);
}

/* "12: error: ..." without the column. */
static const char *skip_column(const char *text)
{
	while (*text == ' ' || *text == ':' || (*text >= '0' && *text <= '9'))
		text++;
	return text;
}

static void leave_out(void *context, const struct check_line *check)
{
	struct gate *gate = context;
	gate->drafts->at[check->draft].keep[check->sight] = false;
	gate->changed = true;
}

static void compiler_message(struct gate *gate, uint32_t line, const char *text)
{
	struct draft *draft = draft_at_line(gate, line);
	bool objects = str_starts(skip_column(text), "error:") || str_starts(skip_column(text), "warning:");
	if (!draft || !objects)
		return;
	if (check_lines_at(&gate->lines, line, leave_out,
	                   gate)) { /* if it is the call that is wrong, the next look says so */
		log_verbose("an expectation of test %s left out: the compiler objects to it:%.*s", draft->name,
		            (int)strcspn(text, "\n"), text);
		return;
	}
	char *why = xprintf("the compiler objects to it:%.*s", (int)strcspn(text, "\n"), text);
	drop_test(gate, draft, why);
	free(why);
}

/* An inline function of a header that no source of the unit defines for others: where the
 * compiler does not inline it, nothing is there to call. Then the test file defines it. */
static bool define_inline(struct gate *gate, uint32_t function, const bool *wanted_before)
{
	struct function *f = function != NONE ? &gate->unit->model->functions.at[function] : NULL;
	if (!f || !f->is_inline || !f->header || wanted_before[function])
		return false;
	f->wants_definition = true;
	gate->changed = true;
	return true;
}

static bool *wanted_definitions(const struct model *model)
{
	bool *wanted = xcalloc(model->functions.n + 1, sizeof *wanted);
	for (size_t i = 0; i < model->functions.n; i++)
		wanted[i] = model->functions.at[i].wants_definition;
	return wanted;
}

static void drop_unlinked(struct gate *gate, const char *messages)
{
	static const char *const marks[] = { "undefined symbol: ", "undefined reference to `" };
	bool *wanted_before = wanted_definitions(gate->unit->model); /* it may be named more than once */
	for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
		for (const char *p = messages; (p = strstr(p, marks[m]));) {
			p += strlen(marks[m]);
			char *name = xprintf("%.*s", (int)strcspn(p, "'\n"), p);
			uint32_t function = model_find_function(gate->unit->model, name);
			bool defined = define_inline(gate, function, wanted_before);
			for (size_t i = 0; function != NONE && !defined && i < gate->drafts->n; i++)
				if (!gate->drafts->at[i].dropped && seq_calls(gate->drafts->at[i].observed, function))
					drop_test(
					        gate, &gate->drafts->at[i],
					        "it calls a function that cannot be linked, such as an inline one of a header");
			free(name);
		}
	free(wanted_before);
}

static bool needs_source(const struct gate *gate, struct draft *draft, size_t source)
{
	bool *included = xcalloc(gate->unit->sources.n + 1, sizeof *included);
	find_included_sources(gate->unit, &(draft_list){ .at = draft, .n = 1 }, included);
	bool needs = included[source];
	free(included);
	return needs;
}

/* Sources that the test file includes cannot be compiled together, or with the headers: drops
 * the tests that need the one that fewest need. False: no source is included. */
static bool drop_fewest(struct gate *gate)
{
	size_t n_sources = gate->unit->sources.n + 1, fewest = n_sources, *needed = xcalloc(n_sources, sizeof *needed);
	for (size_t s = 0; s < n_sources; s++) {
		for (size_t i = 0; i < gate->drafts->n; i++)
			needed[s] += !gate->drafts->at[i].dropped && needs_source(gate, &gate->drafts->at[i], s);
		if (needed[s] && (fewest == n_sources || needed[s] <= needed[fewest]))
			fewest = s;
	}
	for (size_t i = 0; fewest < n_sources && i < gate->drafts->n; i++)
		if (!gate->drafts->at[i].dropped && needs_source(gate, &gate->drafts->at[i], fewest))
			drop_test(gate, &gate->drafts->at[i],
			          "the source that it needs does not compile with the others");
	free(needed);
	return fewest < n_sources;
}

/* A stand-in has types that only the header knows in which the missing function is declared. */
static bool include_stub_headers(struct gate *gate)
{
	if (gate->unit->stubs_want_headers || !gate->unit->model->missing.n)
		return false;
	gate->unit->stubs_want_headers = gate->changed = true;
	return true;
}

/* Whatever its headers lack, its sources have. False: that was tried. */
static bool include_sources_instead(struct gate *gate)
{
	struct model *model = gate->unit->model;
	if (gate->unit->is_for_inclusion)
		return false;
	log_verbose("the tests do not build with the headers of %s; they include its sources", gate->unit->name);
	gate->unit->is_for_inclusion = true;
	gate->unit->stubs_want_headers = false;
	for (size_t i = 0; i < model->functions.n; i++)
		model->functions.at[i].header = NULL;
	gate->changed = true;
	return true;
}

static void failed_check(void *context, const struct check_line *failed)
{
	struct gate *gate = context;
	gate->drafts->at[failed->draft].complained = true;
	leave_out(gate, failed);
}

static bool add_other_headers(struct gate *gate, const char *said)
{
	struct model *model = gate->unit->model;
	bool *called = xcalloc(model->functions.n + 1, sizeof *called);
	find_called(gate->unit, gate->drafts, called);
	bool any = headers_add_others(model, called, said);
	free(called);
	return any;
}

static status gcc_takes(const struct source *source, bool *takes)
{
	char *path = realpath(source->path, NULL);
	VEC(const char *) argv = { 0 };
	struct sb err = { 0 };
	const struct child_options options = { .directory = source->directory, .err = &err };
	struct child_result result;
	vec_push(&argv, GCC);
	vec_push(&argv, "-w");
	vec_push(&argv, "-fsyntax-only");
	for (size_t i = 0; i < source->n_flags; i++)
		vec_push(&argv, source->flags[i]);
	vec_push(&argv, path ? path : source->path);
	vec_push(&argv, NULL);
	status st = child_run(argv.at, &options, &result);
	*takes = !st && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	sb_release(&err);
	vec_release(&argv);
	free(path);
	return st;
}

/* Some units are written for clang alone: then gcc cannot be asked about their tests either. */
static status find_unit_for_clang(struct gate *gate, const char *said)
{
	if (strstr(said, "undefined reference to `__builtin_")) {
		log_warn(
		        "gcc does not have what %s is built with; its tests are checked with clang only, and built with it",
		        gate->unit->name);
		gate->unit->is_for_clang = true;
		gate->changed = true;
	}
	for (size_t i = 0; i < gate->unit->sources.n && !gate->unit->is_for_clang; i++) {
		const struct source *source = gate->unit->sources.at[i].source;
		bool takes;
		TRY(gcc_takes(source, &takes));
		if (takes)
			continue;
		log_warn("gcc cannot compile %s; its tests are checked with clang only, and built with it",
		         source->path);
		gate->unit->is_for_clang = true;
		gate->changed = true;
	}
	return NULL;
}

/* Acts on what the compiler said. */
static status read_messages(struct gate *gate, const char *compiler, const char *said, bool built)
{
	if (!built)
		log_verbose("the written tests do not build with %s:\n%.2000s", compiler, said);
	if (!built && said_disk_full(said))
		return fail(TROUBLE_SYSTEM, "%s cannot write in %s: no space left on device", compiler,
		            gate->tests_dir);
	if (!built && str_equal(compiler, GCC)) {
		TRY(find_unit_for_clang(gate, said));
		if (gate->unit->is_for_clang)
			return NULL;
	}
	if (clashes_read_macros(gate->unit, said) ||
	    (!built && (clashes_read(gate->unit, said) || clashes_read_unknown(gate->unit->model, said))))
		gate->changed = true; /* what else it says may come from that */
	else if (add_other_headers(gate, said) || (!built && headers_repair(gate->unit->model, said)))
		gate->changed = true;
	else {
		each_message(gate, said, compiler_message);
		if (!built)
			drop_unlinked(gate, said);
	}
	bool tried_all = !built && !gate->changed && !drop_fewest(gate) &&
	                 (gate->unit->is_for_inclusion || !include_stub_headers(gate)) &&
	                 !include_sources_instead(gate);
	if (tried_all)
		return fail(TROUBLE_TARGET, "the written tests of %s do not build with %s:\n%s", gate->unit->name,
		            compiler, said);
	return NULL;
}

static bool includes_sources(const struct gate *gate)
{
	bool *included = xcalloc(gate->unit->sources.n + 1, sizeof *included), any = false;
	find_included_sources(gate->unit, gate->drafts, included);
	for (size_t i = 0; i <= gate->unit->sources.n; i++)
		any |= included[i];
	free(included);
	return any;
}

/* Each look is at other texts; what they were made of need not be remembered. */
#define NO_DEPENDS "DEPENDS="

/* The unit's objects alone: what is wrong with them shows when the program is built. */
static status build_objects(struct gate *gate, const struct round *round)
{
	struct arena *arena = arena_new();
	struct child_options options = { 0 };
	struct child_result result;
	VEC(const char *) argv = { 0 };
	const char *const start[] = { "make", "-s", "-j2", "-C", gate->tests_dir, NO_DEPENDS };
	for (size_t i = 0; i < sizeof start / sizeof *start; i++)
		vec_push(&argv, start[i]);
	vec_push(&argv, arena_printf(arena, "CC=%s", round->compiler));
	vec_push(&argv, arena_printf(arena, "CFLAGS=%s", round->flags));
	for (size_t i = 0; i < gate->unit->sources.n; i++)
		vec_push(&argv, arena_printf(arena, "unit_%zu.o", i));
	vec_push(&argv, NULL);
	status st = child_run(argv.at, &options, &result);
	vec_release(&argv);
	arena_free(arena);
	return st;
}

/* `reads_failure`: what the compiler says is read even if it fails. */
static status build(struct gate *gate, const struct round *round, bool reads_failure, bool *built)
{
	struct sb err = { 0 };
	struct child_result result;
	bool apart = round->test_flags && !includes_sources(gate);
	if (apart)
		TRY(build_objects(gate, round));
	char *cc = xprintf("CC=%s", round->compiler);
	char *cflags = xprintf("CFLAGS=%s", apart ? round->test_flags : round->flags);
	const char *own = getenv("LDFLAGS"); /* the user's, which the written Makefile honours */
	char *ldflags = xprintf("LDFLAGS=%s %s", round->linker_flags, own ? own : "");
	char *program = xprintf("test_%s", gate->unit->name);
	const char *const argv[] = { "make", "-s",    "-j2",   "-C", gate->tests_dir, NO_DEPENDS, cc,
		                     cflags, ldflags, program, NULL };
	struct child_options options = { .err = &err };
	status st = child_run(argv, &options, &result);
	*built = !st && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	if (!st && (*built || reads_failure))
		st = read_messages(gate, round->compiler, sb_text(&err), *built);
	free(cc);
	free(cflags);
	free(ldflags);
	free(program);
	sb_release(&err);
	return st;
}

/* What clang's UndefinedBehaviorSanitizer says of a function called by another type. */
static void note_calls(struct gate *gate, const char *said)
{
	if (gate->unit->calls_by_other_type || !strstr(said, "through pointer to incorrect function type"))
		return;
	gate->unit->calls_by_other_type = true;
	gate->changed = true;
}

const char **sanitizer_environment(const char *asan)
{
	static const char *const ours[] = { "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "MSAN_OPTIONS=", "LSAN_OPTIONS=" };
	static const size_t n_ours = sizeof ours / sizeof *ours;
	size_t n = 0;
	while (environ[n])
		n++;
	const char **env = xcalloc(n + n_ours + 1, sizeof *env);
	env[0] = asan;
	env[1] = "UBSAN_OPTIONS=symbolize=0";
	env[2] = "MSAN_OPTIONS=symbolize=0:hard_rss_limit_mb=2048";
	env[3] = "LSAN_OPTIONS=";
	size_t kept = n_ours;
	for (size_t i = 0; i < n; i++) {
		bool is_ours = false;
		for (size_t k = 0; k < n_ours; k++)
			is_ours |= str_starts(environ[i], ours[k]);
		if (!is_ours)
			env[kept++] = environ[i];
	}
	return env;
}

/* All tests, or the one of this name. *code is -1 if they do not end by themselves. */
static status run(struct gate *gate, const char *name, uint32_t milliseconds, struct sb *out, int *code)
{
	struct sb err = { 0 };
	const char **env = sanitizer_environment("ASAN_OPTIONS=symbolize=0");
	struct child_result result;
	char *relative = xprintf("%s/test_%s", gate->tests_dir, gate->unit->name), *program = realpath(relative, NULL);
	const char *const argv[] = { program, name, NULL };
	/* The code under test is not to be trusted here either. What it does at a limit that
	 * only we set is no test. */
	struct sandbox sandbox = {
		.scratch = gate->folder, .random_addresses = true, .may_trace = true, .file_limit_kills = true
	};
	struct child_options options = { .directory = gate->folder,
		                         .sandbox = &sandbox,
		                         .env = env,
		                         .out = out,
		                         .err = &err,
		                         .milliseconds = milliseconds };
	status st = program ? child_run(argv, &options, &result) : fail_errno("%s", relative);
	if (!st)
		*code = result.timed_out || !WIFEXITED(result.status) ? -1 : WEXITSTATUS(result.status);
	output_make_text(out);
	note_calls(gate, sb_text(&err));
	free(env);
	free(program);
	free(relative);
	sb_release(&err);
	return st;
}

static struct draft *draft_named(const struct gate *gate, const char *name, size_t length)
{
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		if (!draft->dropped && strlen(draft->name) == length && strncmp(draft->name, name, length) == 0)
			return draft;
	}
	return NULL;
}

/* Drops what the test says about text: where a pointer leads to need not end with a
 * zero, and then looking is the mistake. True if it said anything. */
static bool say_no_text(struct gate *gate, struct draft *draft, const char *why)
{
	bool any = false;
	for (size_t k = 0; k < draft->n_sights; k++) {
		any |= draft->keep[k] && draft->sights[k].kind == SIGHT_STRING;
		draft->keep[k] = draft->keep[k] && draft->sights[k].kind != SIGHT_STRING;
	}
	draft->says_no_text |= any;
	if (any)
		log_verbose("what test %s says about text is left out: %s", draft->name, why);
	gate->changed |= any;
	return any;
}

/* Tests named as failed although no expectation of theirs was: they died. */
static void drop_dead(struct gate *gate, const char *output, const char *why)
{
	static const char mark[] = "FAILED: ";
	for (const char *p = output; (p = strstr(p, mark)); p++) {
		const char *name = p + strlen(mark);
		struct draft *draft = draft_named(gate, name, strcspn(name, "\n"));
		if (draft && !draft->complained && !say_no_text(gate, draft, why))
			drop_test(gate, draft, why);
	}
}

/* Tests that wait for something, or end the program that runs them. */
static status drop_endless(struct gate *gate)
{
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		struct sb out = { 0 };
		int code = 0;
		status st = draft->dropped ? NULL : run(gate, draft->name, TEST_MILLISECONDS, &out, &code);
		sb_release(&out);
		if (st)
			return st;
		if (!draft->dropped && code == -1)
			drop_test(gate, draft, "it does not end");
	}
	return NULL;
}

static status run_repeatedly(struct gate *gate, uint32_t times, const char *why)
{
	for (uint32_t i = 0; i < times && !gate->changed; i++) {
		struct sb out = { 0 };
		int code = 0;
		for (size_t k = 0; k < gate->drafts->n; k++)
			gate->drafts->at[k].complained = false;
		status st = run(gate, NULL, SUITE_MILLISECONDS, &out, &code);
		if (!st && code != 0) {
			check_lines_failed(&gate->lines, gate->unit, sb_text(&out), failed_check, gate);
			drop_dead(gate, sb_text(&out), why);
		}
		if (!st && code == -1 && !gate->changed)
			st = drop_endless(gate);
		if (!st && code != 0 && !gate->changed)
			log_verbose("%s", sb_text(&out));
		if (!st && code != 0 && !gate->changed)
			st = fail(TROUBLE_TARGET, "the tests of %s end with %d and do not say why", gate->unit->name,
			          code);
		sb_release(&out);
		if (st)
			return st;
	}
	return NULL;
}

/* `could_build`: only whether it can be built is to be told, if it cannot; may be NULL.
 * What was built from the same texts before was read, and passed. */
static status play_round(struct gate *gate, const struct round *round, uint32_t runs, bool *could_build)
{
	struct built what = { .unit = gate->unit,
		              .tests_dir = gate->tests_dir,
		              .way = round->way,
		              .test_text = gate->text,
		              .makefile = gate->makefile };
	bool known = false, built = false;
	status st = aside_bring(gate->aside, &what, &known);
	if (!st && !known)
		st = build(gate, round, !could_build, &built);
	built |= known;
	if (could_build)
		*could_build = built;
	if (!st && built && !gate->changed && (!known || round->repeat))
		st = run_repeatedly(gate, round->repeat ? runs : 1, round->why);
	aside_put(gate->aside, &what, built && !st && !gate->changed);
	return st;
}

/* Plays the rounds until something has to change. Of names that clash clang does not say
 * enough, gcc does: if the first round cannot be built, the second is asked why. */
static status play_rounds(struct gate *gate, const struct rounds *rounds, uint32_t runs)
{
	bool built = false, asks_other = !gate->unit->is_for_clang;
	TRY(play_round(gate, &rounds->at[0], runs, &built));
	if (!built && asks_other)
		TRY(play_round(gate, &rounds->at[1], runs, NULL));
	if (!built && !gate->changed)
		TRY(play_round(gate, &rounds->at[0], runs, NULL));
	for (size_t i = 1; i < rounds->n && !gate->changed; i++)
		TRY(play_round(gate, &rounds->at[i], runs, NULL));
	return NULL;
}

static status read_written(struct gate *gate)
{
	char *path = xprintf("%s/test_%s.c", gate->tests_dir, gate->unit->name);
	char *makefile = xprintf("%s/Makefile", gate->tests_dir);
	status st = file_read(path, &gate->text, NULL);
	if (!st)
		st = file_read(makefile, &gate->makefile, NULL);
	free(path);
	free(makefile);
	return st;
}

/* First what finds most. Calls through a pointer of another function type are common, and
 * no test is to blame: they are only noted. Some checks need the optimiser, but for large
 * test files it takes most of the time. Linking the sanitizers takes time, too, and lld,
 * which skep needs anyway, takes a third of what others do. */
#define CHECKS "-fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-recover=function"
#define SANITIZED                                                                                                      \
	.way = "sanitized", .compiler = CLANG, .linker_flags = "-fuse-ld=lld",                                    \
	.flags = "-O1 -Wall -Wextra " CHECKS, .test_flags = "-O0 -Wall -Wextra " CHECKS,                         \
	.why = "it is not clean under the sanitizers"
#define WITH_GCC .way = "gcc", .compiler = GCC, .flags = "-O1 -Wall -Wextra", .linker_flags = ""
#define WITH_CLANG .way = "clang", .compiler = CLANG, .flags = "-O2 -Wall -Wextra", .linker_flags = ""
#define NOT_WITH_CLANG "it does not pass when compiled with clang"
#define NOT_EVERY_TIME "it does not pass every time"

status check_written_suite(struct unit *unit, draft_list *drafts, const char *tests_dir, const struct aside *aside,
                           struct gate_look look, bool *changed)
{
	/* The second of `first` is only asked why the first cannot be built. */
	static const struct rounds first = {
		{ { SANITIZED, .repeat = true }, { WITH_GCC, .why = "it crashes when compiled with gcc" } }, .n = 1
	};
	static const struct rounds all = { { { SANITIZED },
		                             { WITH_GCC, .why = "it crashes when compiled with gcc" },
		                             { WITH_CLANG, .why = NOT_WITH_CLANG },
		                             { WITH_GCC, .why = NOT_EVERY_TIME, .repeat = true } },
		                           .n = 4 };
	static const struct rounds for_clang = { { { SANITIZED },
		                                   { WITH_CLANG, .why = NOT_WITH_CLANG },
		                                   { WITH_CLANG, .why = NOT_EVERY_TIME, .repeat = true } },
		                                 .n = 3 };
	struct gate gate = { .unit = unit, .drafts = drafts, .tests_dir = tests_dir, .aside = aside };
	status st = read_written(&gate);
	if (!st) {
		check_lines_read(&gate.lines, unit, drafts, gate.text);
		st = temp_make("tests", &gate.folder);
	}
	const struct rounds *rounds = !look.all_compilers ? &first : unit->is_for_clang ? &for_clang : &all;
	if (!st)
		st = play_rounds(&gate, rounds, look.runs);
	*changed = gate.changed;
	if (gate.folder)
		temp_remove(gate.folder);
	vec_release(&gate.lines.at);
	free(gate.text);
	free(gate.makefile);
	return st;
}
