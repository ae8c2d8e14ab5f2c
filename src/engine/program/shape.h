/* shape: the parts of a command line that are inputs.
 *
 * The user may give a command line with markers. Without markers everything is an input, and the engine finds
 * out what the program reads. */
#ifndef SKEP_ENGINE_PROGRAM_SHAPE_H
#define SKEP_ENGINE_PROGRAM_SHAPE_H

#include "base/mem.h"
#include "seq/invocation.h"

enum slot_kind {
	SLOT_WORD,      /* stays as it is */
	SLOT_TEXT,      /* @@: any text */
	SLOT_FILE       /* @file, @in.txt: the name of a file that is an input */
};

struct slot {
	enum slot_kind kind;
	const char *text;        /* the word, or the name of the file */
};

struct shape {
	const char *program;     /* its name */
	const struct slot *slots;
	size_t n_slots;
	bool is_free;            /* no markers: the engine finds out the number and kind of arguments */
	bool has_args;           /* is_free: the program takes arguments */
	bool has_input;          /* standard input is an input */
	struct bytes input;      /* its first contents; size 0: a line */
	const char *const *variables; /* of the environment */
	size_t n_variables;
};

#define SHAPE_FILE "in.txt"  /* of a free shape */

/* Splits words into slots and finds markers: @stdin anywhere, @@, @NAME for a file of that name (@file: a file
 * without a name of its own). `takes`: the program takes arguments. */
void shape_read(struct shape *shape, const char *program, const char *const *words, size_t n, bool takes,
                struct arena *arena);
/* Makes the plainest invocation of the shape. */
void shape_start(const struct shape *shape, struct invocation *invocation);
/* True if argument i of an invocation of this shape may be changed. */
bool shape_is_open(const struct shape *shape, size_t i);

#endif
