/* usual: contents of files and values of options that anybody would try first. */
#ifndef SKEP_ENGINE_PROGRAM_USUAL_H
#define SKEP_ENGINE_PROGRAM_USUAL_H

#include "base/rng.h"
#include "seq/invocation.h"

/* Lines, columns, numbers, binary, other alphabets, lists of the names of files: one of them. */
struct bytes usual_contents(struct rng *rng);
/* The contents that file number i begins with. */
struct bytes usual_start(size_t i);
/* A number, a range, a separator, a name of a locale: one of them. */
struct bytes usual_value(struct rng *rng);
/* A name for something that is given to a program: a file of the test, a folder, nothing. */
struct bytes usual_name(struct rng *rng);

/* The names of files that a free command line may have, and how many. */
#define USUAL_FILES 2u
extern const char *const usual_files[USUAL_FILES];

#endif
