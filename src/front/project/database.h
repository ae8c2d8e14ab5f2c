/* database: a compile_commands.json as plain data.
 *
 * An entry of the file has a directory, a file, perhaps an output, and its command
 * either as "arguments" (a list) or as "command" (one shell line). */
#ifndef SKEP_FRONT_DATABASE_H
#define SKEP_FRONT_DATABASE_H

#include "base/mem.h"
#include "base/status.h"
#include "base/vec.h"

struct database_entry {
	const char *file;         /* absolute */
	const char *directory;    /* absolute: the folder of the compilation */
	const char *output;       /* absolute; NULL: the command has no output */
	const char *target;       /* the link target: see target_of_object(); the program itself if the command
	                             compiles and links at once; NULL: not known */
	const char *const *flags; /* the words of the command without the compiler, unsorted */
	size_t n_flags;
};

struct database {
	struct arena *arena;
	const char *path;         /* the path of the file */
	/* Only C sources, in the file's order. A source may be there several times, for several
	 * targets; for one target the first entry counts. */
	VEC(struct database_entry) at;
};

/* Reads a database; the caller frees it. `where` is the file, or its folder. A missing file, or a
 * file that is not a database, is TROUBLE_INPUT. Sources need not exist. */
MUST_USE status database_read(const char *where, struct database **database);
void database_free(struct database *database);

/* The link target that an object's path reveals, in arena, or NULL: "json-c" of
 * CMakeFiles/json-c.dir/x.c.o (CMake), "libfoo.so" of libfoo.so.1.p/x.c.o (Meson), "prog" of
 * prog-x.o and "libfoo.la" of libfoo_la-x.o if the source is x.c (Automake). */
const char *target_of_object(struct arena *arena, const char *output, const char *source);

#endif
