/* Tests of proc/child: children that behave, misbehave and do not start. */
#define _GNU_SOURCE
#include "test.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/sandbox.h"
#include "proc_fixture.h"

/* Waits (at most 5 s) until the process is gone or a zombie of somebody. */
static bool vanishes(pid_t pid)
{
	for (int i = 0; i < 500; i++) {
		char *path = xprintf("/proc/%d/stat", (int)pid), *text = NULL;
		status st = file_read(path, &text, NULL);
		bool gone = st || strstr(text, ") Z ") || strstr(text, ") X ");
		status_free(st);
		free(path);
		free(text);
		if (gone)
			return true;
		usleep(10000);
	}
	return false;
}

static pid_t pid_in(const char *name)
{
	char *path = in_folder(name), *text = NULL;
	for (int i = 0; i < 500 && !text; i++) {
		status st = file_read(path, &text, NULL);
		status_free(st);
		if (text && !strchr(text, '\n')) {
			free(text);
			text = NULL;
		}
		if (!text)
			usleep(10000);
	}
	assert_non_null(text);
	pid_t pid = atoi(text);
	free(text);
	free(path);
	return pid;
}

static void child_gives_output_and_status(void **state)
{
	(void)state;
	struct sb out = { 0 }, err = { 0 };
	struct child_options options = { .out = &out, .err = &err };
	struct child_result result = run_shell("echo yes; echo no >&2; exit 3", &options);
	assert_true(WIFEXITED(result.status));
	assert_int_equal(WEXITSTATUS(result.status), 3);
	assert_false(result.timed_out);
	assert_string_equal(sb_text(&out), "yes\n");
	assert_string_equal(sb_text(&err), "no\n");
	sb_release(&out);
	sb_release(&err);
}

static void child_reads_input_larger_than_a_pipe(void **state)
{
	(void)state;
	size_t size = 3 << 20;
	char *input = xmalloc(size);
	memset(input, 'x', size);
	struct sb out = { 0 }, err = { 0 };
	struct child_options options = { .out = &out, .err = &err, .input = input, .input_size = size };
	struct child_result result = run_shell("tee /dev/stderr", &options);
	assert_int_equal(result.status, 0);
	assert_int_equal(out.n, size);
	assert_int_equal(err.n, size);
	assert_memory_equal(out.text, input, size);
	sb_release(&out);
	sb_release(&err);
	free(input);
}

static void child_that_ignores_its_input_is_fine(void **state)
{
	(void)state;
	size_t size = 1 << 20;
	char *input = xcalloc(1, size);
	struct child_options options = { .input = input, .input_size = size };
	assert_int_equal(run_shell("exec true", &options).status, 0);
	free(input);
}

static void child_without_options_has_no_input(void **state)
{
	(void)state;
	assert_int_equal(run_shell("test -z \"$(cat)\"", NULL).status, 0);
}

static void child_runs_in_folder_with_environment(void **state)
{
	(void)state;
	struct sb out = { 0 };
	const char *env[] = { "COLOUR=blue", NULL };
	struct child_options options = { .out = &out, .directory = folder, .env = env };
	run_shell("pwd; echo $COLOUR; echo ${HOME:-none}", &options);
	char *expected = xprintf("%s\nblue\nnone\n", folder);
	assert_string_equal(sb_text(&out), expected);
	free(expected);
	sb_release(&out);
}

static void child_that_cannot_start_is_named(void **state)
{
	(void)state;
	struct child_result result;
	const char *missing[] = { "skep-no-such-program", NULL };
	expect_failure(child_run(missing, NULL, &result), TROUBLE_SYSTEM, "skep-no-such-program");
	const char *denied[] = { "/dev/null", NULL };
	expect_failure(child_run(denied, NULL, &result), TROUBLE_SYSTEM, "Permission denied");
	const char *fine[] = { "true", NULL };
	struct child_options nowhere = { .directory = "/nonexistent/place" };
	expect_failure(child_run(fine, &nowhere, &result), TROUBLE_SYSTEM, "/nonexistent/place");
}

