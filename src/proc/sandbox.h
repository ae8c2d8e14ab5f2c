/* sandbox: confines a process that runs hostile code, so that nothing it does lasts.
 *
 * It may read files. It may write, create, delete, rename, link and truncate only inside the
 * scratch folder. It has no network, cannot start processes (in the worker), signal others, or
 * change modes, owners and times. stdin is closed; memory, CPU time and file sizes are limited.
 * Landlock restricts paths, seccomp the other calls, rlimits the amounts; root's capabilities are
 * dropped, so root can do no more than a user. Features that this kernel lacks are reported once.
 * Without Landlock nothing can be written at all, not even in scratch; without seccomp nothing is
 * started.
 *
 * Some restrictions only the worker can make, because it knows its own number and need not fork any
 * more: to deny execve, execveat, fork, vfork, clone without CLONE_VM (threads and LeakSanitizer
 * have it), and kill and tgkill with another process as the first argument; and to ask for
 * PR_SET_PDEATHSIG, which fork does not inherit. The runtime installs a second filter for these;
 * filters only add up. */
#ifndef SKEP_PROC_SANDBOX_H
#define SKEP_PROC_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* The fate of a process that asks for the network, or makes another call that fails only in a
 * sandbox. */
enum denial {
	DENIAL_FAILS,  /* the call fails */
	DENIAL_KILLS,  /* the process ends */
	DENIAL_TELLS   /* the process gets a SIGSYS, whose handler decides the result of the call */
};

struct sandbox {
	const char *scratch;        /* the only place to write */
	bool random_addresses;      /* keep address randomisation on */
	uint64_t memory_limit;      /* bytes of address space; 0: no limit, which AddressSanitizer needs */
	uint64_t cpu_limit;         /* seconds of CPU time, after which the process is killed; 0: no limit */
	uint64_t file_limit;        /* bytes in one file; 0: 16 MB */
	bool file_limit_kills;      /* beyond that limit the process ends, instead of going on with an error */
	enum denial denial;
	bool pretends;              /* changes of modes, owners and times of open files succeed without effect */
	bool may_trace;             /* ptrace inside the sandbox, which LeakSanitizer needs; not without
	                               Landlock */
	int landlock_limit;         /* for tests: the latest version of Landlock to use; -1: none; 0: no limit */
};

/* The means of this kernel. */
struct sandbox_support {
	int landlock_abi;           /* version; 0: no Landlock */
	bool seccomp;
};
struct sandbox_support sandbox_probe(void);

struct sandboxed {
	pid_t pid;
};

/* Starts `path`, with argv[0] only, inside the sandbox. It has its own session, dies with skep (with the thread
 * that calls this), runs in folder scratch with address randomisation off and environment `env`. stdin is
 * /dev/null; stdout and stderr are /dev/null, or skep's if `show_output`. Descriptors keep[0..n) stay open under
 * the same numbers, which must be above 2. A failure of exec is returned as a status. Only sandbox_end() may wait
 * for out->pid. */
MUST_USE status sandbox_start(const struct sandbox *sandbox, const char *path, const char *const *env, const int *keep,
                              size_t n_keep, bool show_output, struct sandboxed *out);
/* Ends the process and every descendant that it left, and waits for them; then zeroes the struct.
 * Does nothing to a zeroed struct. */
void sandbox_end(struct sandboxed *child);

#endif
