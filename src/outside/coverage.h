/* coverage: which lines of the program under test a run hit. A kind of coverage per file: gcov.c,
 * sancov.c, own.c. */
#ifndef SKEP_OUTSIDE_COVERAGE_H
#define SKEP_OUTSIDE_COVERAGE_H

#include "base/map.h"
#include "outside/generator.h"
#include "outside/subject.h"

struct coverage;

typedef VEC(const char *) text_words;

/* How a run ended, where the kind of coverage runs the program itself. */
struct coverage_run {
	const char *failure;             /* NULL: it did not crash */
	bool hung;
	bool ended;                      /* by itself: code and out tell how */
	int code;
	struct sb out;                   /* its output, to be released if all went well */
	bool out_cut;                    /* there was more of it */
};

struct coverage_kind {
	const char *name;
	/* Finds the goals: adds them to the marks of the unit, and numbers these. */
	status (*open)(struct coverage *coverage, const char *argument);
	/* Puts into a new folder what runs need there; NULL: nothing. */
	status (*furnish)(const struct coverage *coverage, const char *folder);
	/* Appends NAME=VALUE lines to the environment of a run; NULL: nothing. */
	void (*environment)(const struct coverage *coverage, const char *folder, struct sb *out);
	/* Runs the program with the test at hand, and sets the probes that it hit; `run` comes zeroed. NULL: the
	 * command runs it. */
	status (*run)(struct coverage *coverage, const char *test, uint64_t *probes, struct coverage_run *run);
	/* Sets the probes that runs left in the folder, and forgets them there. *any: there was something. */
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
	void *own;                       /* of the kind */
	struct arena *arena;
};

/* Reads the entry `coverage` of the generator and finds the goals. Close it in any case. */
MUST_USE status coverage_open(const struct generator *generator, struct unit **unit, struct coverage *coverage);
void coverage_close(struct coverage *coverage);

/* For kinds. The region of a line, added with its function if it is new. */
uint32_t coverage_add_line(struct coverage *coverage, const char *file, const char *function, uint32_t first,
                           uint32_t line);
/* NONE: the line is no goal. */
uint32_t coverage_line(const struct coverage *coverage, const char *file, uint32_t line);
/* A run came through this region. */
void coverage_hit(const struct coverage *coverage, uint32_t region, uint64_t *probes);
/* The path is there, and no link on it leads out of the folder: code under test may put links anywhere. */
bool is_below(const char *folder, const char *path);
/* The path, counted from the folder of the generator's file; in arena. */
const char *coverage_path(const struct coverage *coverage, const char *path);

extern const struct coverage_kind coverage_gcov, coverage_sancov, coverage_skep;

#endif
