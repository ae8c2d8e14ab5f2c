/* refresh: the tests of one file, brought in line with the sources as they are now.
 *
 * Tests that hold stay byte for byte. Of tests that skep wrote and nobody edited, expectations that changed are
 * said anew in place, and tests that do not compile or do not end well are taken out. All others are left alone. */
#ifndef SKEP_EMIT_UPKEEP_REFRESH_H
#define SKEP_EMIT_UPKEEP_REFRESH_H

#include "emit/upkeep/kept.h"

enum note_kind {
	NOTE_CHANGED,
	NOTE_DROPPED,
	NOTE_ADDED,
	NOTE_NEW_FILE,               /* new tests would need a file that the suite does not have */
	NOTE_BY_HAND,                /* from here on: somebody has to look at it */
	NOTE_FILE
};

/* One thing to tell of. */
struct upkeep_note {
	enum note_kind kind;
	const char *file, *test;     /* test NULL: the file */
	uint32_t line;
	const char *text;            /* "ini_count(ini) == 2 -> 3", or the reason */
};

struct refresh {
	struct kept_suite *kept;     /* hashes and tests become those of the new text */
	const char *tests;           /* the folder */
	const char *probing;         /* a folder to work in, as deep as that */
	struct arena *arena;         /* of notes */
	VEC(struct upkeep_note) notes;
	uint32_t n_tests, n_held;    /* tests so far, and those that hold as they are */
};

/* Writes the file if it changes. */
MUST_USE status refresh_file(struct refresh *refresh, const char *file);

#endif
