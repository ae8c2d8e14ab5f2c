/* gate: the last look at a written suite, as the user will see it.
 *
 * The gate runs the written Makefile as the user will, and puts the compiled files aside for the next look.
 * Messages of the compiler and of CHECK name lines; lines lead to tests and expectations, which are then
 * dropped. Where no line tells which test is to blame, the tests of that file are tried in halves. A fault in
 * one file does not touch the other files. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/suite/gate/aside.h"
#include "emit/suite/gate/gate_parts.h"
#include "emit/suite/losses.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define SUITE_MILLISECONDS 60000u
#define TEST_MILLISECONDS 5000u
#define SUITE_SECONDS 4.0     /* for the tests of a file, if some of them wait */
#define WAIT_SECONDS 0.4      /* a test that takes so much longer than others waits for something */
#define REPEAT_SECONDS 3.0    /* after that only the second run starts */

struct rounds {
	struct round at[6];
	size_t n;
};

/* ---- tests that are known to be clean ---- */

/* Building and running with sanitizers takes most of the time, and each test runs in a process of its own. So a test that has
 * passed is not built for them again, whatever happens to its name, its file or other tests, until it makes other calls or
 * expects something else. */
static bool is_sanitized(const struct round *round)
{
	return round->loss == LOSS_SANITIZERS;
}

static bool is_still_clean(const struct draft *draft)
{
	if (!draft->written.clean.observed || draft->written.clean.observed != draft->observed ||
	    draft->written.clean.sights != draft->sights)
		return false;
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->keep[k] && !draft->written.clean.keep[k])
			return false;
	return true;
}

static void note_clean(const struct gate *gate, struct draft *draft)
{
	if (draft->written.clean.sights != draft->sights)
		draft->written.clean.keep = ARENA_ARRAY(gate->unit->model->arena, bool, draft->n_sights + 1);
	draft->written.clean.observed = draft->observed;
	draft->written.clean.sights = draft->sights;
	if (draft->n_sights)
		memcpy(draft->written.clean.keep, draft->keep, draft->n_sights * sizeof *draft->keep);
}

/* Finds the files of which every test is clean. */
static void find_clean(struct gate *gate, const struct round *round)
{
	for (size_t i = 0; i < gate->files.n; i++) {
		struct looked_at *file = &gate->files.at[i];
		file->is_clean = is_sanitized(round) && !gate->only_asks;
		for (size_t d = 0; d < gate->drafts->n && file->is_clean; d++)
			file->is_clean = !is_in_file(&gate->drafts->at[d], &file->file) ||
			                 is_still_clean(&gate->drafts->at[d]);
	}
}

/* Notes the tests of the file that passed in this run. The others have complained, or are dropped. */
static void note_passed(struct gate *gate)
{
	for (size_t d = 0; d < gate->drafts->n; d++)
		if (is_in_file(&gate->drafts->at[d], &gate->now->file) && !gate->drafts->at[d].written.complained)
			note_clean(gate, &gate->drafts->at[d]);
}

static void note_complaint(struct draft *draft)
{
	draft->written.complained = true;
	draft->written.clean.observed = NULL;
}

/* ---- runs ---- */

static void failed_check(void *context, const struct check_line *failed)
{
	struct gate *gate = context;
	note_complaint(&gate->drafts->at[failed->draft]);
	leave_out(gate, failed);
}

/* Notes four habits of a unit that clang's sanitizers report: calling a function by another type, allocating only
 * the used part of an object, shifting into the sign, and asking for more memory than there can be.
 * (AddressSanitizer finds accesses past the end of an object.) All reports but the second let the program go on. */
