/* confine: how a child enters the sandbox. Shared by sandbox.c and child.c alone. */
#ifndef SKEP_PROC_CONFINE_H
#define SKEP_PROC_CONFINE_H

#include "proc/filter.h"
#include "proc/sandbox.h"

/* Everything that the child needs, made before fork. */
struct confinement {
	const struct sandbox *sandbox;
	const int *keep;          /* descriptors that stay open */
	size_t n_keep;
	int ruleset;              /* -1: no Landlock */
	struct filter filter;
};

/* Sets everything except `keep`; release the plan in any case. */
MUST_USE status confinement_make(const struct sandbox *sandbox, struct confinement *plan);
void confinement_release(struct confinement *plan);
/* A function for struct spawn, whose context is the struct confinement. */
const char *confinement_enter(void *context);

#endif
