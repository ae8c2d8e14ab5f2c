/* front: C sources and their flags -> model, marks and marked text.
 *
 * Only this folder sees libclang. For each source, front preprocesses with the user's flags, parses
 * both the original (for exact places) and the preprocessed text (for offsets to edit), walks the
 * two in step, wraps every condition, and appends what the driver needs from inside the source (see
 * instr/driver.h). */
#ifndef SKEP_FRONT_FRONT_H
#define SKEP_FRONT_FRONT_H

#include "base/unit_piece.h"
#include "base/status.h"
#include "base/vec.h"
#include "model/marks.h"
#include "model/model.h"

/* A source as the user named it, or as context_find() found it. */
struct source {
	const char *path;              /* as given: relative to the current directory, not to `directory` */
	const char *directory;         /* folder to compile in; NULL: the current directory */
	const char *compiled_in;       /* of a kept unit, the folder that debug information names; else NULL */
	bool is_context;               /* linked and callable, but not tested: no marks, no goals */
	const char *const *flags;      /* flags of the user's build that matter to the language; they are */
	size_t n_flags;                /* right for the original and for its preprocessed text */
};

/* The sources under test, followed by the sources of the context. */
struct source_list {
	struct arena *arena;
	VEC(struct source) at;
	VEC(const char *) link_flags;  /* -l, -L, ... for every build */
	bool variables;                /* the unit's variables are inputs of tests (variables.c) */
	struct source contracts;       /* the file of contracts; its path is NULL if there is none */
	const char *name;              /* name of the unit; NULL: named after its first source */
};

/* Zero-initialise the list before these functions. If a path is not a readable C source, they fail.
 *
 * sources_from_args() adds sources from the command line, each with the flags given. */
MUST_USE status sources_from_args(struct source_list *list, const char *const *paths, size_t n_paths,
                                  const char *const *flags, size_t n_flags);
/* Adds sources with their flags from DIR/compile_commands.json. If no paths are given, adds the
 * unit that the project is, and fails if the project has several (project.h). `directory` may name
 * the file itself; `wish` may be NULL. */
struct project_wish;
MUST_USE status sources_from_database(struct source_list *list, const char *directory, const struct project_wish *wish,
                                      const char *const *paths, size_t n_paths);
/* Adds the file of contracts, which is compiled with the flags of the first source. Requires that
 * the list has sources. */
MUST_USE status sources_set_contracts(struct source_list *list, const char *path);
/* Makes `to` a copy with memory of its own, for sources_release(). */
void sources_copy(struct source_list *to, const struct source_list *from);
void sources_release(struct source_list *list);

struct visible_cache;

/* The marked, preprocessed text of a source; a source of the context has no marks. */
struct marked_source {
	const struct source *source;
	char *text;                    /* C that compiles on its own, with -x cpp-output */
	size_t length;
};

/* A file that the unit was read from. */
struct unit_file {
	const char *path;              /* absolute */
	uint64_t hash;                 /* hash of the content */
};

struct unit {
	struct source_list given;      /* a copy of the list that the caller gave */
	struct model *model;
	struct marks *marks;
	VEC(struct marked_source) sources; /* a text for each source of `given` */
	struct marked_source contracts; /* without marks, because its conditions are no goals; text NULL: none */
	uint64_t hash;                 /* of everything that builds of the unit depend on */
	const char *name;              /* for output: the list's name, else "ring" for ring.c */
	bool from_cache;               /* no source was parsed, because nothing had changed */
	struct visible_cache *seen;    /* which names texts make visible (visible.h) */
	VEC(struct unit_file) files;   /* sources and headers; none if the unit is kept */
	bool is_kept;                  /* put together from pieces (kept_unit.h): its sources may not be on this
	                                  machine */
	piece_list kept_files;         /* of a kept unit: files by path, with their texts */
	const char *here;              /* of a kept unit: the current directory where it was read */
};

/* Reads all sources as one unit; the unit copies the list, and the caller frees the unit. Messages
 * of the compiler about the user's code go to stderr unchanged. */
MUST_USE status front_read(const struct source_list *sources, struct unit **unit);
/* Like front_read(), but keeps the unit in `folder`, and takes it from there while no source, header or flag
 * changes. If `folder` is NULL, nothing is kept. */
MUST_USE status front_read_cached(const struct source_list *sources, const char *folder, struct unit **unit);
void unit_free(struct unit *unit);
/* Reads the text of a source or another file of the unit; the caller frees it. */
MUST_USE status unit_file_read(const struct unit *unit, const char *path, char **text);

#endif