static void note_habits(struct gate *gate, const char *said)
{
	struct {
		const char *words;
		bool *is_noted;
	} habits[] = { { "through pointer to incorrect function type", &gate->compilers->calls_by_other_type },
		       { "with insufficient space for an object of type", &gate->compilers->has_short_objects },
		       { ": left shift of ", &gate->compilers->shifts_sign },
		       { "AddressSanitizer failed to allocate", &gate->compilers->asks_too_much } };
	for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
		if (!*habits[i].is_noted && strstr(said, habits[i].words)) {
			*habits[i].is_noted = true;
			gate->changed = gate->has_new_habit = true;
		}
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

/* Shows the lines of sanitizers with -v. */
static void show_complaints(const char *said)
{
	static const char *const marks[] = { "ERROR: ", "runtime error: " };
	for (const char *line = said, *end; *line; line = end + (*end != 0)) {
		end = line + strcspn(line, "\n");
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			if (memmem(line, (size_t)(end - line), marks[i], strlen(marks[i])))
				log_verbose("  %.*s", (int)(end - line), line);
	}
}

/* Nothing is reported but leaks. */
static bool are_leaks(const char *said)
{
	return strstr(said, "ERROR: LeakSanitizer") && !strstr(said, "ERROR: AddressSanitizer") &&
	       !strstr(said, "runtime error: ");
}

/* Drops an expectation whose look is itself undefined: the place that it reads has no value of its type. */
static void undefined_look(void *context, uint32_t line, const char *rest)
{
	struct gate *gate = context;
	const char *mark = strstr(rest, "runtime error: ");
	if (mark && mark < rest + strcspn(rest, "\n"))
		check_lines_at(&gate->now->lines, line, failed_check, gate);
}

/* Runs all tests of the file that is looked at, or the test of this name. *code is -1 if they do not end by
 * themselves. */
static status run(struct gate *gate, const char *name, uint32_t milliseconds, struct sb *out, int *code)
{
	struct sb err = { 0 };
	const char **env = sanitizer_environment("ASAN_OPTIONS=symbolize=0:allocator_may_return_null=1");
	struct child_result result;
	char *relative = xprintf("%s/%s", gate->tests_dir, gate->now->program), *program = realpath(relative, NULL);
	const char *const argv[] = { program, name, NULL };
	/* The code under test is not trusted here either. A test that meets a limit which only skep sets is no
	 * test. */
	struct sandbox sandbox = { .scratch = gate->folder,
		                   .random_addresses = true,
		                   .may_trace = true,
		                   .file_limit_kills = true,
		                   .denial = DENIAL_KILLS };
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
	note_habits(gate, sb_text(&err));
	gate->now->only_leaks = are_leaks(sb_text(&err));
	if (!st && *code != 0) {
		show_complaints(sb_text(&err));
		each_line_named(&gate->now->file, sb_text(&err), undefined_look, gate);
	}
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
		if (is_in_file(draft, &gate->now->file) && strlen(draft->name) == length &&
		    strncmp(draft->name, name, length) == 0)
			return draft;
	}
	return NULL;
}

/* Drops the test's expectations about text: the bytes behind a pointer need not end with a zero, and then
 * looking is the mistake. True if there were any. */
static bool say_no_text(struct gate *gate, struct draft *draft, const char *why)
{
	bool any = false;
	for (size_t k = 0; k < draft->n_sights; k++) {
		any |= draft->keep[k] && draft->sights[k].kind == SIGHT_STRING;
		draft->keep[k] = draft->keep[k] && draft->sights[k].kind != SIGHT_STRING;
	}
	draft->looks.no_text |= any;
	if (any)
		log_verbose("test %s: expectations about text are left out: %s", draft->name, why);
	gate->changed |= any;
	gate->now->changed |= any;
	return any;
}

/* The test may leave memory behind from now on: it holds memory of a library for which the unit has no end, as inflate()
 * has. The unit's own leaks were found before. True if the test may not do so yet. */
static bool let_leave_memory(struct gate *gate, struct draft *draft)
{
	if (!gate->now->only_leaks || draft->looks.leaves_memory)
		return false;
	log_verbose("test %s: it leaves memory of a library behind", draft->name);
	draft->looks.leaves_memory = gate->changed = gate->now->changed = true;
	return true;
}

