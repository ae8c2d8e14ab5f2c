/* corpus: inputs that somebody else made, read and written.
 *
 * Seeds are: a file each, which is the input where there is one place for it (libFuzzer, AFL: with a
 * folder "queue" that one is read); a folder with `cmd` and its files, as skep writes tests; a shell
 * script, of which every call of the program is one; or a command line of the user. */
#ifndef SKEP_EMIT_PROGRAMS_CORPUS_H
#define SKEP_EMIT_PROGRAMS_CORPUS_H

#include "base/status.h"
#include "base/vec.h"
#include "cover/archive.h"
#include "engine/program/shape.h"

typedef VEC(struct invocation) invocation_list;

struct corpus {
	const struct shape *shape;
	struct arena *arena;         /* of the texts */
	invocation_list seeds;
	bool has_script;             /* some of them are calls of a script, so tests are written as one */
};

/* Adds the seeds of a folder, by name, or those of one file. A seed that cannot be read is left out, with a
 * warning. */
MUST_USE status corpus_read(struct corpus *corpus, const char *path);
/* Adds a command line: words as in a shell, @NAME is a file to be read from here, < NAME standard
 * input. The first word is the program. */
MUST_USE status corpus_read_command(struct corpus *corpus, const char *line);
/* Writes one: a file where there is one place for inputs, else a folder with cmd. */
MUST_USE status corpus_write_one(const char *folder, const struct shape *shape, const struct invocation *invocation);
/* Writes all tests of an archive in the form that the seeds had; *n tells how many. */
MUST_USE status corpus_write(const struct corpus *corpus, const char *folder, const struct archive *archive, size_t *n);
void invocation_list_release(invocation_list *list);

/* The one place of the shape where bytes go: a file or standard input. False: there is none. */
bool shape_takes_bytes(const struct shape *shape);

#endif
