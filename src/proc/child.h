/* child: start, wait for and end child processes. */
#ifndef SKEP_PROC_CHILD_H
#define SKEP_PROC_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/str.h"

struct sandbox;

struct child_options {
	const char *directory;        /* to run in (a relative argv[0] starts there); NULL: here */
	const struct sandbox *sandbox; /* NULL: it may do what skep may. Else proc/sandbox.h says what it may */
	const char *const *env;       /* NULL-terminated; NULL: ours */
	struct sb *out;               /* NULL: stdout goes to /dev/null */
	struct sb *err;               /* NULL: stderr is ours */
	const char *input;            /* text for stdin; NULL: /dev/null */
	size_t input_size;
	unsigned milliseconds;        /* 0: no limit */
	size_t most_output;           /* bytes of out and of err that are kept; 0: all */
};

struct child_result {
	int status;                   /* as waitpid gives it */
	bool timed_out;
};

/* Runs argv to its end, and ends what it may have left running in its process
 * group. argv[0] without a slash is looked up on PATH. `options` may be NULL. A program that cannot be started is a failure
 * (TROUBLE_SYSTEM, naming it); one that ends badly is a result. If skep is
 * interrupted meanwhile, the child is ended and TROUBLE_INTERRUPTED returned. */
MUST_USE status child_run(const char *const *argv, const struct child_options *options, struct child_result *result);

/* To a descriptor that blocks. False: errno tells why not; an interruption is a reason, too. */
MUST_USE bool write_all(int fd, const void *bytes, size_t size);

/* The tool's message shows that it could not write for want of room. */
bool said_disk_full(const char *said);

/* True once the user pressed ctrl-C (SIGINT, or SIGTERM or SIGHUP); see interrupt_catch(). */
bool interrupted(void);
void interrupt_catch(void);
/* The interruption has been answered; the next one counts anew. */
void interrupt_forget(void);
/* Readable from then on, for poll(); -1 before interrupt_catch(). */
int interrupt_fd(void);

/* Creates a fresh folder below $TMPDIR or /tmp that is removed, with everything
 * in it, by temp_remove() or when skep ends in any way it can notice; if it is
 * killed, by the next skep of the same user that makes one. */
MUST_USE status temp_make(const char *purpose, char **path);
/* Creates such a folder for small files that live for moments: in memory if there is room
 * and TMPDIR does not say otherwise. On a disk, making and removing a file can
 * take a hundred times as long as the test that needs it. */
MUST_USE status temp_make_quick(const char *purpose, char **path);
void temp_remove(char *path); /* frees the path too */

/* Writes a file as a whole or not at all (temporary name, fsync, rename). Keeps
 * the mode of a file that was there, writes through links, and into what is not
 * a regular file (/dev/null, a pipe) in place. */
MUST_USE status file_write(const char *path, const void *bytes, size_t size);
/* Reads a file; the text is zero-terminated and owned by the caller. `size` may
 * be NULL. A file that is missing or may not be read is TROUBLE_INPUT. */
MUST_USE status file_read(const char *path, char **text, size_t *size);
/* mkdir -p */
MUST_USE status dir_make(const char *path);
/* rm -r, not following links; a path that is not there is fine. */
void dir_remove(const char *path);
/* Removes all that is in the folder; the folder itself stays. */
void dir_clear(const char *path);

#endif
