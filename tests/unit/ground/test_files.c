/* Tests of proc/: files are written as a whole or not at all; temporary folders go away. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc_fixture.h"

/* ---- files ---- */

static void assert_holds(const char *path, const char *expected)
{
	char *text;
	size_t size;
	assert_ok(file_read(path, &text, &size));
	assert_int_equal(size, strlen(expected));
	assert_string_equal(text, expected);
	free(text);
}

static unsigned entries_in(const char *path)
{
	struct sb out = { 0 };
	const char *argv[] = { "ls", "-A", path, NULL };
	struct child_options options = { .out = &out };
	struct child_result result;
	assert_ok(child_run(argv, &options, &result));
	unsigned n = 0;
	for (size_t i = 0; i < out.n; i++)
		n += out.text[i] == '\n';
	sb_release(&out);
	return n;
}

static void file_is_written_and_read_back(void **state)
{
	(void)state;
	char *path = in_folder("file"), *text;
	size_t size;
	assert_ok(file_write(path, "a\0b", 3));
	assert_ok(file_read(path, &text, &size));
	assert_int_equal(size, 3);
	assert_memory_equal(text, "a\0b", 4);
	free(text);
	assert_ok(file_write(path, "", 0));
	assert_holds(path, "");
	assert_int_equal(entries_in(folder), 1);
	free(path);
}

static void file_write_keeps_mode_and_link(void **state)
{
	(void)state;
	char *path = in_folder("file"), *link = in_folder("link");
	struct stat info;
	assert_ok(file_write(path, "old", 3));
	assert_int_equal(chmod(path, 0750), 0);
	assert_int_equal(symlink("file", link), 0);
	assert_ok(file_write(link, "new", 3));
	assert_int_equal(lstat(link, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0750);
	assert_holds(path, "new");
	free(path);
	free(link);
}

static void file_write_obeys_umask(void **state)
{
	(void)state;
	char *path = in_folder("file");
	struct stat info;
	mode_t before = umask(027);
	assert_ok(file_write(path, "x", 1));
	umask(before);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0640);
	free(path);
}

static void device_stays_a_device(void **state)
{
	(void)state;
	struct stat info;
	assert_ok(file_write("/dev/null", "x", 1));
	assert_int_equal(stat("/dev/null", &info), 0);
	assert_true(S_ISCHR(info.st_mode));
	expect_failure(file_write("/dev/full", "x", 1), TROUBLE_SYSTEM,
	               "cannot write '/dev/full': No space left on device");
}

static void file_failures_name_the_file(void **state)
{
	(void)state;
	char *missing = in_folder("none/file"), *text = NULL;
	expect_failure(file_write(missing, "x", 1), TROUBLE_SYSTEM, "none/file': No such file");
	expect_failure(file_read(missing, &text, NULL), TROUBLE_INPUT, "none/file': No such file");
	expect_failure(file_read(folder, &text, NULL), TROUBLE_INPUT, "Is a directory");
	expect_failure(file_write(folder, "x", 1), TROUBLE_SYSTEM, "Is a directory");
	assert_null(text);
	free(missing);
}

static int write_beyond_the_size_limit(void)
{
	const struct rlimit limit = { 4096, 4096 };
	char *path = in_folder("file"), *big = xcalloc(1, 1 << 20);
	interrupt_catch(); /* turns SIGXFSZ into an error */
	setrlimit(RLIMIT_FSIZE, &limit);
	status st = file_write(path, big, 1 << 20);
	return st && strstr(st->message, "File too large") ? 0 : 1;
}

static void write_that_fails_midway_leaves_the_old_file(void **state)
{
	(void)state;
	char *path = in_folder("file");
	assert_ok(file_write(path, "old", 3));
	assert_int_equal(exit_status_of(in_process(write_beyond_the_size_limit)), 0);
	assert_holds(path, "old");
	assert_int_equal(entries_in(folder), 1);
	free(path);
}

#define CANNOT_MOUNT 77

