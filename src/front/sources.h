/* sources: shared by the two ways to name sources. Private to front/. */
#ifndef SKEP_FRONT_SOURCES_H
#define SKEP_FRONT_SOURCES_H

#include "front/front.h"

/* Fails with the reason if the path is not a C source that can be read. */
MUST_USE status source_check(const char *path);
bool source_is_c(const char *path);

/* Adds a source with the unsorted flags of its build command. Strings are copied. */
MUST_USE status sources_add(struct source_list *list, const char *path, const char *directory, const char *const *flags,
                            size_t n_flags);

/* The text without characters that makefiles and shells treat specially, in arena: names of files
 * that skep writes are made with it. */
char *name_for_files(struct arena *arena, const char *text);

#endif
