/* sandbox: what a process that runs hostile code may do: nothing that lasts.
 *
 * Reading files is allowed; writing, creating, deleting, renaming, linking,
 * truncating only inside the scratch folder; no network; no new processes (in
 * the worker), no signals to others, no change of modes, owners or times; stdin
 * closed; memory, CPU time and file sizes bounded. Landlock for paths, seccomp
 * for the rest, rlimits for amounts. What this kernel lacks is said once. */
#ifndef SKEP_PROC_SANDBOX_H
#define SKEP_PROC_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

struct sandbox {
	const char *scratch;        /* the only place to write */
	uint64_t memory_limit;      /* bytes of address space; 0: none (AddressSanitizer needs it so) */
	uint64_t file_limit;        /* bytes per file; 0: 16 MB */
};

/* What this kernel can enforce. */
struct sandbox_support {
	int landlock_abi;           /* 0: none */
	bool seccomp;
};
struct sandbox_support sandbox_probe(void);

struct sandboxed {
	pid_t pid;
};

/* Starts `path` (argv[0] only) inside the sandbox, in its own session, dying
 * with us, address randomisation off, environment `env`, stdin /dev/null, stdout
 * and stderr /dev/null (or ours, if `show_output`), with descriptors keep[0..n)
 * open under the same numbers. Failure to exec is reported as a status. */
MUST_USE status sandbox_start(const struct sandbox *sandbox, const char *path, const char *const *env,
                              const int *keep, size_t n_keep, bool show_output, struct sandboxed *out);
/* Ends the process and every descendant it may have left; waits. */
void sandbox_end(struct sandboxed *child);

#endif
