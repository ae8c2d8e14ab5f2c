/* corpus: inputs that somebody else made, read and written.
 *
 * A seed has one of four forms: a file that is the input, if the program has one place for an input (libFuzzer,
 * AFL; of a folder with a folder "queue" only "queue" is read); a folder with `cmd` and its files, as skep
 * writes tests; a shell script, of which every call of the program is a seed; a command line of the user. */
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
	bool has_script;             /* some seeds are calls of a script, so tests are written as a script */
};

/* Adds the seeds of a folder, in the order of their names, or the seeds of one file. A seed that cannot be read
 * is left out, with a warning. */
MUST_USE status corpus_read(struct corpus *corpus, const char *path);
/* Adds a command line. Words are split as in a shell; @NAME is a file to be read from the current folder, <
 * NAME is standard input. The first word is the program. */
MUST_USE status corpus_read_command(struct corpus *corpus, const char *line);
/* Writes one invocation: a file if the program has one place for inputs, else a folder with cmd. */
MUST_USE status corpus_write_one(const char *folder, const struct shape *shape, const struct invocation *invocation);
/* Writes all tests of an archive in the form that the seeds had; *n is their number. */
MUST_USE status corpus_write(const struct corpus *corpus, const char *folder, const struct archive *archive, size_t *n);
void invocation_list_release(invocation_list *list);
/* Reads a file as bytes in the arena. */
MUST_USE status bytes_read(const char *path, struct arena *arena, struct bytes *out);

/* True if bytes go into exactly one place of the shape: a file or standard input. */
bool shape_takes_bytes(const struct shape *shape);

#endif
