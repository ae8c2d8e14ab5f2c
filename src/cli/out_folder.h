/* out_folder: the folder that results go to. Everything is written beside the place
 * where it belongs and moved there at the end: what stands there is whole. */
#ifndef SKEP_CLI_OUT_FOLDER_H
#define SKEP_CLI_OUT_FOLDER_H

#include "base/status.h"

/* A name beside the folder, at the same depth, so that relative paths hold there too:
 * "results/ring" and ".kept" give "results/ring.kept". free() it. */
#define STAGE ".skep-partial" /* no user has that */
char *path_beside(const char *folder, const char *suffix);

/* The names of results, so that nothing else is ever replaced. */
struct out_kind {
	const char *const *names; /* of what may be written; ends with NULL */
	const char *const *outputs; /* more names: output_names, or NULL */
	const char *mark; /* a file that says "skep"; NULL: the makefiles in the folders of these names tell */
};

/* Fails if results cannot go there: something that is no folder, or what others wrote and
 * results would take the place of, or no place for the stage. Better now than after an hour. */
MUST_USE status out_folder_check(const char *out, const char *stage, const struct out_kind *kind);

/* Checks one more name that was not known when the folder was checked. */
MUST_USE status out_name_check(const char *out, const char *name, const struct out_kind *kind);

/* Moves all that is in `stage` to `out`, in place of what has the same name there;
 * `forget` (ends with NULL) names what goes away even if nothing takes its place. If it
 * fails, what could not be moved is kept beside `out`, and the message says where. */
MUST_USE status put_in_place(const char *stage, const char *out, const struct out_kind *kind,
                             const char *const *forget);

#endif
