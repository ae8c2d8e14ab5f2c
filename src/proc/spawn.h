/* spawn: fork and exec, shared by child.c and sandbox.c alone. */
#ifndef SKEP_PROC_SPAWN_H
#define SKEP_PROC_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

struct spawn {
	const char *const *argv;      /* argv[0] without a slash is looked up on PATH */
	const char *const *env;       /* NULL: skep's environment */
	const char *directory;        /* NULL: the current directory */
	int in, out, err;             /* become 0, 1, 2; -1: as in skep */
	bool new_session;             /* otherwise only a process group of its own */
	/* Called last before exec, in the child, which lives in skep's memory: it may only make
	 * system calls, and write nothing of skep's. It returns NULL, or the action that failed,
	 * with errno set. May be NULL itself. */
	const char *(*prepare)(void *context);
	void *context;
};

/* Returns after exec. The child dies with the thread that called. The caller waits for *pid. */
MUST_USE status spawn(const struct spawn *plan, pid_t *pid);

/* Waits for this pid only, however often signals interrupt the wait. */
int spawn_wait(pid_t pid);
/* Reaps the dead of a group that spawn() started, after its leader was reaped: all descendants that
 * stayed in the group have become skep's children. With `patient`, waits until none is left. */
void spawn_reap_group(pid_t group, bool patient);

/* Moves an open file to a descriptor above 2, so that it survives the dup2 onto 0, 1 and 2 even if
 * skep was started with those closed. Closes fd; -1 is returned as it is. */
int spawn_lift(int fd);

#endif