/* Drops tests that are named as failed although none of their expectations failed: these tests died. */
static void drop_dead(struct gate *gate, const char *output, const struct round *round)
{
	static const char mark[] = "FAILED: ";
	for (const char *p = output; (p = strstr(p, mark)); p++) {
		const char *name = p + strlen(mark);
		struct draft *draft = draft_named(gate, name, strcspn(name, "\n"));
		if (!draft || draft->written.complained)
			continue;
		if (let_leave_memory(gate, draft) || (!round->together && say_no_text(gate, draft, round->why)))
			note_complaint(draft);
		else
			drop_test(gate, draft, round->loss, round->why);
	}
}

/* Runs each test by itself, because the program does not say which test fails: some tests wait for something,
 * or end the program that runs them. */
static status drop_one_by_one(struct gate *gate, const struct round *round)
{
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		struct sb out = { 0 };
		int code = 0;
		if (!is_in_file(draft, &gate->now->file))
			continue;
		status st = run(gate, draft->name, TEST_MILLISECONDS, &out, &code);
		sb_release(&out);
		if (st)
			return st;
		if (code == -1)
			drop_test(gate, draft, LOSS_ENDLESS, "it does not end");
		else if (code != 0)
			drop_test(gate, draft, round->loss, round->why);
	}
	for (size_t i = 0; i < gate->drafts->n && !gate->now->changed; i++)
		if (is_in_file(&gate->drafts->at[i], &gate->now->file))
			drop_test(gate, &gate->drafts->at[i], LOSS_UNSTABLE,
			          "all tests together fail, each alone does not");
	return NULL;
}

static status time_test(struct gate *gate, const struct draft *draft, double *seconds)
{
	struct sb out = { 0 };
	int code;
	double start = now_seconds();
	status st = run(gate, draft->name, TEST_MILLISECONDS, &out, &code);
	*seconds = now_seconds() - start;
	sb_release(&out);
	return st;
}

/* Measures how long each test of the file waits: the time it takes more than the quickest test. On a busy
 * machine any test may take long once, so slow tests are run twice. */
static status time_tests(struct gate *gate, double *seconds)
{
	double least = TEST_MILLISECONDS;
	for (size_t i = 0; i < gate->drafts->n; i++) {
		double again = 0;
		const struct draft *draft = &gate->drafts->at[i];
		if (!is_in_file(draft, &gate->now->file))
			continue;
		TRY(time_test(gate, draft, &seconds[i]));
		if (seconds[i] > WAIT_SECONDS)
			TRY(time_test(gate, draft, &again));
		if (again > 0 && again < seconds[i])
			seconds[i] = again;
		least = seconds[i] < least ? seconds[i] : least;
	}
	for (size_t i = 0; i < gate->drafts->n; i++)
		seconds[i] = seconds[i] > 3 * least ? seconds[i] - least : 0;
	return NULL;
}

static size_t slowest(const double *seconds, size_t n)
{
	size_t most = 0;
	for (size_t i = 1; i < n; i++)
		if (seconds[i] > seconds[most])
			most = i;
	return most;
}

/* Drops the slowest tests until the others, which take `all` seconds so far, are done in time. Some tests wait
 * for something that never comes. A test that takes long because it does much stays. */
static status drop_slow(struct gate *gate, double all)
{
	double *seconds = xcalloc(gate->drafts->n + 1, sizeof *seconds);
	status st = time_tests(gate, seconds);
	while (!st && all > SUITE_SECONDS) {
		size_t i = slowest(seconds, gate->drafts->n);
		if (seconds[i] < WAIT_SECONDS)
			break;
		drop_test(gate, &gate->drafts->at[i], LOSS_SLOW, loss_sentence(LOSS_SLOW));
		all -= seconds[i];
		seconds[i] = 0;
	}
	free(seconds);
	return st;
}

