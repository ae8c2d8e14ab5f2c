/* out_folder: the folder of the results. Everything is written beside its place and moved there at the end, so
 * results in place are complete. */
#ifndef SKEP_CLI_OUT_FOLDER_H
#define SKEP_CLI_OUT_FOLDER_H

#include "base/status.h"

/* Returns a name beside the folder, at the same depth, so that relative paths hold there, too: "results/ring"
 * and ".kept" give "results/ring.kept". The caller frees it. */
#define STAGE ".skep-partial" /* no user has such a file */
char *path_beside(const char *folder, const char *suffix);

/* The names of results. Nothing else is ever replaced. */
struct out_kind {
	const char *const *names; /* of files that may be written; ends with NULL */
	const char *const *outputs; /* more names: output_names, or NULL */
	const char *mark; /* a file with "skep" in it; NULL: makefiles in the named folders have it */
};

/* Fails if results cannot be put there: it is no folder, it has files of others under the names of results, or
 * there is no place for the stage. It is better to fail now than after an hour. */
MUST_USE status out_folder_check(const char *out, const char *stage, const struct out_kind *kind);

/* Checks another name, which was not known when the folder was checked. */
MUST_USE status out_name_check(const char *out, const char *name, const struct out_kind *kind);

/* Moves everything in `stage` to `out`, where it replaces files of the same names. `forget` (ends with NULL)
 * names files that are removed even if nothing replaces them. If a move fails, the rest is kept beside `out`,
 * and the message says where. */
MUST_USE status put_in_place(const char *stage, const char *out, const struct out_kind *kind,
                             const char *const *forget);

#endif
