/* mentions: the uses of functions and variables of file scope in a piece of code.
 *
 * A variable is written if the code sets it or part of it, or gives its address to code that may.
 * Memory behind a pointer is not part of the variable. */
#ifndef SKEP_FRONT_MENTIONS_H
#define SKEP_FRONT_MENTIONS_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/vec.h"

struct mention {
	const char *key;       /* of the function or variable; equal in all sources */
	bool is_read;          /* the variable's value is used; always set for a function */
	bool is_write;
	bool is_handler;       /* a function that is only left with the system: signal(SIGINT, f) */
	bool to_constant;      /* a function that only the system calls, as in signal(SIGINT, f) */
	int64_t constant;      /* the variable is set, as a whole, to the number ... */
};

typedef VEC(struct mention) mention_list;

/* Adds the mentions below a cursor, which is the body of a function or the initializer of a
 * variable. */
void mentions_read(struct arena *arena, CXCursor cursor, mention_list *out);

#endif