static int write_to_a_full_disk(void)
{
	if (unshare(CLONE_NEWNS) < 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return CANNOT_MOUNT;
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 || mount("none", folder, "tmpfs", 0, "size=64k") < 0)
		return CANNOT_MOUNT;
	char *path = in_folder("file"), *big = xcalloc(1, 1 << 20);
	status_free(file_write(path, "old", 3));
	status st = file_write(path, big, 1 << 20);
	if (!st || !strstr(st->message, "file': No space left on device"))
		return 1;
	if (entries_in(folder) != 1)
		return 2;
	char *text;
	return !file_read(path, &text, NULL) && strcmp(text, "old") == 0 ? 0 : 3;
}

static void full_disk_is_said_and_leaves_nothing(void **state)
{
	(void)state;
	int got = exit_status_of(in_process(write_to_a_full_disk));
	if (got == CANNOT_MOUNT)
		skip();
	assert_int_equal(got, 0);
}

static void dir_make_makes_all_parents(void **state)
{
	(void)state;
	char *path = in_folder("a//b/c/"), *file = in_folder("a/file"), *below = in_folder("a/file/x");
	struct stat info;
	assert_ok(dir_make(path));
	assert_ok(dir_make(path));
	assert_int_equal(stat(path, &info), 0);
	assert_true(S_ISDIR(info.st_mode));
	assert_ok(file_write(file, "", 0));
	expect_failure(dir_make(file), TROUBLE_SYSTEM, "Not a directory");
	expect_failure(dir_make(below), TROUBLE_SYSTEM, "Not a directory");
	free(path);
	free(file);
	free(below);
}

/* ---- removing ---- */

static bool exists(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0;
}

static void dir_remove_does_not_follow_links(void **state)
{
	(void)state;
	struct child_options options = { .directory = folder };
	run_shell("mkdir -p keep tree/sub; echo x > keep/file; ln -s ../keep tree/link; ln -s ../../keep tree/sub/link;"
	          "ln -s keep link; ln tree/link tree/hard 2>/dev/null; mkfifo tree/fifo",
	          &options);
	char *tree = in_folder("tree"), *kept = in_folder("keep/file"), *link = in_folder("link");
	dir_remove(tree);
	assert_false(exists(tree));
	assert_true(exists(kept));
	dir_remove(link);
	assert_false(exists(link));
	assert_true(exists(kept));
	dir_remove(tree); /* not there: fine */
	free(tree);
	free(kept);
	free(link);
}

static void dir_remove_copes_with_hostile_trees(void **state)
{
	(void)state;
	char *tree = in_folder("tree");
	assert_ok(dir_make(tree));
	int fd = open(tree, O_RDONLY | O_DIRECTORY);
	for (int depth = 0; depth < 3000; depth++) {
		assert_int_equal(mkdirat(fd, "d", 0700), 0);
		assert_int_equal(mkdirat(fd, ".moved-0", 0), 0);
		int deeper = openat(fd, "d", O_RDONLY | O_DIRECTORY);
		close(fd);
		fd = deeper;
	}
	close(fd);
	struct child_options options = { .directory = tree };
	run_shell("mkdir many; cd many; for i in $(seq 2000); do : > f$i; done; mkdir x; : > x/y; chmod 0 x .",
	          &options);
	dir_remove(tree);
	assert_false(exists(tree));
	free(tree);
}

static int remove_as_nobody(void)
{
	char *tree = in_folder("tree");
	if (chmod(folder, 0777) < 0 || setgid(65534) < 0 || setuid(65534) < 0)
		return CANNOT_MOUNT;
	struct child_options options = { .directory = folder };
	run_shell("mkdir -p tree/a/b/c; : > tree/a/b/f; chmod 0 tree/a/b/c tree/a/b tree/a tree", &options);
	dir_remove(tree);
	return exists(tree);
}

static void dir_remove_opens_what_was_closed_to_its_owner(void **state)
{
	(void)state;
	int got = exit_status_of(in_process(remove_as_nobody));
	if (got == CANNOT_MOUNT)
		skip();
	assert_int_equal(got, 0);
}

/* ---- temporary folders ---- */

