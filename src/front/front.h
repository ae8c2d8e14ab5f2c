/* front: C sources and their flags -> model, marks and marked text.
 *
 * Only this folder sees libclang. For each source: preprocess with the user's
 * flags, parse both the original (exact places) and the preprocessed text
 * (offsets to edit), walk the two in step, wrap every condition, and append
 * what the driver needs from inside the source (see instr/driver.h). */
#ifndef SKEP_FRONT_FRONT_H
#define SKEP_FRONT_FRONT_H

#include "base/unit_piece.h"
#include "base/status.h"
#include "base/vec.h"
#include "model/marks.h"
#include "model/model.h"

/* One source as the user gave it, or as context_find() found it. */
struct source {
	const char *path;              /* as given: from here, not from `directory` */
	const char *directory;         /* to compile in; NULL: here */
	const char *compiled_in;       /* of a kept unit: the folder that debug information names; else NULL */
	bool is_context;               /* linked and callable, but not what is tested: no marks, no goals */
	const char *const *flags;      /* of the user's build, only what matters to the language; */
	size_t n_flags;                /* right for the original and for its preprocessed text */
};

/* The sources under test come first, those of the context after them. */
struct source_list {
	struct arena *arena;
	VEC(struct source) at;
	VEC(const char *) link_flags;  /* -l, -L, ... for every build */
	bool variables;                /* the unit's variables can be inputs of tests (variables.c) */
	struct source contracts;       /* the file of contracts; path NULL: none */
	const char *name;              /* what the unit is called; NULL: as its first source */
};

/* Zero-initialise the list. A path that is no readable C source is a failure.
 *
 * Sources from the command line: every path with the same flags. */
MUST_USE status sources_from_args(struct source_list *list, const char *const *paths, size_t n_paths,
                                  const char *const *flags, size_t n_flags);
/* Flags from DIR/compile_commands.json; no paths given: the unit that the project is, if it is
 * only one (project.h). `directory` may name the file itself; `wish` may be NULL. */
struct project_wish;
MUST_USE status sources_from_database(struct source_list *list, const char *directory, const struct project_wish *wish,
                                      const char *const *paths, size_t n_paths);
/* The file of contracts goes with sources already given, and is compiled with the
 * flags of the first. */
MUST_USE status sources_set_contracts(struct source_list *list, const char *path);
/* A list of its own, for sources_release(). */
void sources_copy(struct source_list *to, const struct source_list *from);
void sources_release(struct source_list *list);

struct visible_cache;

/* The marked, preprocessed text of one source; that of the context has no marks. */
struct marked_source {
	const struct source *source;
	char *text;                    /* compiles as C on its own: -x cpp-output */
	size_t length;
};

/* A file that the unit was read from. */
struct unit_file {
	const char *path;              /* absolute */
	uint64_t hash;                 /* of the content */
};

struct unit {
	struct source_list given;      /* the sources as given; a copy of the unit's own */
	struct model *model;
	struct marks *marks;
	VEC(struct marked_source) sources; /* one per source of `given` */
	struct marked_source contracts; /* without marks: its conditions are no goals; text NULL: none */
	uint64_t hash;                 /* of everything that builds depend on */
	const char *name;              /* for output: of its sources as a list, else "ring" for ring.c */
	bool from_cache;               /* no source was parsed: nothing had changed */
	struct visible_cache *seen;    /* what texts make visible (visible.h) */
	VEC(struct unit_file) files;   /* sources and headers; none if it is kept */
	bool is_kept;                  /* put together from pieces (kept_unit.h): its sources may not be here */
	piece_list kept_files;         /* of those, texts by path */
	const char *here;              /* of those: the current directory where it was read */
};

/* Reads all sources as one unit, which copies the list. Messages of the compiler about the user's
 * code go to stderr as they are. */
MUST_USE status front_read(const struct source_list *sources, struct unit **unit);
/* Reads a unit as front_read() does, but keeps it in `folder` and takes it from there as long as no source, header
 * or flag changes. NULL: not kept. */
MUST_USE status front_read_cached(const struct source_list *sources, const char *folder, struct unit **unit);
void unit_free(struct unit *unit);
/* The text of a source, or of another file that belongs to the unit; owned by the caller. */
MUST_USE status unit_file_read(const struct unit *unit, const char *path, char **text);

#endif
