/* script: the calls of a program in a shell script, as seeds; and tests written as such a script. */
#ifndef SKEP_EMIT_PROGRAMS_SCRIPT_H
#define SKEP_EMIT_PROGRAMS_SCRIPT_H

#include "emit/programs/corpus.h"

/* Reads a command line of the user. @NAME is a file that is read from `base` (NULL: the current folder) and
 * goes along under its own name; < NAME is standard input. */
MUST_USE status script_read_call(const char *line, const char *base, const struct shape *shape, struct arena *arena,
                                 struct invocation *invocation);
/* Adds every call of the program in the script at `path`, whose text is given. Files that a call names go
 * along. Standard input of a call is text that echo, printf or cat pipe into it, or its here-document; cd is
 * followed. A call that cannot be read or needs a shell's variables is left out, with a message. */
void script_read(const char *path, struct bytes text, const struct shape *shape, struct arena *arena,
                 invocation_list *out);

/* The tests as a script, and their files in a folder beside it. */
#define SCRIPT_NAME "calls.sh"
MUST_USE status script_write(const char *folder, const invocation_list *tests);

#endif
