/* sandbox: what a process that runs hostile code may do: nothing that lasts.
 *
 * Reading files is allowed; writing, creating, deleting, renaming, linking,
 * truncating only inside the scratch folder; no network; no new processes (in
 * the worker), no signals to others, no change of modes, owners or times; stdin
 * closed; memory, CPU time and file sizes bounded. Landlock for paths, seccomp
 * for the rest, rlimits for amounts, and root's capabilities are dropped, so that
 * root can do no more than a user. What this kernel lacks is said once. Without
 * Landlock nothing can be written at all, not even in scratch; without seccomp
 * nothing is started.
 *
 * What only the worker can do, because it must know its own number and not need
 * to fork any more: deny execve, execveat, fork, vfork, clone without CLONE_VM
 * (threads and LeakSanitizer have it), and kill, tgkill with a first argument
 * that is not itself; and ask for PR_SET_PDEATHSIG, which fork does not inherit.
 * The runtime installs a second filter for that; filters only ever add up. */
#ifndef SKEP_PROC_SANDBOX_H
#define SKEP_PROC_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* What becomes of a process that asks for the network, or for what else fails only in a sandbox. */
enum denial {
	DENIAL_FAILS,  /* the call fails */
	DENIAL_KILLS,  /* the process ends */
	DENIAL_TELLS   /* a SIGSYS, whose handler gives the call its result */
};

struct sandbox {
	const char *scratch;        /* the only place to write */
	bool random_addresses;      /* leave address randomisation as it is */
	uint64_t memory_limit;      /* bytes of address space; 0: none (AddressSanitizer needs it so) */
	uint64_t cpu_limit;         /* seconds of CPU time, then it is killed; 0: none */
	uint64_t file_limit;        /* bytes per file; 0: 16 MB */
	bool file_limit_kills;      /* beyond it the process ends, and does not go on with an error */
	enum denial denial;
	bool pretends;              /* changes of modes, owners and times of open files succeed, and do nothing */
	bool may_trace;             /* ptrace inside the sandbox: LeakSanitizer needs it; not without Landlock */
	int landlock_limit;         /* for tests: at most this version of Landlock; -1: none; 0: what there is */
};

/* The limits that this kernel can enforce. */
struct sandbox_support {
	int landlock_abi;           /* 0: none */
	bool seccomp;
};
struct sandbox_support sandbox_probe(void);

struct sandboxed {
	pid_t pid;
};

/* Starts `path` (argv[0] only) inside the sandbox, in its own session, dying
 * with us (with the thread that calls this), in folder scratch, address randomisation off, environment `env`, stdin /dev/null, stdout
 * and stderr /dev/null (or ours, if `show_output`), with descriptors keep[0..n)
 * open under the same numbers (all above 2). Failure to exec is reported as a
 * status. Nobody but sandbox_end() may wait for out->pid. */
MUST_USE status sandbox_start(const struct sandbox *sandbox, const char *path, const char *const *env, const int *keep,
                              size_t n_keep, bool show_output, struct sandboxed *out);
/* Ends the process and every descendant it may have left; waits. Does nothing to
 * a zeroed struct, and zeroes it. */
void sandbox_end(struct sandboxed *child);

#endif
