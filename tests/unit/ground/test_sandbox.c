/* Tests of proc/sandbox: a program attacks by every means, and canaries must not change.
 *
 * The test starts itself again inside the sandbox, with the name of a role in its environment
 * (sandbox_roles.h). The canaries are in a temporary folder beside scratch. Everything runs under
 * several versions of Landlock and without it, and, if started by root, once as root and once as
 * nobody. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "proc/child.h"
#include "proc/sandbox.h"
#include "sandbox_roles.h"

static char *program_folder; /* holds a copy of this program that anybody may run */
static char *program, *folder, *scratch, *canaries;

static char *in(const char *parent, const char *name)
{
	return xprintf("%s/%s", parent, name);
}

static void make_canary(const char *parent, const char *name)
{
	char *path = in(parent, name);
	assert_ok(file_write(path, "canary", 6));
	assert_int_equal(chmod(path, 0640), 0);
	free(path);
}

static int set_up(void **state)
{
	(void)state;
	assert_ok(temp_make("test", &folder));
	scratch = in(folder, "scratch");
	canaries = in(folder, "canaries");
	char *empty = in(canaries, "empty"), *link = in(scratch, "link"), *filelink = in(scratch, "filelink");
	assert_ok(dir_make(scratch));
	assert_ok(dir_make(empty));
	make_canary(canaries, "file");
	make_canary(canaries, "other-file");
	make_canary(scratch, "mine");
	assert_int_equal(symlink("../canaries", link), 0);
	assert_int_equal(symlink("../canaries/file", filelink), 0);
	free(empty);
	free(link);
	free(filelink);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	temp_remove(folder);
	free(scratch);
	free(canaries);
	return 0;
}

/* All that must not change: a line per entry, and times that show even a change
 * that was undone. */
static void describe(const char *path, struct sb *sb)
{
	struct stat s;
	struct dirent **entries;
	assert_int_equal(lstat(path, &s), 0);
	sb_addf(sb, "%s mode %o owner %u:%u links %lu size %ld modified %ld.%09ld changed %ld.%09ld", path, s.st_mode,
	        s.st_uid, s.st_gid, (unsigned long)s.st_nlink, (long)s.st_size, (long)s.st_mtim.tv_sec,
	        s.st_mtim.tv_nsec, (long)s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
	if (S_ISREG(s.st_mode)) {
		char *text;
		size_t size;
		assert_ok(file_read(path, &text, &size));
		sb_addf(sb, " content %016" PRIx64, hash_bytes(text, size, 0));
		free(text);
	}
	sb_add(sb, "\n");
	if (!S_ISDIR(s.st_mode))
		return;
	int n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (!str_equal(entries[i]->d_name, ".") && !str_equal(entries[i]->d_name, "..")) {
			char *child = in(path, entries[i]->d_name);
			describe(child, sb);
			free(child);
		}
		free(entries[i]);
	}
	free(entries);
}

static char *describe_canaries(void)
{
	struct sb sb = { 0 };
	describe(canaries, &sb);
	return sb_take(&sb);
}

/* Somebody to aim signals at. */
static pid_t start_victim(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	return pid;
}

/* The version the sandbox will use under this limit. */
static int abi_under(int limit)
{
	int abi = sandbox_probe().landlock_abi;
	return limit < 0 ? 0 : limit && limit < abi ? limit : abi;
}

struct role {
	struct sandboxed process;
	int report; /* to read from */
};

