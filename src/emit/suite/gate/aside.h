/* aside: the gate's compiled files, kept out of the user's sight until they are needed again.
 *
 * Between two looks at a suite these are the unit's objects, which take longest to compile and never change,
 * and the test programs of each way to build them. From one run of skep to the next only the objects stay, in
 * the cache. A cache that cannot be used costs time and nothing else. */
#ifndef SKEP_EMIT_ASIDE_H
#define SKEP_EMIT_ASIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "model/model.h"

struct target;

struct aside {
	char *folder;   /* on the same disk as the tests, so that files can be moved there and back */
	char *cache;    /* where objects stay after this run; NULL: they do not */
};

/* One test program. */
struct built_program {
	const char *name;            /* of the program; with .c behind it, of its text */
	const char *text;
	const char *rule;            /* the Makefile's rule for the program */
	bool is_built;               /* the program is there and was made from these texts */
};

/* The programs that are built now, in one of several ways. */
struct built {
	const struct unit *unit;
	const char *tests_dir;
	const char *way;             /* a word for the compiler and its flags */
	const char *context_way;     /* whose objects of neighbours will do, if there are many; NULL: none */
	const char *object_rules;    /* the part of the Makefile about objects */
	struct built_program *programs;
	size_t n_programs;
};

/* Opens the place. `target`: objects stay beside it after this run; NULL: they do not stay. */
void aside_open(struct aside *aside, const char *tests_dir, const struct target *target);
void aside_close(struct aside *aside);

/* Forgets everything that was built so far. */
void aside_forget(const struct aside *aside);

/* True if aside_bring() will leave no neighbour to compile that another way would have compiled for this one. */
bool aside_has_objects(const struct aside *aside, const struct built *built);
/* Moves the files that are there to the tests, and sets is_built of each program. */
MUST_USE status aside_bring(const struct aside *aside, struct built *built);
/* Moves everything that was built out of the folder of the tests. Programs stay if they are built and fine.
 * `objects_are_fine`: all objects were built. */
void aside_put(const struct aside *aside, const struct built *built, bool objects_are_fine);

#endif
