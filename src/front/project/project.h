/* project: which sources of a compilation database are tested, and as which units.
 *
 * Each link target is a unit. If the database does not tell link targets, all sources together are
 * one unit. Left out are tests, all programs but the first, sources that an earlier target has, and
 * sources that the user excludes. Generated sources are linked, but not tested. A target that the
 * user names is taken with its tests. */
#ifndef SKEP_FRONT_PROJECT_H
#define SKEP_FRONT_PROJECT_H

#include "front/front.h"

/* The user's wishes about the choice. */
struct project_wish {
	const char *const *targets;   /* only these targets; none named: all that are not left out */
	size_t n_targets;
	const char *const *excludes;  /* globs: of a path as shown, of a whole path, or of one part of a path */
	size_t n_excludes;
};

/* The reason why a source is not tested. */
enum left_out {
	LEFT_EXCLUDED,
	LEFT_MISSING,
	LEFT_TEST,
	LEFT_GENERATED,
	LEFT_MAIN,
	LEFT_ELSEWHERE,
	LEFT_BROKEN,
	LEFT_DOUBLE,
	N_LEFT_OUT
};

struct project_left {
	const char *path;    /* as shown */
	const char *target;  /* may be NULL */
	enum left_out why;
};

struct project_unit {
	const char *name;            /* of the target or the project; right as a file name; each unit has
	                                another */
	const char *target;          /* for --target; NULL: the database does not tell */
	struct source_list sources;  /* including sources that are only linked (is_context) */
	size_t n_own;                /* sources that are tested */
	bool is_partial; /* some of its sources are tested in other units; --target would add them */
};

struct project {
	struct arena *arena;
	const char *database; /* the file's path */
	VEC(struct project_unit) units;
	VEC(struct project_left) left;
};

/* Finds the units of the project in the database at `where`; the caller frees it. Fails with the
 * reason if there is no unit. An unknown target is TROUBLE_USAGE, with the names of the known ones. */
MUST_USE status project_read(const char *where, const struct project_wish *wish, struct project **project);
void project_free(struct project *project);

/* Reads a unit of the project, like front_read_cached(). Sources that do not compile are removed
 * from it if others are left. If the link target is not known, so are sources that define a
 * function which an earlier source defines. */
MUST_USE status project_unit_read(struct project *project, struct project_unit *unit, const char *cache,
                                  struct unit **read);

/* The reason for people: "test code", ... */
const char *left_out_name(enum left_out why);

#endif