static void temp_folders_are_private_and_distinct(void **state)
{
	(void)state;
	char *a, *b;
	struct stat info;
	assert_ok(temp_make("purpose", &a));
	assert_ok(temp_make("purpose", &b));
	assert_string_not_equal(a, b);
	assert_non_null(strstr(a, "/skep-purpose."));
	assert_int_equal(stat(a, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0700);
	char *gone = xstrdup(a);
	temp_remove(a);
	assert_false(exists(gone));
	assert_true(exists(b));
	temp_remove(b);
	temp_remove(NULL);
	free(gone);
}

static void temp_follows_tmpdir(void **state)
{
	(void)state;
	char *path = NULL, *before = getenv("TMPDIR") ? xstrdup(getenv("TMPDIR")) : NULL;
	setenv("TMPDIR", "/nonexistent", 1);
	status st = temp_make("x", &path);
	setenv("TMPDIR", folder, 1);
	assert_ok(temp_make("x", &path));
	if (before)
		setenv("TMPDIR", before, 1);
	else
		unsetenv("TMPDIR");
	assert_int_equal(strncmp(path, folder, strlen(folder)), 0);
	temp_remove(path);
	expect_failure(st, TROUBLE_SYSTEM, "TMPDIR");
	free(before);
}

/* The program itself, started as "test_files WAY FOLDER": makes a temporary folder,
 * names it in "path", and ends in this way. A fresh program, because cmocka keeps
 * handlers of its own for fatal signals. */
static void end_by_exit(void)
{
	exit(0);
}

static void end_by_abort(void)
{
	abort();
}

static void end_by_fault(void)
{
	volatile char *volatile nowhere = NULL;
	*nowhere = 1;
}

static void end_by_hangup(void)
{
	raise(SIGHUP);
}

/* A forked child's exit must not take its parent's folders away. */
static void end_after_a_fork(void)
{
	char *name = in_folder("path"), *path = NULL;
	pid_t pid = fork();
	if (pid == 0)
		exit(0);
	waitpid(pid, NULL, 0);
	bool gone = file_read(name, &path, NULL) || !exists(path);
	free(path);
	free(name);
	exit(gone ? 5 : 0);
}

static const struct way {
	const char *name;
	void (*end)(void);
	int signal;
} ways[] = {
	{ "exit", end_by_exit, 0 },          { "abort", end_by_abort, SIGABRT }, { "fault", end_by_fault, SIGSEGV },
	{ "hangup", end_by_hangup, SIGHUP }, { "fork", end_after_a_fork, 0 },
};
#define N_WAYS (sizeof ways / sizeof ways[0])

static int end_in_some_way(char **argv)
{
	const struct rlimit no_core = { 0, 0 };
	setrlimit(RLIMIT_CORE, &no_core);
	folder = argv[2];
	setenv("TMPDIR", folder, 1);
	char *path, *name = in_folder("path");
	if (temp_make("x", &path))
		return 99;
	char *file = xprintf("%s/file", path);
	if (file_write(file, "x", 1) || file_write(name, path, strlen(path)))
		return 98;
	free(path);
	free(file);
	free(name);
	for (size_t i = 0; i < N_WAYS; i++)
		if (strcmp(ways[i].name, argv[1]) == 0)
			ways[i].end();
	return 97;
}

static void temp_folders_go_with_the_process(void **state)
{
	(void)state;
	char *name = in_folder("path"), *path;
	/* In a build with sanitizers, faults are ours to handle here. */
	setenv("ASAN_OPTIONS", "handle_segv=0:handle_abort=0", 0);
	for (size_t i = 0; i < N_WAYS; i++) {
		const char *argv[] = { "/proc/self/exe", ways[i].name, folder, NULL };
		struct child_result result;
		assert_ok(child_run(argv, NULL, &result));
		assert_int_equal(result.status & ~0x80, ways[i].signal);
		assert_ok(file_read(name, &path, NULL));
		assert_false(exists(path));
		free(path);
	}
	free(name);
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return end_in_some_way(argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(file_is_written_and_read_back),
		TEST(file_write_keeps_mode_and_link),
		TEST(file_write_obeys_umask),
		TEST(device_stays_a_device),
		TEST(file_failures_name_the_file),
		TEST(write_that_fails_midway_leaves_the_old_file),
		TEST(full_disk_is_said_and_leaves_nothing),
		TEST(dir_make_makes_all_parents),
		TEST(dir_remove_does_not_follow_links),
		TEST(dir_remove_copes_with_hostile_trees),
		TEST(dir_remove_opens_what_was_closed_to_its_owner),
		TEST(temp_folders_are_private_and_distinct),
		TEST(temp_follows_tmpdir),
		TEST(temp_folders_go_with_the_process),
	};
	return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
