/* confine: how a child enters the sandbox, the part that sandbox.c and child.c
 * share. For them only. */
#ifndef SKEP_PROC_CONFINE_H
#define SKEP_PROC_CONFINE_H

#include "proc/filter.h"
#include "proc/sandbox.h"

/* The child's needs, made before fork. */
struct confinement {
	const struct sandbox *sandbox;
	const int *keep;          /* descriptors that stay open */
	size_t n_keep;
	int ruleset;              /* -1: no Landlock */
	struct filter filter;
};

/* Sets everything but keep; release it in any case. */
MUST_USE status confinement_make(const struct sandbox *sandbox, struct confinement *plan);
void confinement_release(struct confinement *plan);
/* As struct spawn wants it: the context is the struct confinement. */
const char *confinement_enter(void *context);

#endif
