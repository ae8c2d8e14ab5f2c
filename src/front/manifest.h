/* manifest: what a unit was read from, to see later whether anything changed.
 * Private to front/.
 *
 * Every file that the parser opened, with a hash of the bytes it saw, and every
 * path where a new file would be found in place of one of those. */
#ifndef SKEP_FRONT_MANIFEST_H
#define SKEP_FRONT_MANIFEST_H

#include "base/map.h"
#include "front/read/parse.h"
#include "model/saved.h"

/* Zero-initialise, give the arena. */
struct manifest {
	struct arena *arena;
	VEC(struct unit_file) files;
	VEC(const char *) absent;
	struct strmap seen;      /* what both lists have; files -> 1 + index */
	bool changing;           /* a file changed while the unit was read: of no use */
};

/* Adds what one source was read from. */
void manifest_add(struct manifest *manifest, const struct parsed *parsed);
/* Everything is as it was. */
bool manifest_holds(const struct manifest *manifest);
/* The unit knows from then on what it was read from. */
void manifest_tell(const struct manifest *manifest, struct unit *unit);
void manifest_save(struct saver *saver, struct manifest *manifest);
void manifest_release(struct manifest *manifest);

#endif