static void child_killed_by_signal_is_a_result(void **state)
{
	(void)state;
	struct child_result result = run_shell("kill -SEGV $$", NULL);
	assert_true(WIFSIGNALED(result.status));
	assert_int_equal(WTERMSIG(result.status), SIGSEGV);
}

static void time_limit_ends_the_whole_group(void **state)
{
	(void)state;
	struct child_options options = { .directory = folder, .milliseconds = 300 };
	double before = now_seconds();
	struct child_result result = run_shell("sleep 1000 & echo $! > pid; wait", &options);
	assert_true(result.timed_out);
	assert_true(WIFSIGNALED(result.status));
	assert_true(now_seconds() - before < 10);
	assert_true(vanishes(pid_in("pid")));
}

static void time_limit_holds_for_endless_output(void **state)
{
	(void)state;
	struct sb out = { 0 };
	struct child_options options = { .out = &out, .milliseconds = 200 };
	struct child_result result = run_shell("exec yes", &options);
	assert_true(result.timed_out);
	assert_true(out.n > 0);
	sb_release(&out);
}

static void process_left_behind_does_not_keep_us(void **state)
{
	(void)state;
	struct sb out = { 0 };
	struct child_options options = { .out = &out, .directory = folder };
	double before = now_seconds();
	struct child_result result = run_shell("sleep 1000 & echo $! > pid; echo done", &options);
	assert_int_equal(result.status, 0);
	assert_string_equal(sb_text(&out), "done\n");
	assert_true(now_seconds() - before < 10);
	assert_true(vanishes(pid_in("pid")));
	sb_release(&out);
}

static void descriptors_do_not_leak_into_children(void **state)
{
	(void)state;
	struct sb out = { 0 };
	struct child_options options = { .out = &out };
	int mine = open("/dev/null", O_RDONLY);
	assert_true(mine >= 0);
	run_shell("ls /proc/self/fd | sort -n | tr '\\n' ' '", &options);
	/* 3 is the folder that ls reads. */
	assert_string_equal(sb_text(&out), "0 1 2 3 ");
	close(mine);
	sb_release(&out);
}

static void descriptors_do_not_leak_here(void **state)
{
	(void)state;
	int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
	close(before);
	const char *missing[] = { "skep-no-such-program", NULL };
	for (int i = 0; i < 20; i++) {
		struct sb out = { 0 }, err = { 0 };
		struct child_options options = { .out = &out, .err = &err, .input = "x", .input_size = 1 };
		struct child_result result;
		run_shell("cat", &options);
		status_free(child_run(missing, &options, &result));
		sb_release(&out);
		sb_release(&err);
	}
	int after = open("/dev/null", O_RDONLY | O_CLOEXEC);
	close(after);
	assert_int_equal(before, after);
}

static void child_starts_with_default_signals(void **state)
{
	(void)state;
	struct sb out = { 0 };
	struct child_options options = { .out = &out };
	void (*before)(int) = signal(SIGPIPE, SIG_IGN);
	run_shell("exec cat /proc/self/status", &options);
	signal(SIGPIPE, before);
	assert_non_null(strstr(sb_text(&out), "SigBlk:\t0000000000000000\n"));
	assert_non_null(strstr(sb_text(&out), "SigCgt:\t0000000000000000\n"));
	const char *ignored = strstr(sb_text(&out), "SigIgn:\t");
	assert_non_null(ignored);
	/* 32 and 33 belong to the C library, which lets nobody reset them */
	assert_int_equal(strtoull(ignored + strlen("SigIgn:\t"), NULL, 16) & 0x7fffffff, 0);
	sb_release(&out);
}

