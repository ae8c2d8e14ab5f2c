/* usual: contents of files and values of options that anybody would try first. */
#ifndef SKEP_ENGINE_PROGRAM_USUAL_H
#define SKEP_ENGINE_PROGRAM_USUAL_H

#include "base/rng.h"
#include "seq/invocation.h"

/* Returns lines, columns, numbers, binary, other alphabets, or lists of file names. */
struct bytes usual_contents(struct rng *rng);
/* Returns the first contents of file number i. */
struct bytes usual_start(size_t i);
/* Returns a number, a range, a separator, or the name of a locale. */
struct bytes usual_value(struct rng *rng);
/* Returns one of them by any number; numbers that follow each other give values of different kinds. */
struct bytes usual_value_at(uint64_t i);
/* Returns a name to pass to a program: a file of the test, a folder, or a missing file. */
struct bytes usual_name(struct rng *rng);

/* The number of files that a free command line may have, and their names. */
#define USUAL_FILES 2u
extern const char *const usual_files[USUAL_FILES];

#endif
