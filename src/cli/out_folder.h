/* out_folder: the folder that results go to. Everything is written beside the place
 * where it belongs and moved there at the end: what stands there is whole. */
#ifndef SKEP_CLI_OUT_FOLDER_H
#define SKEP_CLI_OUT_FOLDER_H

#include "base/status.h"

/* A name beside the folder, at the same depth, so that relative paths hold there too:
 * "results/ring" and ".partial" give "results/ring.partial". free() it. */
char *path_beside(const char *folder, const char *suffix);

/* Fails if something that is no folder stands there: better now than after an hour. */
MUST_USE status out_folder_check(const char *out);

/* Moves all that is in `stage` to `out`, in place of what has the same name there;
 * `forget` (ends with NULL) names what goes away even if nothing takes its place. */
MUST_USE status put_in_place(const char *stage, const char *out, const char *const *forget);

#endif