/* Runs all tests in one process, where each test meets whatever the tests before it left behind. */
static status run_together(struct gate *gate, const struct round *round)
{
	struct sb out = { 0 };
	int code = 0;
	status st = run(gate, NULL, SUITE_MILLISECONDS, &out, &code);
	if (!st && code != 0 && gate->only_asks) {
		gate->changed = gate->now->changed = true;
	} else if (!st && code != 0) {
		drop_dead(gate, sb_text(&out), round);
		for (size_t i = 0; i < gate->drafts->n && !gate->now->changed; i++)
			if (is_in_file(&gate->drafts->at[i], &gate->now->file))
				drop_test(gate, &gate->drafts->at[i], round->loss, round->why);
	}
	sb_release(&out);
	return st;
}

static status run_repeatedly(struct gate *gate, uint32_t times, const struct round *round)
{
	double start = now_seconds();
	for (uint32_t i = 0; i < times && !gate->now->changed; i++) {
		if (i > 1 && now_seconds() - start > REPEAT_SECONDS)
			break;
		struct sb out = { 0 };
		int code = 0;
		for (size_t k = 0; k < gate->drafts->n; k++)
			gate->drafts->at[k].written.complained = false;
		gate->has_new_habit = false;
		status st = run(gate, NULL, SUITE_MILLISECONDS, &out, &code);
		if (!st && code != 0 && gate->has_new_habit) {
			gate->now->changed = true; /* no test is to blame: build once more, without that check */
		} else if (!st && code != 0) {
			check_lines_failed(&gate->now->lines, &gate->now->file, sb_text(&out), failed_check, gate);
			drop_dead(gate, sb_text(&out), round);
		}
		if (!st && is_sanitized(round) && (code == 0 || (code == 1 && !gate->has_new_habit)))
			note_passed(gate);
		if (!st && i == 0 && now_seconds() - start > SUITE_SECONDS)
			st = drop_slow(gate, now_seconds() - start);
		if (!st && code != 0 && !gate->now->changed) {
			log_verbose("the tests of test_%s.c end with %d:\n%.2000s", gate->now->file.name, code,
			            sb_text(&out));
			st = drop_one_by_one(gate, round);
		}
		sb_release(&out);
		if (st)
			return st;
	}
	return NULL;
}

struct built what_is_built(const struct gate *gate, const struct round *round)
{
	struct built what = { .unit = gate->unit,
		              .tests_dir = gate->tests_dir,
		              .way = round->way,
		              .context_way = round->context_way,
		              .object_rules = gate->object_rules,
		              .programs = xcalloc(gate->files.n + 1, sizeof *what.programs),
		              .n_programs = gate->files.n };
	for (size_t i = 0; i < gate->files.n; i++)
		what.programs[i] = (struct built_program){ .name = gate->files.at[i].program,
			                                   .text = gate->files.at[i].text,
			                                   .rule = gate->files.at[i].rule };
	return what;
}

/* Runs the programs. Programs made from the same texts before were run, and passed. */
static status run_all(struct gate *gate, const struct round *round, uint32_t runs, const bool *known)
{
	for (size_t i = 0; i < gate->files.n; i++) {
		gate->now = &gate->files.at[i];
		if (gate->now->changed || !is_there(gate, gate->now->program) || (known[i] && !round->repeat))
			continue;
		TRY(round->together ? run_together(gate, round)
		                    : run_repeatedly(gate, round->repeat ? runs : 1, round));
	}
	return NULL;
}

