/* lane: see lane.h. */
#define _GNU_SOURCE
#include "outside/lane.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/beside.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define CONFIG "skep.config"
#define WORK "work"              /* the folder of commands, below that of the lane */
#define MOST_OUTPUT (1u << 20)   /* bytes of output that are looked at */
#define CPU_GRACE 2u             /* seconds of processor time beyond the time limit, for each process: a process
                                    that leaves the command's group is not ended with it */
#define FILE_LIMIT (UINT64_C(256) << 20)

struct lane {
	struct coverage *coverage;
	char *folder, *work, *test, *config;
	bool apart, busy;
	struct lane_task task;
	struct lane_result *result;      /* shared with copies of this process */
	size_t size;                     /* of the result */
	struct coverage_run inside;      /* end of a run in the worker */
	struct beside *beside;           /* the copy that works */
};

/* The end of a command. */
struct command_run {
	int code;                        /* exit code; -1: ended by a signal, or by the time limit */
	int signal;                      /* 0: none */
	bool hung;
	struct sb out, err;
};

/* ---- commands ---- */

static const char **environment_of(const struct lane *lane, bool covers, struct arena *arena)
{
	extern char **environ;
	struct sb lines = { 0 };
	VEC(const char *) all = { 0 };
	if (covers && lane->coverage->kind->environment)
		lane->coverage->kind->environment(lane->coverage, lane->folder, &lines);
	sb_addf(&lines, "TMPDIR=%s\n", lane->work);
	char *rest = arena_strdup(arena, sb_text(&lines));
	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n"))
		if (*line)
			vec_push(&all, line);
	size_t n_own = all.n;
	for (char **given = environ; *given; given++) {
		bool is_ours = false;
		for (size_t i = 0; i < n_own; i++)
			is_ours |= strncmp(all.at[i], *given, strcspn(all.at[i], "=") + 1) == 0;
		if (!is_ours)
			vec_push(&all, *given);
	}
	const char **env = ARENA_ARRAY(arena, const char *, all.n + 1);
	memcpy(env, all.at, all.n * sizeof *env);
	vec_release(&all);
	sb_release(&lines);
	return env;
}

/* Reads a signal off a shell's exit code, which tells the signal of its child. */
static void read_status(const struct child_result *result, struct command_run *run)
{
	int code = WIFEXITED(result->status) ? WEXITSTATUS(result->status) : -1;
	run->hung = result->timed_out;
	run->code = code;
	run->signal = WIFSIGNALED(result->status) ? WTERMSIG(result->status) : 0;
	if (code > 128 && code <= 128 + SIGSYS) {
		run->signal = code - 128;
		run->code = -1;
	}
	run->hung |= run->signal == SIGXCPU;
	if (run->hung)
		run->signal = 0;
}

static status run_command(struct lane *lane, const char *command, bool covers, struct command_run *run)
{
	const struct generator *g = lane->coverage->generator;
	/* Names have no folder: commands run beside the files, and the folder has another name each time. */
	struct filling filling = { lane->task.configuration, lane->task.seed, g->test, CONFIG };
	struct arena *arena = arena_new();
	struct sb line = { 0 };
	struct child_result result = { 0 };
	struct sandbox sandbox = { .scratch = lane->folder,
		                   .random_addresses = true,
		                   .memory_limit = g->memory,
		                   .cpu_limit = (uint64_t)g->seconds + CPU_GRACE,
		                   .file_limit = FILE_LIMIT,
		                   .may_trace = true };
	struct child_options options = { .directory = lane->work,
		                         .sandbox = &sandbox,
		                         .env = environment_of(lane, covers, arena),
		                         .out = &run->out,
		                         .err = &run->err,
		                         .milliseconds = (unsigned)(g->seconds * 1000),
		                         .most_output = MOST_OUTPUT };
	generator_fill(g, command, &filling, &line);
	const char *const argv[] = { "/bin/sh", "-c", sb_text(&line), NULL };
	status st = child_run(argv, &options, &result);
	read_status(&result, run);
	sb_release(&line);
	arena_free(arena);
	return st;
}

static void command_run_release(struct command_run *run)
{
	sb_release(&run->out);
	sb_release(&run->err);
}

/* ---- making ---- */

static void set_text(char *place, size_t size, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(place, size, format, args);
	va_end(args);
}

/* Returns the length of the first line of a text, for a message. */
static int first_line(const struct sb *text)
{
	return (int)strcspn(sb_text(text), "\n");
}

