/* aside: what the gate has built, kept out of the user's sight until it is needed again.
 *
 * Between two looks at a suite the unit's objects, which take longest and never change,
 * and the test programs of each way to build them. From one run of skep to the next only
 * the objects, in the cache. A cache that cannot be used costs time and nothing else. */
#ifndef SKEP_EMIT_ASIDE_H
#define SKEP_EMIT_ASIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "model/model.h"

struct target;

struct aside {
	char *folder;   /* on the disk of the tests: files are moved there and back */
	char *cache;    /* where objects stay after this run; NULL: nowhere */
};

/* One test program. */
struct built_program {
	const char *name;            /* of the file, and with .c behind it of its text */
	const char *text;
	const char *rule;            /* of the Makefile, that makes it */
	bool is_built;               /* it is there, made from these texts */
};

/* The programs that are built now, in one of several ways. */
struct built {
	const struct unit *unit;
	const char *tests_dir;
	const char *way;             /* a word: with which compiler and flags */
	const char *context_way;     /* of many neighbours the objects of that way will do; NULL: own ones */
	const char *object_rules;    /* all that the Makefile says about objects */
	struct built_program *programs;
	size_t n_programs;
};

/* `target`: the objects stay beside it; NULL: they do not stay. */
void aside_open(struct aside *aside, const char *tests_dir, const struct target *target);
void aside_close(struct aside *aside);

/* Forgets all that was built so far. */
void aside_forget(const struct aside *aside);

/* Bringing the objects will leave no neighbours to be compiled that another way would have compiled
 * for this one. */
bool aside_has_objects(const struct aside *aside, const struct built *built);
/* Moves what is there to the tests, and says of each program whether it is. */
MUST_USE status aside_bring(const struct aside *aside, struct built *built);
/* Leaves nothing that was built with the tests. Of the programs, those come back that are
 * built and fine. `objects_are_fine`: all of them were built. */
void aside_put(const struct aside *aside, const struct built *built, bool objects_are_fine);

#endif
