/* shell: the simple commands of shell text, one after the other, without running anything.
 *
 * Quotes, line continuations, here-documents and redirections are read as a shell reads them. What only
 * a shell could replace ($name, $(command)) stays as it is written and is told. Keywords that stand
 * before a command (if, then, !, {) are words like others. */
#ifndef SKEP_EMIT_PROGRAMS_SHELL_H
#define SKEP_EMIT_PROGRAMS_SHELL_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/vec.h"

struct shell_text {
	const char *at;              /* what is left to read */
	const char *after_bodies;    /* behind the here-documents of this line; NULL: it has none */
};

struct shell_command {
	VEC(const char *) words;
	const char *input;           /* file that standard input comes from; NULL: none */
	const char *here;            /* text that standard input comes from; NULL: none */
	bool needs_shell;            /* a word or the input has something that only a shell can replace */
	bool pipes;                  /* its output goes to the next command */
	bool ends_group;             /* the ")" behind it ends a subshell */
};

/* Reads on; false at the end. Words lie in arena; *command is to be released, also if it is false. */
bool shell_next(struct shell_text *text, struct arena *arena, struct shell_command *command);
void shell_command_release(struct shell_command *command);

/* "NAME=value" before a command: the length of NAME; 0: the word is none. */
size_t shell_variable(const char *word);

#endif
