/* test_killed: any process may die at any moment, and the others continue.
 *
 * A helper process runs tests for ever and is killed at random moments. Its target must end with
 * it; the folders that it could not remove must go with the next start. Workers and zygotes are
 * killed and stopped from outside, between two batches and in the middle of one; the executor must
 * go on, and no result may be wrong. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/rng.h"
#include "exec/executor.h"
#include "exec_world.h"

#define ROUNDS 25
#define MOST_PATIENT 6000 /* times 10 ms: a slow day is no failure */

static struct world world;
static char *folder; /* TMPDIR of the helpers */
static struct seq_file file;

/* Good ones, crashes, hangs of both kinds, files left behind. */
static const char *const text = "test a\n  count_calls()\nend\n"
                                "test b\n  note_on_disk(\"note\")\n  read_nowhere(4711000)\nend\n"
                                "test c\n  loop(2)\nend\n"
                                "test d\n  wait_for_nothing()\nend\n"
                                "test e\n  stop()\nend\n"
                                "test f\n  loop_deaf()\nend\n"
                                "test g\n  leave_really(3)\nend\n";

/* Of the folders that skep makes. */
static size_t count_folders(const char *prefix)
{
	size_t n = 0;
	DIR *dir = opendir(folder);
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));)
		n += str_starts(entry->d_name, prefix);
	closedir(dir);
	return n;
}

static size_t count_targets(void)
{
	size_t n = 0;
	DIR *dir = opendir("/proc");
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));) {
		char program[4096];
		char *link = xprintf("/proc/%s/exe", entry->d_name);
		ssize_t length = readlink(link, program, sizeof program - 1);
		program[length > 0 ? length : 0] = 0;
		n += str_starts(program, world.cache);
		free(link);
	}
	closedir(dir);
	return n;
}

static void reap(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

/* Orphans of the helper come to us and are reaped here. */
static void wait_until_no_target(void)
{
	for (int i = 0; i < MOST_PATIENT && count_targets(); i++) {
		reap();
		usleep(10000);
	}
	assert_int_equal(count_targets(), 0);
	reap();
}

/* In the helper: a byte when it has begun, then tests until it is killed. */
static void run_for_ever(int ready, uint64_t seed, bool fork_per_test)
{
	struct executor *executor;
	const struct run *runs;
	struct rng rng;
	size_t n;
	rng_init(&rng, seed);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (write(ready, "x", 1) < 0 ||
	    executor_new(world.targets[BUILD_FAST], world.unit,
	                 &(struct exec_options){ .milliseconds = 50, .fork_per_test = fork_per_test }, &executor))
		_exit(1);
	for (;;) {
		const struct seq *seqs[4];
		for (size_t i = 0; i < 4; i++)
			seqs[i] = file.at[rng_below(&rng, file.n)].seq;
		executor_submit(executor, seqs, 4, WANT_NOTHING);
		if (executor_collect(executor, &runs, &n))
			_exit(1);
	}
}

static void kill_one(struct rng *rng, uint64_t round)
{
	int ends[2];
	char byte;
	assert_int_equal(pipe(ends), 0);
	fflush(NULL);
	pid_t helper = fork();
	if (helper == 0)
		run_for_ever(ends[1], round, round % 3 == 2);
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 1);
	close(ends[0]);
	usleep((useconds_t)rng_below(rng, 120000));
	kill(helper, SIGKILL);
	int how;
	assert_int_equal(waitpid(helper, &how, 0), helper);
	assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
	wait_until_no_target();
}

static void test_target_ends_with_engine(void **unused)
{
	(void)unused;
	struct rng rng;
	rng_init(&rng, 1);
	for (uint64_t round = 0; round < ROUNDS; round++)
		kill_one(&rng, round);
	/* Each start removed what the one before it had left. */
	assert_true(count_folders("skep-scratch.") <= 1);
}

/* A start removes what the dead left, and nothing that the living need. */
static void test_next_start_cleans_up(void **unused)
{
	(void)unused;
	struct executor *living;
	const struct run *runs;
	size_t n;
	assert_ok(executor_new(world.targets[BUILD_FAST], world.unit, NULL, &living));
	fflush(NULL);
	pid_t helper = fork();
	if (helper == 0) {
		char *left;
		status_free(temp_make("left", &left));
		kill(getpid(), SIGKILL);
	}
	waitpid(helper, NULL, 0);
	char *named_alike = xprintf("%s/skep-out.backup", folder);
	assert_int_equal(mkdir(named_alike, 0700), 0);
	assert_int_equal(count_folders("skep-left."), 1);
	helper = fork();
	if (helper == 0) {
		char *fresh;
		bool failed = temp_make("fresh", &fresh) != NULL;
		temp_remove(fresh);
		_exit(failed);
	}
	int how;
	waitpid(helper, &how, 0);
	assert_int_equal(how, 0);
	assert_int_equal(count_folders("skep-left."), 0);
	assert_int_equal(count_folders("skep-fresh."), 0);
	assert_int_equal(rmdir(named_alike), 0); /* a user's */
	free(named_alike);
	assert_int_equal(count_folders("skep-scratch."), 1);
	executor_submit(living, &file.at[1].seq, 1, WANT_VALUES);
	assert_ok(executor_collect(living, &runs, &n));
	assert_int_equal(runs[0].outcome, SK_FAULT);
	assert_int_equal(result_of(&runs[0], 1), 12); /* bytes in a file that it could write */
	executor_free(living);
}

