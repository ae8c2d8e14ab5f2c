/* manifest: the files that a unit was read from, to see later whether any has changed. Private to
 * front/.
 *
 * The manifest has every file that the parser opened, with a hash of its content, and every path
 * where a new file would be found instead of one of those. */
#ifndef SKEP_FRONT_MANIFEST_H
#define SKEP_FRONT_MANIFEST_H

#include "base/map.h"
#include "front/read/parse.h"
#include "model/saved.h"

/* Zero-initialise, then set the arena. */
struct manifest {
	struct arena *arena;
	VEC(struct unit_file) files;
	VEC(const char *) absent;
	struct strmap seen;      /* the paths in both lists; of `files` -> 1 + index */
	bool changing;           /* a file changed while the unit was read, so the manifest is of no use */
};

/* Adds the files that one source was read from. */
void manifest_add(struct manifest *manifest, const struct parsed *parsed);
/* All files are as they were, and no new file takes the place of one. */
bool manifest_holds(const struct manifest *manifest);
/* Sets unit->files to the files of the manifest. */
void manifest_tell(const struct manifest *manifest, struct unit *unit);
void manifest_save(struct saver *saver, struct manifest *manifest);
void manifest_release(struct manifest *manifest);

#endif