static void say_barren(struct lane_result *result, const struct command_run *run, double seconds)
{
	char *place = result->detail;
	const struct sb *said = run->err.n ? &run->err : &run->out;
	result->outcome = LANE_BARREN;
	if (run->hung)
		set_text(place, LANE_TEXT, "it did not end within %g s", seconds);
	else if (run->signal)
		set_text(place, LANE_TEXT, "it crashed (SIG%s)", sigabbrev_np(run->signal));
	else if (run->code)
		set_text(place, LANE_TEXT, "it ended with exit code %d: %.*s", run->code, first_line(said),
		         sb_text(said));
	else
		set_text(place, LANE_TEXT, "it made nothing");
}

static bool is_made(const struct lane *lane)
{
	struct stat info;
	return stat(lane->test, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

static status write_config(const struct lane *lane)
{
	struct sb text = { 0 };
	generator_features(lane->coverage->generator, lane->task.configuration, "\n", &text);
	status st = file_write(lane->config, sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

/* Writes the test. A command may have left a link under the name of the test, or in place of its folder. */
static status write_anew(const struct lane *lane, const char *text, size_t size)
{
	if (!is_below(lane->folder, lane->work))
		return fail(TROUBLE_INPUT, "the command that makes tests replaced the folder it runs in");
	unlink(lane->test);
	return file_write(lane->test, text, size);
}

/* Takes over the task's test, which the user's command may refuse. */
static status take_over(struct lane *lane)
{
	const struct generator *g = lane->coverage->generator;
	struct command_run run = { 0 };
	TRY(file_write(lane->test, lane->task.text, lane->task.size));
	if (!g->valid)
		return NULL;
	status st = run_command(lane, g->valid, false, &run);
	if (!st && (run.hung || run.signal || run.code))
		say_barren(lane->result, &run, g->seconds);
	command_run_release(&run);
	return st;
}

/* Makes the test with the generator, or takes the task's. */
static status make(struct lane *lane)
{
	const struct generator *g = lane->coverage->generator;
	struct command_run run = { 0 };
	if (lane->task.text)
		return take_over(lane);
	if (strstr(g->make, "{config}"))
		TRY(write_config(lane));
	status st = run_command(lane, g->make, false, &run);
	bool is_bad = run.hung || run.signal || run.code;
	if (!st && !is_bad && !strstr(g->make, "{test}") && run.out.n)
		st = write_anew(lane, run.out.text, run.out.n);
	if (!st && (is_bad || !is_made(lane)))
		say_barren(lane->result, &run, g->seconds);
	command_run_release(&run);
	return st;
}

/* ---- running ---- */

static void say_failed(struct lane_result *result, const char *kind, const char *format, ...)
{
	va_list args;
	if (result->outcome == LANE_FAILED)
		return;
	result->outcome = LANE_FAILED;
	set_text(result->kind, sizeof result->kind, "%s", kind);
	va_start(args, format);
	vsnprintf(result->detail, LANE_TEXT, format, args);
	va_end(args);
}

/* Looks for a report of a sanitizer, and takes its summary, or its first line, without numbers of processes. */
static void look_for_reports(const struct sb *err, struct lane_result *result)
{
	static const char *const words[] = { "SUMMARY: ", "runtime error: ", "Sanitizer: " };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *at = strstr(sb_text(err), words[i]);
		if (at && (i == 0 || strstr(sb_text(err), "Sanitizer") || i == 1)) {
			at += i == 0 ? strlen(words[0]) : 0;
			say_failed(result, "sanitizer", "%.*s", (int)strcspn(at, "\n"), at);
			return;
		}
	}
}

static bool is_fine_exit(const struct generator *g, int code)
{
	for (size_t i = 0; i < g->exits.n; i++)
		if (g->exits.at[i] == code)
			return true;
	return g->exits.n == 0;
}

static void judge(const struct generator *g, const struct command_run *run, struct lane_result *result)
{
	if (run->hung)
		say_failed(result, "hang", "it did not end within %g s", g->seconds);
	look_for_reports(&run->err, result);
	if (run->signal)
		say_failed(result, "crash", "SIG%s", sigabbrev_np(run->signal));
	if (run->code >= 0 && !is_fine_exit(g, run->code))
		say_failed(result, "exit code", "%d", run->code);
}

/* Compares with a second command, whose output must be the same. If that command fails itself, nothing is
 * compared. */
static status compare(struct lane *lane, const struct command_run *first)
{
	struct command_run other = { 0 };
	status st = run_command(lane, lane->coverage->generator->compare, false, &other);
	bool tells = !st && !other.hung && !other.signal;
	if (tells && other.code != first->code)
		say_failed(lane->result, "different output", "the exit codes differ");
	else if (tells &&
	         (other.out.n != first->out.n || memcmp(sb_text(&other.out), sb_text(&first->out), other.out.n)))
		say_failed(lane->result, "different output", "the outputs differ");
	command_run_release(&other);
	return st;
}

static status judge_inside(struct lane *lane, const struct coverage_run *seen)
{
	const struct generator *g = lane->coverage->generator;
	struct command_run own = { .code = seen->ended ? seen->code : -1, .hung = seen->hung, .out = seen->out };
	if (seen->failure)
		say_failed(lane->result, "crash", "%s", seen->failure);
	judge(g, &own, lane->result);
	bool is_comparable = g->compare && seen->ended && !seen->out_cut && lane->result->outcome == LANE_RAN;
	return is_comparable ? compare(lane, &own) : NULL;
}

/* Lets the kind of coverage run the program: in this process, whose worker serves all lanes. */
static status run_inside(struct lane *lane)
{
	lane->inside = (struct coverage_run){ 0 };
	TRY(lane->coverage->kind->run(lane->coverage, lane->test, lane->result->probes, &lane->inside));
	lane->result->covered = true;
	status st = judge_inside(lane, &lane->inside);
	sb_release(&lane->inside.out);
	return st;
}

/* Collects coverage. A run that spoilt its counts has none. */
static void collect(struct lane *lane)
{
	struct lane_result *result = lane->result;
	status st = lane->coverage->kind->collect(lane->coverage, lane->folder, result->probes, &result->covered);
	if (!st)
		return;
	log_verbose("a run without coverage: %s", st->message);
	status_free(st);
	result->covered = false;
}

static status run(struct lane *lane)
{
	const struct generator *g = lane->coverage->generator;
	struct command_run own = { 0 };
	struct lane_result *result = lane->result;
	status st = run_command(lane, g->run, true, &own);
	if (!st)
		judge(g, &own, result);
	if (!st && g->compare && result->outcome == LANE_RAN)
		st = compare(lane, &own);
	if (!st)
		collect(lane);
	command_run_release(&own);
	return st;
}

static status furnish(struct lane *lane)
{
	TRY(dir_make(lane->work));
	return lane->coverage->kind->furnish ? lane->coverage->kind->furnish(lane->coverage, lane->folder) : NULL;
}

/* Removes everything that the last test left, even if it replaced its folders. */
static status tidy(struct lane *lane)
{
	if (is_below(lane->folder, lane->work)) {
		dir_clear(lane->work);
		return NULL;
	}
	dir_clear(lane->folder);
	return furnish(lane);
}

static status work(void *context)
{
	struct lane *lane = context;
	memset(lane->result, 0, lane->size);
	TRY(tidy(lane));
	TRY(make(lane));
	return lane->result->outcome == LANE_BARREN || lane->coverage->kind->run ? NULL : run(lane);
}

/* ---- the lane ---- */

status lane_new(struct coverage *coverage, bool apart, struct lane **out)
{
	struct lane *lane = xcalloc(1, sizeof *lane);
	size_t words = (coverage->unit->marks->n_probes + 63) / 64;
	*out = lane;
	lane->coverage = coverage;
	lane->apart = apart;
	lane->size = sizeof *lane->result + (words + 1) * sizeof(uint64_t);
	lane->result = mmap(NULL, lane->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (lane->result == MAP_FAILED) {
		lane->result = NULL;
		return fail_errno("cannot make room for results");
	}
	TRY(temp_make("swarm", &lane->folder));
	lane->work = xprintf("%s/" WORK, lane->folder);
	lane->test = xprintf("%s/%s", lane->work, coverage->generator->test);
	lane->config = xprintf("%s/" CONFIG, lane->work);
	return furnish(lane);
}

void lane_free(struct lane *lane)
{
	if (!lane)
		return;
	beside_stop(lane->beside); /* it ends the commands that it started */
	if (lane->result)
		munmap(lane->result, lane->size);
	if (lane->folder)
		temp_remove(lane->folder);
	free(lane->work);
	free(lane->test);
	free(lane->config);
	free(lane);
}

status lane_start(struct lane *lane, const struct lane_task *task)
{
	lane->task = *task;
	lane->busy = true;
	return lane->apart ? beside_start_quick(work, lane, &lane->beside) : work(lane);
}

/* Waits for the copy. A copy that is killed would leave its commands running. */
static status finish_copy(struct lane *lane)
{
	struct beside *beside = lane->beside;
	lane->beside = NULL;
	if (beside_wait(beside))
		return beside_finish(beside);
	beside_stop(beside);
	return fail(TROUBLE_INTERRUPTED, "interrupted while a test was under way");
}

status lane_finish(struct lane *lane, const struct lane_result **result)
{
	lane->busy = false;
	*result = lane->result;
	if (lane->apart)
		TRY(finish_copy(lane));
	return lane->result->outcome != LANE_BARREN && lane->coverage->kind->run ? run_inside(lane) : NULL;
}

bool lane_is_busy(const struct lane *lane)
{
	return lane->busy;
}

const char *lane_test(const struct lane *lane)
{
	return lane->test;
}
