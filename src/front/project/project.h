/* project: what of a compilation database is tested, and as which units.
 *
 * Each link target is a unit. Of a database that does not tell link targets, all sources
 * together are one. Left out are tests, programs beside the first, what another target has
 * already, and what the user excludes; generated sources are linked but are not what is
 * tested. A target that the user names is taken with its tests. */
#ifndef SKEP_FRONT_PROJECT_H
#define SKEP_FRONT_PROJECT_H

#include "front/front.h"

/* The user's wishes about the choice. */
struct project_wish {
	const char *const *targets;   /* only these; none: all that are not left out */
	size_t n_targets;
	const char *const *excludes;  /* globs: of a path as shown, of a whole path, of one of its parts */
	size_t n_excludes;
};

/* Why a source is not tested. */
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
	const char *name;            /* of the target, or of the project; right as a file name; no two are the same */
	const char *target;          /* for --target; NULL: the database tells none */
	struct source_list sources;  /* with those that are linked only (is_context) */
	size_t n_own;                /* sources that are tested */
	bool is_partial; /* other sources of it are tested in other units: --target would take them, too */
};

struct project {
	struct arena *arena;
	const char *database; /* the file's path */
	VEC(struct project_unit) units;
	VEC(struct project_left) left;
};

/* At least one unit, or a failure that says why there is none. A target that is not there is
 * TROUBLE_USAGE, with the names of those that are. */
MUST_USE status project_read(const char *where, const struct project_wish *wish, struct project **project);
void project_free(struct project *project);

/* Reads a unit of the project, as front_read_cached() does. Sources that do not compile are taken
 * out of it, if others are left; so are, where no link target is known, sources that define a
 * function which an earlier one defines. */
MUST_USE status project_unit_read(struct project *project, struct project_unit *unit, const char *cache,
                                  struct unit **read);

/* "test code", ... */
const char *left_out_name(enum left_out why);

#endif
