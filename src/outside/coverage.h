/* coverage: the lines of the program under test that a run hit. Each kind of coverage has a file: gcov.c,
 * sancov.c, own.c. */
#ifndef SKEP_OUTSIDE_COVERAGE_H
#define SKEP_OUTSIDE_COVERAGE_H

#include "base/map.h"
#include "outside/generator.h"
#include "outside/subject.h"

struct coverage;

typedef VEC(const char *) text_words;

/* The end of a run, if the kind of coverage runs the program itself. */
struct coverage_run {
	const char *failure;             /* NULL: it did not crash */
	bool hung;
	bool ended;                      /* it ended by itself; see code and out */
	int code;
	struct sb out;                   /* its output, to be released if the run succeeded */
	bool out_cut;                    /* the output was longer */
};

struct coverage_kind {
	const char *name;
	/* Finds the goals, adds them to the marks of the unit, and numbers them. */
	status (*open)(struct coverage *coverage, const char *argument);
	/* Puts files that runs need into a new folder; NULL: none. */
	status (*furnish)(const struct coverage *coverage, const char *folder);
	/* Appends NAME=VALUE lines to the environment of a run; NULL: nothing. */
	void (*environment)(const struct coverage *coverage, const char *folder, struct sb *out);
	/* Runs the program with the present test, and sets the probes that it hit; `run` is zeroed before.
	 * NULL: the command runs it. */
	status (*run)(struct coverage *coverage, const char *test, uint64_t *probes, struct coverage_run *run);
	/* Sets the probes that runs left in the folder, and removes them there. *any: there were some. */
	status (*collect)(const struct coverage *coverage, const char *folder, uint64_t *probes, bool *any);
	void (*close)(struct coverage *coverage);
};

struct coverage {
	const struct coverage_kind *kind;
	const struct generator *generator;
	struct unit *unit;               /* of the subject */
	struct strmap lines;             /* "FILE:LINE" to its region */
	VEC(const char *) files;         /* gcov: notes; sancov: the program */
	const char *tool;
	struct map places;               /* sancov: address to region */
	const uint32_t *dominators;      /* cover/dominators.h; NULL: lines tell no more than their function */
	void *own;                       /* data of the kind */
	struct arena *arena;
};

/* Reads the entry `coverage` of the generator and finds the goals. Close it in any case. */
MUST_USE status coverage_open(const struct generator *generator, struct unit **unit, struct coverage *coverage);
void coverage_close(struct coverage *coverage);

/* For kinds: returns the region of a line, which is added with its function if it is new. */
uint32_t coverage_add_line(struct coverage *coverage, const char *file, const char *function, uint32_t first,
                           uint32_t line);
/* Returns the region of a line; NONE: the line is no goal. */
uint32_t coverage_line(const struct coverage *coverage, const char *file, uint32_t line);
/* Notes that a run came through this region. */
void coverage_hit(const struct coverage *coverage, uint32_t region, uint64_t *probes);
/* True if the path exists and no link on it leads out of the folder. Code under test may put links anywhere. */
bool is_below(const char *folder, const char *path);
/* Returns the path, relative to the folder of the generator's file; in arena. */
const char *coverage_path(const struct coverage *coverage, const char *path);

extern const struct coverage_kind coverage_gcov, coverage_sancov, coverage_skep;

#endif
