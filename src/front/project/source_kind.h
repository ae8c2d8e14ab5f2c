/* source_kind: what a source of a project is for, as far as names and a look into it tell.
 * Private to front/. */
#ifndef SKEP_FRONT_SOURCE_KIND_H
#define SKEP_FRONT_SOURCE_KIND_H

#include <stdbool.h>

#include "base/status.h"
#include "front/front.h"

/* Tests, examples, benchmarks, fuzzing: by the folders and the file name of a path that is
 * relative to the project (what is above the project says nothing about it). */
bool path_is_of_tests(const char *path);
/* Tests, examples, benchmarks, fuzzing: by the name of a link target. */
bool target_is_of_tests(const char *name);

/* Its first lines say that a program wrote it. */
bool file_is_generated(const char *path);

/* The source, compiled with its flags, defines main(). A source that does not get through the
 * preprocessor is judged by its text as it stands. */
MUST_USE status source_has_main(const struct source *source, bool *has_main);

#endif