static void start_role(const char *name, int limit, pid_t victim, struct role *role)
{
	int ends[2];
	char *env[] = {
		xprintf("ROLE=%s", name),
		xprintf("ABI=%d", abi_under(limit)),
		xprintf("VICTIM=%d", (int)victim),
		xprintf("CANARIES=%s", canaries),
		xprintf("CANARY=%s/file", canaries),
		xprintf("SCRATCH=%s", scratch),
		xstrdup("PATH=/usr/bin:/bin"),
		NULL,
	};
	const int keep[] = { REPORT_FD, FOLDER_FD };
	const struct sandbox sandbox = {
		.scratch = scratch,
		.memory_limit = 512u << 20,
		.file_limit = 1u << 20,
		.landlock_limit = limit,
		.may_trace = limit == 0, /* Landlock must keep it inside */
		.denial = str_equal(name, "sender") ? DENIAL_KILLS : DENIAL_FAILS,
	};
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	int dir = open(canaries, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(dup3(ends[1], REPORT_FD, O_CLOEXEC) >= 0 && dup3(dir, FOLDER_FD, O_CLOEXEC) >= 0);
	assert_ok(sandbox_start(&sandbox, program, (const char *const *)env, keep, 2, false, &role->process));
	close(ends[1]);
	close(dir);
	close(REPORT_FD);
	close(FOLDER_FD);
	role->report = ends[0];
	for (size_t i = 0; env[i]; i++)
		free(env[i]);
}

/* Reads until the role has ended or said "tried", then ends it. */
static char *hear_role(struct role *role)
{
	struct sb sb = { 0 };
	char buffer[4096];
	ssize_t n;
	while ((n = read(role->report, buffer, sizeof buffer)) > 0) {
		sb_add_bytes(&sb, buffer, (size_t)n);
		if (strstr(sb_text(&sb), "tried "))
			break;
	}
	return sb_take(&sb);
}

static void end_role(struct role *role)
{
	pid_t group = role->process.pid;
	sandbox_end(&role->process);
	assert_int_equal(role->process.pid, 0);
	close(role->report);
	/* Nobody of its group is left behind. */
	assert_true(kill(-group, 0) < 0 && errno == ESRCH);
}

/* The least number of things a role must have tried. */
static void assert_nothing_broken(const char *text, int least)
{
	const char *tried = strstr(text, "tried ");
	if (strstr(text, "broken") || !tried || atoi(tried + 6) < least)
		fail_msg("the role said:\n%s", text);
}

/* 0: what this kernel has; 2: Debian 12's; -1: without. */
static const int limits[] = { 0, 5, 3, 2, 1, -1 };
#define N_LIMITS (sizeof limits / sizeof limits[0])

static void attacks_change_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_LIMITS; i++) {
		struct role role;
		char *before = describe_canaries();
		pid_t victim = start_victim();
		start_role("attacker", limits[i], victim, &role);
		char *text = hear_role(&role);
		end_role(&role);
		char *after = describe_canaries();
		assert_nothing_broken(text, 9 * (int)N_ATTACKS + 40);
		assert_string_equal(before, after);
		assert_int_equal(waitpid(victim, NULL, WNOHANG), 0);
		kill(victim, SIGKILL);
		waitpid(victim, NULL, 0);
		free(before);
		free(after);
		free(text);
	}
}

static void ordinary_work_is_possible(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_LIMITS; i++) {
		struct role role;
		start_role("worker", limits[i], 0, &role);
		char *text = hear_role(&role);
		end_role(&role);
		assert_nothing_broken(text, 20);
		free(text);
	}
}

