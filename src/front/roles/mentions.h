/* mentions: what a piece of code does with functions and variables of file scope.
 *
 * A mention of a variable is a write if the code sets it, or part of it, or hands its
 * address to somebody who may; what is behind a pointer is not part of it. */
#ifndef SKEP_FRONT_MENTIONS_H
#define SKEP_FRONT_MENTIONS_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/vec.h"

struct mention {
	const char *key;       /* of the function or variable: the same in all sources */
	bool is_read;          /* a variable whose value is used; a function is always read */
	bool is_write;
	bool is_handler;       /* a function that is only left with the system: signal(SIGINT, f) */
	bool to_constant;      /* it is set, as a whole, to the number ... */
	int64_t constant;      /* ... (null is 0) */
};

typedef VEC(struct mention) mention_list;

/* All that stands below a cursor: the body of a function, the initializer of a variable. */
void mentions_read(struct arena *arena, CXCursor cursor, mention_list *out);

#endif
