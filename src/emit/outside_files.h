/* outside_files: tests and findings of an outside generator as files. */
#ifndef SKEP_EMIT_OUTSIDE_FILES_H
#define SKEP_EMIT_OUTSIDE_FILES_H

#include "emit/results.h"
#include "outside/outside.h"

/* Writes tests/ and failing/ below the folder, and enters them into the results. A kept test is the file that
 * the generator made. A finding is a folder with the input, the reduced input, and a text that says how both
 * came about. */
MUST_USE status outside_write_files(const struct outside *outside, const struct generator *generator,
                                    const char *folder, struct arena *arena, struct results *results);

#endif
