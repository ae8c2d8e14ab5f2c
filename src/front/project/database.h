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
	const char *directory;    /* absolute: where it is compiled */
	const char *output;       /* absolute; NULL: the command does not say */
	const char *target;       /* what it is linked into: see target_of_object(); the program itself, where the
	                           * command compiles and links at once; NULL: not known */
	const char *const *flags; /* without the compiler, unsorted */
	size_t n_flags;
};

struct database {
	struct arena *arena;
	const char *path;         /* of the file */
	/* C sources only, in the file's order. One source may be there more than once, for
	 * several targets; for one target the first entry counts. */
	VEC(struct database_entry) at;
};

/* `where` is the file, or the folder it is in. A file that is missing or that is no such
 * database is TROUBLE_INPUT; that a source it names exists is not checked. */
MUST_USE status database_read(const char *where, struct database **database);
void database_free(struct database *database);

/* The name of the link target that the path of an object gives away, or NULL: "json-c" of
 * CMakeFiles/json-c.dir/x.c.o (CMake), "libfoo.so" of libfoo.so.1.p/x.c.o (Meson), "prog" of
 * prog-x.o and "libfoo.la" of libfoo_la-x.o where the source is x.c (Automake). */
const char *target_of_object(struct arena *arena, const char *output, const char *source);

#endif
