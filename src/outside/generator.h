/* generator: a file that describes an outside generator of tests and the program under test.
 *
 * One entry a line, a word and its value; '#' begins a comment line. docs/swarm.md is its manual:
 *
 *     feature arrays: --arrays | --no-arrays
 *     make    csmith --seed {seed} {features} -o {test}
 *     run     ./tcc -c {test} -o out.o
 *     coverage gcov ../build/tcc
 *
 * Commands are for /bin/sh. In braces: {test}, {seed}, {features} (the texts of all features, on or off),
 * {config} (a file with these texts, one a line), {dir} (the folder of the file). */
#ifndef SKEP_OUTSIDE_GENERATOR_H
#define SKEP_OUTSIDE_GENERATOR_H

#include "base/mem.h"
#include "base/status.h"
#include "base/str.h"
#include "base/vec.h"
#include "engine/configuration.h"

struct feature {
	const char *name, *on, *off;     /* the texts may be empty */
};

struct generator {
	const char *path, *folder;       /* of the file; the folder is absolute */
	const char *name;                /* of the program under test */
	VEC(struct feature) features;
	const char *make, *run, *compare, *valid; /* commands; NULL: not given */
	const char *test;                /* name of the file with the test */
	const char *coverage;            /* the kind, and the text behind it */
	VEC(const char *) sources;       /* ends of paths; none: the lines of all files are goals */
	VEC(int) exits;                  /* exit codes of `run` that are fine; none: all are */
	double seconds;                  /* limit of each command */
	uint64_t memory;                 /* limit in bytes; 0: none */
	uint64_t hash;                   /* of the file's text */
	struct arena *arena;
};

/* Reads the file. A file that is missing or malformed is TROUBLE_INPUT; the message names the line. Release it
 * in any case. */
MUST_USE status generator_read(const char *path, struct generator *generator);
void generator_release(struct generator *generator);

/* The texts for a command's braces; NULL: the command has no such brace, or the brace stays. */
struct filling {
	const struct configuration *configuration;
	uint64_t seed;
	const char *test, *config;       /* paths */
};

/* Appends the command with its braces filled in. */
void generator_fill(const struct generator *generator, const char *command, const struct filling *filling,
                    struct sb *out);
/* Appends the text of each feature, with `between` behind it. */
void generator_features(const struct generator *generator, const struct configuration *configuration,
                        const char *between, struct sb *out);

#endif
