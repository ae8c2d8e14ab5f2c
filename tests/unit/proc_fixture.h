/* proc_fixture: a fresh folder for each test, and processes for experiments. */
#ifndef SKEP_TEST_PROC_FIXTURE_H
#define SKEP_TEST_PROC_FIXTURE_H

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/mem.h"
#include "proc/child.h"

static char *folder; /* fresh for each test */

UNUSED static int set_up(void **state)
{
	(void)state;
	status st = temp_make("test", &folder);
	status_free(st);
	return st ? -1 : 0;
}

UNUSED static int tear_down(void **state)
{
	(void)state;
	temp_remove(folder);
	return 0;
}

UNUSED static char *in_folder(const char *name)
{
	return xprintf("%s/%s", folder, name);
}

/* The failure must be of this kind and its message contain this text. */
UNUSED static void expect_failure(status st, enum trouble kind, const char *word)
{
	assert_non_null(st);
	if (st->kind != kind || !strstr(st->message, word))
		fail_msg("got %d '%s', wanted %d '...%s...'", st->kind, st->message, kind, word);
	status_free(st);
}

UNUSED static struct child_result run_shell(const char *script, struct child_options *options)
{
	const char *argv[] = { "sh", "-c", script, NULL };
	struct child_result result;
	assert_ok(child_run(argv, options, &result));
	return result;
}

/* Runs `body` in a process of its own, so that it may be killed or changed. */
UNUSED static pid_t in_process(int (*body)(void))
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		_exit(body());
	assert_true(pid > 0);
	return pid;
}

UNUSED static int exit_status_of(pid_t pid)
{
	int wait_status;
	assert_int_equal(waitpid(pid, &wait_status, 0), pid);
	return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -WTERMSIG(wait_status);
}

#endif