/* A socket that anybody may send to: nothing arrives. */
static void nothing_is_sent_where_denial_kills(void **state)
{
	(void)state;
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char byte;
	snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", canaries);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(chmod(address.sun_path, 0777), 0);
	for (size_t i = 0; i < N_LIMITS; i++) {
		struct role role;
		start_role("sender", limits[i], 0, &role);
		char *text = hear_role(&role);
		end_role(&role);
		assert_nothing_broken(text, 7);
		assert_true(recv(fd, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN);
		free(text);
	}
	close(fd);
}

static void no_process_is_left_behind(void **state)
{
	(void)state;
	struct role role;
	start_role("parent", 0, 0, &role);
	char *text = hear_role(&role);
	usleep(50000); /* the grandchildren too */
	end_role(&role);
	assert_nothing_broken(text, 1);
	/* Orphans become children of this process: there are none, in any group. */
	assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
	free(text);
}

static void sandboxed_process_dies_with_its_starter(void **state)
{
	(void)state;
	int ends[2];
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	fflush(NULL);
	pid_t starter = fork();
	if (starter == 0) {
		struct role role;
		start_role("parent", 0, 0, &role);
		free(hear_role(&role));
		if (write(ends[1], &role.process.pid, sizeof(pid_t)) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	pid_t sandboxed = 0;
	assert_int_equal(read(ends[0], &sandboxed, sizeof sandboxed), sizeof sandboxed);
	kill(starter, SIGKILL);
	waitpid(starter, NULL, 0);
	char *path = xprintf("/proc/%d/stat", (int)sandboxed);
	bool alive = true;
	for (int i = 0; i < 500 && alive; i++) {
		char *text = NULL;
		status st = file_read(path, &text, NULL);
		alive = !st && !strstr(text, ") Z ");
		status_free(st);
		free(text);
		usleep(10000);
	}
	assert_false(alive);
	kill(-sandboxed, SIGKILL); /* the children that the role had, which only sandbox_end() ends */
	while (waitpid(-sandboxed, NULL, 0) > 0)
		;
	close(ends[0]);
	close(ends[1]);
	free(path);
}

static void addresses_are_the_same_in_every_run(void **state)
{
	(void)state;
	char *texts[2];
	for (int i = 0; i < 2; i++) {
		struct role role;
		start_role("address", 0, 0, &role);
		texts[i] = hear_role(&role);
		end_role(&role);
	}
	assert_true(strlen(texts[0]) > 10);
	assert_string_equal(texts[0], texts[1]);
	free(texts[0]);
	free(texts[1]);
}

static void failure_to_start_is_a_status(void **state)
{
	(void)state;
	struct sandboxed process;
	struct sandbox sandbox = { .scratch = scratch };
	char *file = in(canaries, "file");
	status st = sandbox_start(&sandbox, "/nonexistent/program", NULL, NULL, 0, false, &process);
	assert_non_null(st);
	assert_non_null(strstr(st->message, "/nonexistent/program"));
	status_free(st);
	st = sandbox_start(&sandbox, file, NULL, NULL, 0, false, &process);
	assert_non_null(st);
	assert_non_null(strstr(st->message, "Permission denied"));
	status_free(st);
	sandbox.scratch = "/nonexistent/scratch";
	st = sandbox_start(&sandbox, program, NULL, NULL, 0, false, &process);
	assert_non_null(st);
	assert_non_null(strstr(st->message, "/nonexistent/scratch"));
	status_free(st);
	assert_int_equal(process.pid, 0);
	sandbox_end(&process);
	free(file);
}

static int run_all(const char *who)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(attacks_change_nothing),
		TEST(ordinary_work_is_possible),
		TEST(nothing_is_sent_where_denial_kills),
		TEST(no_process_is_left_behind),
		TEST(sandboxed_process_dies_with_its_starter),
		TEST(addresses_are_the_same_in_every_run),
		TEST(failure_to_start_is_a_status),
	};
	print_message("as %s, Landlock version %d\n", who, sandbox_probe().landlock_abi);
	return cmocka_run_group_tests_name(who, tests, NULL, NULL);
}

static int run_as_nobody(void)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 || setgid(65534) < 0 || setuid(65534) < 0)
			_exit(0); /* a container that has no nobody */
		_exit(run_all("nobody") != 0);
	}
	int wait_status;
	waitpid(pid, &wait_status, 0);
	return wait_status != 0;
}

int main(void)
{
	const char *role = getenv("ROLE");
	if (role)
		return play(role);
	char *bytes;
	size_t size;
	assert_ok(temp_make("test", &program_folder));
	program = in(program_folder, "program");
	assert_ok(file_read("/proc/self/exe", &bytes, &size));
	assert_ok(file_write(program, bytes, size));
	free(bytes);
	if (chmod(program_folder, 0755) < 0 || chmod(program, 0755) < 0)
		return 1;
	int failed = run_all(getuid() ? "user" : "root");
	if (getuid() == 0)
		failed |= run_as_nobody();
	temp_remove(program_folder);
	free(program);
	return failed != 0;
}
