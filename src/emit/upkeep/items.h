/* items: a test file as a list of pieces, so that skep can change a piece and leave all others as they are.
 *
 * A piece is a directive, a declaration or a function, with the comments and blank lines above it. All pieces
 * together are the text. Only the shape of C is read, so it does not matter who wrote the file. */
#ifndef SKEP_EMIT_UPKEEP_ITEMS_H
#define SKEP_EMIT_UPKEEP_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/vec.h"

struct item {
	size_t begin, code, end;     /* offsets; `code`: behind the comments above it */
	uint32_t line, last_line;    /* of begin, and of its last character; the first line is 1 */
	const char *name;            /* the name that it defines; NULL: none was found */
	bool is_function, is_directive;
	bool is_test;                /* a function that the file runs as a test */
};

typedef VEC(struct item) item_list;

/* Splits the text into pieces. The caller releases the list. Names are in arena. */
void items_parse(const char *text, struct arena *arena, item_list *items);
/* Finds the line that makes the file run the test, from its first character to behind its newline; false: there
 * is none. */
bool items_row(const char *text, const char *test, size_t *begin, size_t *end);
/* Returns a hash of the piece without comments and blank lines around it. */
uint64_t item_hash(const char *text, const struct item *item);
/* Returns the test of that name, or NULL. */
const struct item *items_test(const item_list *items, const char *name);
/* Returns the offset behind the string, character or comment that begins at `at`; `at` itself if none begins
 * there. */
size_t skip_quoted(const char *text, size_t at);
/* Returns the number of the line with the character. */
uint32_t line_at(const char *text, size_t at);

#endif