static status play_round(struct gate *gate, const struct round *round, const struct gate_ahead *ahead, uint32_t runs)
{
	struct built what = what_is_built(gate, round);
	bool *known = xcalloc(gate->files.n + 1, sizeof *known);
	struct sb said = { 0 };
	double start = now_seconds();
	find_clean(gate, round);
	status st = ahead ? gate_ahead_wait(ahead, round) : NULL;
	if (!st)
		st = aside_bring(gate->aside, &what);
	for (size_t i = 0; i < gate->files.n; i++)
		known[i] = what.programs[i].is_built;
	if (!st && ahead)
		st = gate_ahead_take(ahead, round, &said);
	if (!st)
		st = build_programs(gate, round, &said);
	if (!st)
		st = read_all_messages(gate, round, sb_text(&said));
	double built = now_seconds();
	if (!st)
		st = run_all(gate, round, runs, known);
	log_verbose("checked with %s%s: %.1f s to build, %.1f s to run%s", round->way,
	            round->repeat ? ", repeatedly" : "", built - start, now_seconds() - built,
	            gate->changed ? "; the tests change" : "");
	bool all = !st;
	for (size_t i = 0; i < gate->files.n; i++) {
		what.programs[i].is_built = !st && is_there(gate, gate->files.at[i].program) &&
		                            !gate->files.at[i].changed;
		all &= what.programs[i].is_built;
	}
	aside_put(gate->aside, &what, all);
	sb_release(&said);
	free(known);
	free(what.programs);
	return st;
}

/* ---- the written files ---- */

/* Returns the rule for a target, up to the blank line behind it. */
static char *rule_of(const char *makefile, const char *target)
{
	char *start = xprintf("\n%s: ", target);
	const char *rule = strstr(makefile, start), *end = rule ? strstr(rule, "\n\n") : NULL;
	free(start);
	return rule && end ? xprintf("%.*s", (int)(end - rule), rule) : xstrdup("");
}

/* Returns all of the Makefile that is not about programs. */
static char *object_rules_of(const char *makefile)
{
	const char *settings = strstr(makefile, "\nOBJECTS ="), *rules = strstr(makefile, "\nunit_");
	const char *end = strstr(makefile, "\nclean:");
	size_t n_settings = settings ? (size_t)(settings - makefile) : 0;
	if (!rules || !end || rules > end)
		return xprintf("%.*s", (int)n_settings, makefile);
	return xprintf("%.*s%.*s", (int)n_settings, makefile, (int)(end - rules), rules);
}

static status read_written(struct gate *gate)
{
	char *path = xprintf("%s/Makefile", gate->tests_dir), *makefile = NULL;
	test_file_list files = { 0 };
	status st = file_read(path, &makefile, NULL);
	free(path);
	gate->object_rules = st ? NULL : object_rules_of(makefile);
	list_test_files(gate->unit, gate->drafts, &files);
	for (size_t i = 0; i < files.n && !st; i++) {
		struct looked_at file = { .file = files.at[i], .program = xprintf("test_%s", files.at[i].name) };
		path = xprintf("%s/%s.c", gate->tests_dir, file.program);
		file.rule = rule_of(makefile, file.program);
		st = file_read(path, &file.text, NULL);
		if (!st && !gate->unties) /* a line of a table holds many expectations */
			check_lines_read(&file.lines, gate->unit, gate->drafts, &file.file, file.text);
		vec_push(&gate->files, file);
		free(path);
	}
	vec_release(&files);
	free(makefile);
	return st;
}

static void release(struct gate *gate)
{
	for (size_t i = 0; i < gate->files.n; i++) {
		struct looked_at *file = &gate->files.at[i];
		vec_release(&file->lines.at);
		free(file->text);
		free(file->rule);
		free(file->program);
	}
	vec_release(&gate->files);
	free(gate->object_rules);
	if (gate->folder)
		temp_remove(gate->folder);
}

/* The round that finds most comes first. Calls through a pointer of another function type, and shifts of bits
 * into the sign, are only noted: they are common, no test is to blame, and all compilers shift in the same way.
 * Some checks need the optimiser (-O1), which would take most of the time for large test files (-O0). lld,
 * which skep needs anyway, links the sanitizers in a third of the time of other linkers. */
