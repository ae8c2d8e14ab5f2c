/* child: starts child processes, waits for them and ends them. */
#ifndef SKEP_PROC_CHILD_H
#define SKEP_PROC_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/str.h"

struct sandbox;

struct child_options {
	const char *directory;        /* working directory (a relative argv[0] starts there); NULL: the current
	                                 directory */
	const struct sandbox *sandbox; /* restrictions, see proc/sandbox.h; NULL: the child may do everything
	                                  that skep may */
	const char *const *env;       /* NULL-terminated; NULL: skep's environment */
	struct sb *out;               /* NULL: stdout goes to /dev/null */
	struct sb *err;               /* NULL: stderr is skep's */
	const char *input;            /* text for stdin; NULL: /dev/null */
	size_t input_size;
	unsigned milliseconds;        /* 0: no limit */
	size_t most_output;           /* bytes of `out` and of `err` that are kept; 0: all */
};

struct child_result {
	int status;                   /* wait status, as from waitpid() */
	bool timed_out;
};

/* Runs argv to its end, and ends processes that it left running in its process group. argv[0] without a slash is
 * looked up on PATH. `options` may be NULL. A program that cannot be started is a failure (TROUBLE_SYSTEM, with its
 * name); a bad end of the program is a result. If skep is interrupted meanwhile, the child is ended and
 * TROUBLE_INTERRUPTED returned. */
MUST_USE status child_run(const char *const *argv, const struct child_options *options, struct child_result *result);

/* Returns the seconds in which a thread of the process, of those that live the one that waited longest, was ready to run
 * and had no processor. 0: the system does not say. */
double child_delay(pid_t pid);

/* Writes everything to a descriptor that blocks. False: errno has the reason, which may be an
 * interruption. */
MUST_USE bool write_all(int fd, const void *bytes, size_t size);

/* The tool's message says that it could not write because the disk is full. */
bool said_disk_full(const char *said);

/* The user pressed ctrl-C (SIGINT, or SIGTERM or SIGHUP); see interrupt_catch(). */
bool interrupted(void);
void interrupt_catch(void);
/* The interruption was answered; the next one counts again. */
void interrupt_forget(void);
/* A descriptor for poll() that becomes readable at an interruption; -1 before interrupt_catch(). */
int interrupt_fd(void);

/* Creates a new folder below $TMPDIR or /tmp; the caller gives the path to temp_remove(). The
 * folder is removed with everything in it by temp_remove(), or when skep ends in any way that it
 * notices. If skep is killed, the next skep of the same user that makes such a folder removes it. */
MUST_USE status temp_make(const char *purpose, char **path);
/* Creates such a folder for small files that live for moments: in memory if there is room and
 * TMPDIR does not say otherwise. On a disk, making and removing a file can take a hundred times as
 * long as the test that needs it. */
MUST_USE status temp_make_quick(const char *purpose, char **path);
void temp_remove(char *path); /* frees the path, too */

/* Writes a file as a whole or not at all (temporary name, fsync, rename). An existing file keeps
 * its mode; links are followed; a file that is not regular (/dev/null, a pipe) is written in place. */
MUST_USE status file_write(const char *path, const void *bytes, size_t size);
/* Reads a file; the caller frees the text, which ends with a zero. `size` may be NULL. A missing or
 * unreadable file is TROUBLE_INPUT. */
MUST_USE status file_read(const char *path, char **text, size_t *size);
/* True if a regular file, or a folder, is at the path. Links are followed. */
bool path_is_file(const char *path);
bool path_is_folder(const char *path);
/* Makes a folder and the folders above it, like mkdir -p. */
MUST_USE status dir_make(const char *path);
/* Removes a path with everything below it, like rm -r, without following links; the path need not
 * exist. */
void dir_remove(const char *path);
/* Removes everything in the folder; the folder itself stays. */
void dir_clear(const char *path);

#endif
