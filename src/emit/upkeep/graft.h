/* graft: a test of one file put into another, with the helpers that it needs.
 *
 * Both are texts of test files of one suite: the file as it is kept, and a file that skep wrote for the sources as they
 * are now. Nothing that stands in the kept file changes but the number of tests in its head. */
#ifndef SKEP_EMIT_UPKEEP_GRAFT_H
#define SKEP_EMIT_UPKEEP_GRAFT_H

#include "base/mem.h"

/* The text with the test of `from` in it, under the name `as`, beside the test whose name is most like it. NULL: it
 * has no place, for the kept file has no tests, or a macro of that name means something else there. The caller frees it. */
char *graft_test(const char *into, const char *from, const char *test, const char *as);
/* A name that the kept file does not have: `test`, or the like. In arena. */
const char *graft_name(const char *into, const char *test, struct arena *arena);
/* The makefile with flags by which the linker wraps functions for this program. The caller frees it. */
char *graft_flags(const char *makefile, const char *from, const char *program);
/* The number of tests in the head of the file becomes that of now, and the goals that it told of go. The caller frees
 * the text. */
char *graft_head(const char *text);

#endif
