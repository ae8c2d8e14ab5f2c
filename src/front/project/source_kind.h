/* source_kind: the purpose of a project's source, as far as names and a look into it tell. Private
 * to front/. */
#ifndef SKEP_FRONT_SOURCE_KIND_H
#define SKEP_FRONT_SOURCE_KIND_H

#include <stdbool.h>

#include "base/status.h"
#include "front/front.h"

/* The source belongs to tests, examples, benchmarks or fuzzing, by the folders and the file name of
 * its path. The path must be relative to the project, because folders above the project say nothing
 * about the source. */
bool path_is_of_tests(const char *path);
/* The link target belongs to tests, examples, benchmarks or fuzzing, by its name. */
bool target_is_of_tests(const char *name);

/* The first lines of the file say that a program wrote it. */
bool file_is_generated(const char *path);

/* *has_main: the source, compiled with its flags, defines main(). If the preprocessor rejects the
 * source, its text as it stands decides. */
MUST_USE status source_has_main(const struct source *source, bool *has_main);

#endif
