/* sources: what the two ways to name sources share. Private to front/. */
#ifndef SKEP_FRONT_SOURCES_H
#define SKEP_FRONT_SOURCES_H

#include "front/front.h"

/* The path names a C source that can be read; else a failure that says why not. */
MUST_USE status source_check(const char *path);
bool source_is_c(const char *path);

/* Adds one source with the flags of its build command (unsorted). Strings are
 * copied. */
MUST_USE status sources_add(struct source_list *list, const char *path, const char *directory, const char *const *flags,
                            size_t n_flags);

/* The text without what makefiles and shells would trip over: files that skep writes are
 * called so. */
char *name_for_files(struct arena *arena, const char *text);

#endif
