/* graft: puts a test of one file into another file, with the helpers that it needs.
 *
 * Both are test files of one suite: the file as it is kept, and a file that skep wrote for the present sources.
 * In the kept file nothing else changes but the number of tests in its head. */
#ifndef SKEP_EMIT_UPKEEP_GRAFT_H
#define SKEP_EMIT_UPKEEP_GRAFT_H

#include "base/mem.h"

/* Returns the text `into` with the test of `from` in it, under the name `as`, beside the test whose name is
 * most like it. NULL: the kept file has no tests to put it beside, or one of its macros has the name of
 * something that the test needs. The caller frees it. */
char *graft_test(const char *into, const char *from, const char *test, const char *as);
/* Returns a name that the kept file does not have: `test`, or a similar name. In arena. */
const char *graft_name(const char *into, const char *test, struct arena *arena);
/* Returns the makefile with the flags of `from` by which the linker wraps functions for this program. The
 * caller frees it. */
char *graft_flags(const char *makefile, const char *from, const char *program);
/* Returns the text with the present number of tests in its head, and without the goals that the head told of.
 * The caller frees it. */
char *graft_head(const char *text);

#endif
