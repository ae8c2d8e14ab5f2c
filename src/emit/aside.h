/* aside: what the gate has built, kept out of the user's sight until it is needed again.
 *
 * Between two looks at a suite the unit's objects, which take longest and never change,
 * and the test program of each way to build it. From one run of skep to the next only
 * the objects, in the cache. A cache that cannot be used costs time and nothing else. */
#ifndef SKEP_EMIT_ASIDE_H
#define SKEP_EMIT_ASIDE_H

#include <stdbool.h>

#include "base/status.h"
#include "model/model.h"

struct target;

struct aside {
	char *folder;   /* on the disk of the tests: files are moved there and back */
	char *cache;    /* where objects stay after this run; NULL: nowhere */
};

/* What is built now: the test program from these texts, in one of several ways. */
struct built {
	const struct unit *unit;
	const char *tests_dir;
	const char *way;             /* a word: with which compiler and flags */
	const char *test_text, *makefile;
};

/* `target`: the objects stay beside it; NULL: they do not stay. */
void aside_open(struct aside *aside, const char *tests_dir, const struct target *target);
void aside_close(struct aside *aside);

/* Moves what is there to the tests. *is_built: the program too, made from the same texts. */
MUST_USE status aside_bring(const struct aside *aside, const struct built *built, bool *is_built);
/* Leaves nothing that was built with the tests. `is_built`: all of it was, and is fine. */
void aside_put(const struct aside *aside, const struct built *built, bool is_built);

#endif
