/* paths: file names as the compiler gives them -> names as the user writes them. For front/, and
 * for exec/, which reads file names from debug information. */
#ifndef SKEP_FRONT_PATHS_H
#define SKEP_FRONT_PATHS_H

#include "base/mem.h"

/* Sets the current directory for paths alone: a folder of another machine, which may not exist here. The text is
 * borrowed. */
void paths_begin_at(const char *folder);

/* The path made absolute, without "." and ".." parts, in arena. A relative path counts from
 * `directory`, or from the current directory if that is NULL. */
char *path_absolute(struct arena *arena, const char *directory, const char *path);

/* The path for people, in arena: relative to the current directory if the file is below it, else
 * absolute. A path that was given relative to the current directory (directory NULL) stays
 * relative. */
char *path_shown(struct arena *arena, const char *directory, const char *path);

#endif
