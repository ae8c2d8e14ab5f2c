/* filter: the system calls that a sandboxed process may make. For sandbox.c only. */
#ifndef SKEP_PROC_FILTER_H
#define SKEP_PROC_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/vec.h"
#include "proc/sandbox.h"

struct filter {
	VEC(struct sock_filter) code;
};

struct filter_options {
	int landlock_abi;   /* the filter must deny everything that this version of Landlock does not; 0: no
	                       Landlock, and no writing at all */
	bool may_trace;     /* ptrace is left to Landlock */
	enum denial denial;
	bool pretends;      /* changes of modes, owners and times of open files seem to succeed */
	pid_t keeper;       /* the process that must never be signalled: skep itself */
};

bool filter_is_supported(void);
/* Zero-initialise the filter; release it with vec_release(&filter->code). */
void filter_build(struct filter *filter, const struct filter_options *options);
/* Puts the calling process under the filter for ever; 0, or -1 with errno. */
int filter_enter(const struct filter *filter);

#endif
