/* paths: file names as the compiler gives them -> as the user would name them.
 * For front/, and for exec/, which reads them from debug information. */
#ifndef SKEP_FRONT_PATHS_H
#define SKEP_FRONT_PATHS_H

#include "base/mem.h"

/* From now on this is the current directory, for paths alone: that of another machine, which may not be here.
 * Borrowed. */
void paths_begin_at(const char *folder);

/* Absolute, without "." and ".." parts. A relative path counts from `directory`,
 * or from the current one if that is NULL. */
char *path_absolute(struct arena *arena, const char *directory, const char *path);

/* Relative to the current directory if it lies below, else absolute; a path that
 * was given relative to the current directory (directory NULL) stays relative. */
char *path_shown(struct arena *arena, const char *directory, const char *path);

#endif