static int run_sleeper(void)
{
	const char *argv[] = { "sh", "-c", "echo $$ > pid; exec sleep 1000", NULL };
	struct child_options options = { .directory = folder };
	struct child_result result;
	interrupt_catch();
	status st = child_run(argv, &options, &result);
	return st ? (int)st->kind : 0;
}

static void child_dies_with_us(void **state)
{
	(void)state;
	pid_t middle = in_process(run_sleeper);
	pid_t sleeper = pid_in("pid");
	kill(middle, SIGKILL);
	assert_int_equal(exit_status_of(middle), -SIGKILL);
	assert_true(vanishes(sleeper));
}

static void ctrl_c_ends_the_child_and_is_a_failure(void **state)
{
	(void)state;
	pid_t middle = in_process(run_sleeper);
	pid_t sleeper = pid_in("pid");
	kill(middle, SIGINT);
	kill(middle, SIGINT);
	kill(middle, SIGTERM);
	assert_int_equal(exit_status_of(middle), TROUBLE_INTERRUPTED);
	assert_true(vanishes(sleeper));
}

/* As when a signal for the group reaches the child first and us a moment later. */
static int run_child_that_dies_of_ctrl_c(void)
{
	const char *argv[] = { "sh", "-c", "kill -INT $$", NULL };
	const struct itimerspec soon = { .it_value.tv_nsec = 50 * 1000 * 1000 };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGINT };
	struct child_result result;
	timer_t timer;
	interrupt_catch();
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0 || timer_settime(timer, 0, &soon, NULL) < 0)
		return 1;
	status st = child_run(argv, NULL, &result);
	return st ? (int)st->kind : 0;
}

static int run_child_that_is_ended_by_others(void)
{
	const char *argv[] = { "sh", "-c", "kill -TERM $$", NULL };
	struct child_result result;
	interrupt_catch();
	status st = child_run(argv, NULL, &result);
	return st ? (int)st->kind : WTERMSIG(result.status);
}

static void child_that_dies_of_our_signal_was_interrupted(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(run_child_that_dies_of_ctrl_c)), TROUBLE_INTERRUPTED);
	assert_int_equal(exit_status_of(in_process(run_child_that_is_ended_by_others)), SIGTERM);
}

/* After ctrl-C no child starts any more, but files are still written. */
static int work_after_ctrl_c(void)
{
	const char *argv[] = { "true", NULL };
	struct child_result result;
	interrupt_catch();
	raise(SIGINT);
	if (!interrupted())
		return 1;
	status st = child_run(argv, NULL, &result);
	if (!st || st->kind != TROUBLE_INTERRUPTED)
		return 2;
	char *path = in_folder("late");
	return file_write(path, "late", 4) ? 3 : 0;
}

static void ctrl_c_still_lets_results_be_written(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(work_after_ctrl_c)), 0);
}

static int run_without_standard_descriptors(void)
{
	struct sb out = { 0 }, err = { 0 };
	struct child_options options = { .out = &out, .err = &err, .input = "in", .input_size = 2 };
	const char *argv[] = { "sh", "-c", "cat; echo err >&2", NULL };
	struct child_result result;
	close(0);
	close(1);
	close(2);
	status st = child_run(argv, &options, &result);
	if (st || result.status)
		return 1;
	return strcmp(sb_text(&out), "in") == 0 && strcmp(sb_text(&err), "err\n") == 0 ? 0 : 2;
}

static void child_runs_though_our_descriptors_are_closed(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(run_without_standard_descriptors)), 0);
}

/* With ever fewer descriptors to be had, every open and pipe fails once: each run
 * must work or say why not, and give back what it took. */
