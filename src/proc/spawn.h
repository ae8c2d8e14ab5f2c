/* spawn: fork and exec, the part that child.c and sandbox.c share. For them only. */
#ifndef SKEP_PROC_SPAWN_H
#define SKEP_PROC_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

struct spawn {
	const char *const *argv;      /* argv[0] without a slash is looked up on PATH */
	const char *const *env;       /* NULL: ours */
	const char *directory;        /* NULL: here */
	int in, out, err;             /* become 0, 1, 2; -1: as ours */
	bool new_session;             /* otherwise only a process group of its own */
	/* Last thing before exec, in the child, which lives in our memory: only system calls
	 * allowed, and nothing of ours may be written. NULL on
	 * success, else what could not be done, with errno set. May be NULL itself. */
	const char *(*prepare)(void *context);
	void *context;
};

/* Returns once exec has happened. The child dies with the thread that called.
 * The caller waits for *pid. */
MUST_USE status spawn(const struct spawn *plan, pid_t *pid);

/* waitpid for this pid only, however often a signal interrupts it. */
int spawn_wait(pid_t pid);
/* Reaps the dead of a group that spawn() started, once its leader is reaped: all
 * descendants that stayed in it have become our children. With `patient`, waits
 * until nobody is left. */
void spawn_reap_group(pid_t group, bool patient);

/* Moves an open file to a number above 2, so that it survives the dup2 onto
 * 0, 1 and 2 even if skep was started with those closed. Closes fd; -1 is
 * handed through. */
int spawn_lift(int fd);

#endif