/* In a process of its own, because each looks for what others left only once. */
static bool makes_folder(void)
{
	pid_t helper = fork();
	if (helper == 0) {
		char *made;
		if (temp_make("one", &made) || access(made, F_OK) != 0)
			_exit(1);
		temp_remove(made);
		_exit(0);
	}
	int how;
	return waitpid(helper, &how, 0) == helper && how == 0;
}

/* Many start at the same time: none takes another's new folder for an old one. */
static void test_starts_do_not_meet(void **unused)
{
	(void)unused;
	pid_t helpers[8];
	fflush(NULL);
	for (size_t i = 0; i < 8; i++) {
		helpers[i] = fork();
		if (helpers[i] != 0)
			continue;
		bool good = true;
		for (int round = 0; round < 50; round++)
			good &= makes_folder();
		_exit(!good);
	}
	for (size_t i = 0; i < 8; i++) {
		int how;
		assert_int_equal(waitpid(helpers[i], &how, 0), helpers[i]);
		assert_int_equal(how, 0);
	}
	assert_int_equal(count_folders("skep-one."), 0);
}

/* ---- from outside ---- */

#define N_BATCH 60

/* Of a batch of good tests: each as it should be, or the one that the blow hit. */
static size_t check_batch(struct executor *executor, int round)
{
	const struct run *runs;
	size_t n, hit = 0;
	assert_ok(executor_collect(executor, &runs, &n));
	assert_int_equal(n, N_BATCH);
	for (size_t i = 0; i < n; i++) {
		bool good = runs[i].outcome == SK_NORMAL && result_of(&runs[i], 0) == 111;
		bool is_hit = runs[i].outcome == SK_HANG || runs[i].outcome == SK_FAULT;
		if (!good && !is_hit)
			fail_msg("round %d, test %zu: outcome %d, value %lld", round, i, (int)runs[i].outcome,
			         (long long)result_of(&runs[i], 0));
		hit += is_hit;
	}
	return hit;
}

static void strike(struct executor *executor, const struct seq *const *seqs, struct rng *rng, int number,
                   bool at_zygote, int round)
{
	bool between = rng_chance(rng, 0.3);
	if (!between)
		executor_submit(executor, seqs, N_BATCH, WANT_VALUES);
	usleep((useconds_t)rng_below(rng, 400));
	target_listen(executor); /* who the worker is */
	pid_t pid = at_zygote ? executor->child.pid : executor->worker.pid;
	if (pid > 0)
		kill(pid, number);
	if (between)
		executor_submit(executor, seqs, N_BATCH, WANT_VALUES);
	assert_true(check_batch(executor, round) <= 1);
}

static void blows(bool fork_per_test, int number, bool at_zygote, int rounds)
{
	struct executor *executor;
	const struct seq *seqs[N_BATCH];
	struct rng rng;
	rng_init(&rng, (uint64_t)number + 100u * at_zygote);
	for (size_t i = 0; i < N_BATCH; i++)
		seqs[i] = file.at[0].seq;
	assert_ok(executor_new(world.targets[BUILD_FAST], world.unit,
	                       &(struct exec_options){ .milliseconds = 50, .fork_per_test = fork_per_test },
	                       &executor));
	for (int round = 0; round < rounds; round++)
		strike(executor, seqs, &rng, number, at_zygote, round);
	executor_free(executor);
	wait_until_no_target();
}

static void test_blows_from_outside(void **unused)
{
	(void)unused;
	blows(false, SIGKILL, false, 300);
	blows(false, SIGSTOP, false, 100);
	blows(false, SIGTERM, false, 50);
	blows(false, SIGSEGV, false, 50);
	blows(false, SIGKILL, true, 30);
	blows(false, SIGSTOP, true, 2);
	blows(true, SIGKILL, false, 10);
	blows(true, SIGKILL, true, 10);
}

static int set_up(void **unused)
{
	static const char *const sources[] = { "tests/units/hostile/good.c", "tests/units/hostile/ends.c" };
	(void)unused;
	find_runtime();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	world = (struct world){ .arena = arena_new() };
	assert_ok(temp_make("cache", &world.cache));
	assert_ok(temp_make("play", &folder));
	assert_ok(sources_from_args(&world.sources, sources, 2, NULL, 0));
	assert_ok(front_read(&world.sources, &world.unit));
	assert_ok(target_build(world.unit, BUILD_FAST, &(struct build_options){ .cache_dir = world.cache },
	                       &world.targets[BUILD_FAST]));
	assert_ok(world_parse(&world, text, &file));
	return setenv("TMPDIR", folder, 1);
}

static int tear_down(void **unused)
{
	(void)unused;
	world_close(&world);
	temp_remove(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_target_ends_with_engine),
		cmocka_unit_test(test_next_start_cleans_up),
		cmocka_unit_test(test_starts_do_not_meet),
		cmocka_unit_test(test_blows_from_outside),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