#define CHECKS "-fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-recover=function,shift-base"
#define SANITIZED                                                                                                      \
	.way = "sanitized", .compiler = CLANG, .linker_flags = "-fuse-ld=lld",                                    \
	.flags = "-O1 -Wall -Wextra " CHECKS, .test_flags = "-O0 -Wall -Wextra " CHECKS,                         \
	.why = "it is not clean under the sanitizers, or it needs the network or other rights", .loss = LOSS_SANITIZERS
#define NOT_WITH(name) "it does not pass when compiled with " name
#define WITH_GCC(level)                                                                                                \
	.way = "gcc" level, .compiler = GCC, .flags = level " -Wall -Wextra", .linker_flags = ""
#define WITH_CLANG(level)                                                                                              \
	.way = "clang" level, .compiler = CLANG, .flags = level " -Wall -Wextra", .linker_flags = "-fuse-ld=lld"
/* Neighbours are compiled once for all ways without sanitizers. */
#define NEIGHBOURS_OF(way_of_them) .context_way = way_of_them
#define GCC_ROUND(level) { WITH_GCC(level), NEIGHBOURS_OF("gcc-O2"), .why = NOT_WITH("gcc " level), .loss = LOSS_GCC }
#define CLANG_ROUND(level, neighbours) { WITH_CLANG(level), NEIGHBOURS_OF(neighbours), .why = NOT_WITH("clang " level), .loss = LOSS_CLANG }
#define EVERY_TIME .why = "it does not pass every time", .loss = LOSS_UNSTABLE, .repeat = true

static const struct rounds first_round = { { { SANITIZED, .repeat = true } }, .n = 1 };
static const struct rounds all_rounds = { { { SANITIZED },
	                                    GCC_ROUND("-O2"),
	                                    CLANG_ROUND("-O0", "gcc-O2"),
	                                    GCC_ROUND("-O0"),
	                                    CLANG_ROUND("-O2", "gcc-O2"),
	                                    { WITH_GCC("-O2"), EVERY_TIME } },
	                                  .n = 6 };
/* With one compiler. Failures with others are not seen. */
static const struct rounds gcc_alone = { { { SANITIZED }, GCC_ROUND("-O2"), { WITH_GCC("-O2"), EVERY_TIME } }, .n = 3 };
static const struct rounds gcc_table = {
	{ { WITH_GCC("-O2"), .why = "rows fail together", .loss = LOSS_UNSTABLE, .together = true } }, .n = 1
};
static const struct rounds together_round = { { { WITH_GCC("-O2"),
	                                          .why = "it does not pass after other tests in one process",
	                                          .loss = LOSS_UNSTABLE, .together = true } },
	                                      .n = 1 };
static const struct rounds table_rounds = {
	{ { WITH_GCC("-O2"), .why = "rows fail together", .loss = LOSS_UNSTABLE, .together = true },
	  { WITH_CLANG("-O0"), .why = "rows fail together", .loss = LOSS_UNSTABLE, .together = true } },
	.n = 2
};
static const struct rounds clang_together = { { { WITH_CLANG("-O2"),
	                                          .why = "it does not pass after other tests in one process",
	                                          .loss = LOSS_UNSTABLE, .together = true } },
	                                      .n = 1 };
static const struct rounds clang_rounds = { { { SANITIZED },
	                                      CLANG_ROUND("-O0", "clang-O0"),
	                                      CLANG_ROUND("-O2", "clang-O0"),
	                                      { WITH_CLANG("-O2"), EVERY_TIME } },
	                                    .n = 4 };

static const struct rounds *rounds_for(const struct compilers *compilers, struct gate_look look)
{
	const bool gcc = !compilers->is_for_clang, one = look.one_compiler;
	if (look.unties)
		return gcc ? one ? &gcc_table : &table_rounds : &clang_together;
	if (look.together)
		return gcc ? &together_round : &clang_together;
	if (!look.all_ways)
		return &first_round;
	return gcc ? one ? &gcc_alone : &all_rounds : &clang_rounds;
}

