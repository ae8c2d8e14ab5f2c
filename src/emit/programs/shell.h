/* shell: the simple commands of shell text, one after the other, without running anything.
 *
 * Quotes, line continuations, here-documents and redirections are read as a shell reads them. Text that only a
 * shell can replace ($name, $(command)) stays as it is written; `needs_shell` says so. Keywords before a
 * command (if, then, !, {) are read as words. */
#ifndef SKEP_EMIT_PROGRAMS_SHELL_H
#define SKEP_EMIT_PROGRAMS_SHELL_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/vec.h"

struct shell_text {
	const char *at;              /* the text that is left to read */
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

/* Reads the next command; false at the end. Words lie in arena. The caller releases *command in both cases. */
bool shell_next(struct shell_text *text, struct arena *arena, struct shell_command *command);
void shell_command_release(struct shell_command *command);

/* Returns the length of NAME if the word is "NAME=value", as before a command; else 0. */
size_t shell_variable(const char *word);

#endif