static int run_short_of_descriptors(void)
{
	const char *argv[] = { "true", NULL };
	int failures = 0, successes = 0;
	for (rlim_t n = 30; n >= 3; n--) {
		const struct rlimit limit = { n, 30 };
		struct sb out = { 0 }, err = { 0 };
		struct child_options options = { .out = &out, .err = &err, .input = "x", .input_size = 1 };
		struct child_result result;
		setrlimit(RLIMIT_NOFILE, &limit);
		status st = child_run(argv, &options, &result);
		failures += st && strstr(st->message, "Too many open files");
		successes += !st && result.status == 0;
		status_free(st);
		sb_release(&out);
		sb_release(&err);
	}
	/* The program itself needs a descriptor for its libraries: neither, then. */
	return failures >= 5 && successes >= 5 ? 0 : 1;
}

static void shortage_of_descriptors_is_survived(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(run_short_of_descriptors)), 0);
}

static int run_with_children_ignored(void)
{
	const char *argv[] = { "sh", "-c", "exit 7", NULL };
	struct child_result result;
	signal(SIGCHLD, SIG_IGN);
	status st = child_run(argv, NULL, &result);
	return st ? 100 : WEXITSTATUS(result.status);
}

static void child_status_survives_ignored_sigchld(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(run_with_children_ignored)), 7);
}

static void cpu_limit_ends_a_sandboxed_child(void **state)
{
	(void)state;
	const char *argv[] = { "sh", "-c", "while :; do :; done", NULL };
	char *scratch;
	struct child_result result;
	assert_ok(temp_make("scratch", &scratch));
	const struct sandbox sandbox = { .scratch = scratch, .cpu_limit = 1 };
	const struct child_options options = { .sandbox = &sandbox, .milliseconds = 600000 };
	assert_ok(child_run(argv, &options, &result));
	assert_true(!result.timed_out && WIFSIGNALED(result.status));
	temp_remove(scratch);
}

/* Starts a process that computes for ever on the first processor that this process may use. */
static pid_t compute_on_one(void)
{
	cpu_set_t all, one;
	int first = 0;
	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	while (!CPU_ISSET(first, &all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	pid_t pid = fork();
	if (pid == 0) {
		sched_setaffinity(0, sizeof one, &one);
		for (;;)
			continue;
	}
	return pid;
}

/* Two processes want one processor, so each waits about as long as it computes. A process that sleeps does not wait. */
static void waiting_for_a_processor_is_told(void **state)
{
	(void)state;
	pid_t pids[] = { compute_on_one(), compute_on_one() }, asleep = fork();
	if (asleep == 0)
		for (;;)
			pause();
	while (child_delay(pids[0]) < 0.05 && path_is_file("/proc/self/schedstat"))
		usleep(1000);
	assert_true(child_delay(asleep) < child_delay(pids[0]) || !path_is_file("/proc/self/schedstat"));
	assert_true(child_delay(0) == 0 && child_delay(-1) == 0);
	const pid_t all[] = { pids[0], pids[1], asleep };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		kill(all[i], SIGKILL);
		waitpid(all[i], NULL, 0);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(child_gives_output_and_status),          TEST(child_reads_input_larger_than_a_pipe),
		TEST(child_that_ignores_its_input_is_fine),   TEST(child_without_options_has_no_input),
		TEST(child_runs_in_folder_with_environment),  TEST(child_that_cannot_start_is_named),
		TEST(child_killed_by_signal_is_a_result),     TEST(time_limit_ends_the_whole_group),
		TEST(time_limit_holds_for_endless_output),    TEST(process_left_behind_does_not_keep_us),
		TEST(descriptors_do_not_leak_into_children),  TEST(descriptors_do_not_leak_here),
		TEST(child_starts_with_default_signals),      TEST(child_dies_with_us),
		TEST(ctrl_c_ends_the_child_and_is_a_failure), TEST(child_that_dies_of_our_signal_was_interrupted),
		TEST(ctrl_c_still_lets_results_be_written),   TEST(child_runs_though_our_descriptors_are_closed),
		TEST(shortage_of_descriptors_is_survived),    TEST(child_status_survives_ignored_sigchld),
		TEST(cpu_limit_ends_a_sandboxed_child),       TEST(waiting_for_a_processor_is_told),
	};
	return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