/* Begins to build all rounds but the first, up to the rounds that only repeat others. NULL: there are too few. */
static struct gate_ahead *begin_ahead(const struct gate *gate, const struct rounds *rounds)
{
	size_t n = 0;
	while (1 + n < rounds->n && !rounds->at[1 + n].repeat && !rounds->at[1 + n].together)
		n++;
	return n > 1 ? gate_ahead_begin(gate, &rounds->at[1], n) : NULL;
}

status check_written_suite(const struct unit *unit, struct compilers *compilers, draft_list *drafts,
                           const char *tests_dir, const struct aside *aside, struct gate_look look, bool *changed)
{
	struct gate gate = {
		.unit = unit, .compilers = compilers, .drafts = drafts, .tests_dir = tests_dir, .aside = aside
	};
	gate.n_silenced = compilers->silenced.n;
	gate.only_asks = look.only_asks;
	gate.unties = look.unties;
	const bool had_short_objects = compilers->has_short_objects;
	status st = read_written(&gate);
	if (!st)
		st = temp_make("tests", &gate.folder);
	const struct rounds *rounds = rounds_for(compilers, look);
	struct gate_ahead *ahead = st ? NULL : begin_ahead(&gate, rounds);
	for (size_t i = 0; i < rounds->n && !st && !gate.changed; i++)
		st = play_round(&gate, &rounds->at[i], ahead, look.runs);
	if (ahead)
		gate_ahead_end(ahead);
	if (compilers->has_short_objects != had_short_objects)
		aside_forget(aside); /* other flags make other objects */
	*changed = gate.changed;
	release(&gate);
	return st;
}

/* ---- before there are tests ---- */

/* Writes the Makefile of a suite whose tests include no source. */
static status write_makefile_ahead(struct gate *gate)
{
	const struct test_file_options options = { .format = FORMAT_PLAIN, .compilers = gate->compilers };
	struct test_file file = { .name = "ahead", .beginning = BEGINS_WITH_ALL };
	test_file_list files = { 0 };
	struct sb text = { 0 };
	char *path = xprintf("%s/Makefile", gate->tests_dir);
	vec_push(&files, file);
	write_tests_makefile(gate->unit, &files, &options, gate->tests_dir, &text);
	gate->object_rules = object_rules_of(sb_text(&text));
	status st = file_write(path, sb_text(&text), text.n);
	vec_release(&files);
	sb_release(&text);
	free(path);
	return st;
}

/* Builds the objects of one way. After an interruption an object may be half written, so then none is kept. */
static status build_way_ahead(struct gate *gate, const struct round *round)
{
	struct built what = what_is_built(gate, round);
	struct sb said = { 0 };
	status st = aside_bring(gate->aside, &what);
	if (!st) {
		st = build_objects(gate, round, &said);
		aside_put(gate->aside, &what, !st);
	}
	sb_release(&said);
	free(what.programs);
	return st;
}

status build_objects_ahead(const struct unit *unit, const char *tests_dir, const struct target *fast, bool one_compiler)
{
	struct aside aside;
	struct compilers compilers = { 0 };
	struct gate gate = { .unit = unit, .compilers = &compilers, .tests_dir = tests_dir, .aside = &aside };
	aside_open(&aside, tests_dir, fast);
	status st = dir_make(tests_dir);
	if (!st)
		st = write_makefile_ahead(&gate);
	const struct rounds *rounds = rounds_for(&compilers,
	                                         (struct gate_look){ .all_ways = true, .one_compiler = one_compiler });
	for (size_t i = 0; i < rounds->n && !st; i++)
		if (!rounds->at[i].repeat)
			st = build_way_ahead(&gate, &rounds->at[i]);
	release(&gate);
	compilers_release(&compilers);
	aside_close(&aside);
	return st;
}
