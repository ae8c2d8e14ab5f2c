/* refresh: brings the tests of one file in line with the present sources.
 *
 * Tests that hold stay byte for byte. Of tests that skep wrote and nobody edited, changed expectations are
 * written anew in place, and tests that do not compile or do not end well are taken out. All other tests are
 * left alone. */
#ifndef SKEP_EMIT_UPKEEP_REFRESH_H
#define SKEP_EMIT_UPKEEP_REFRESH_H

#include "emit/upkeep/kept.h"

enum note_kind {
	NOTE_CHANGED,
	NOTE_DROPPED,
	NOTE_ADDED,
	NOTE_NEW_FILE,               /* new tests would need a file that the suite does not have */
	NOTE_BY_HAND,                /* this and all following kinds need a person */
	NOTE_FILE
};

/* A note for the user. */
struct upkeep_note {
	enum note_kind kind;
	const char *file, *test;     /* test NULL: the note is about the file */
	uint32_t line;
	const char *text;            /* "ini_count(ini) == 2 -> 3", or the reason */
};

struct refresh {
	struct kept_suite *kept;     /* hashes and tests are updated to the new text */
	const char *tests;           /* the folder */
	const char *probing;         /* a folder to work in, as deep as `tests` */
	struct arena *arena;         /* of notes */
	VEC(struct upkeep_note) notes;
	uint32_t n_tests, n_held;    /* tests so far, and tests that hold unchanged */
};

/* Brings the file in line, and writes it if it changes. */
MUST_USE status refresh_file(struct refresh *refresh, const char *file);

#endif
