/* syntax: small steps in the syntax tree. Private to front/roles. */
#ifndef SKEP_FRONT_SYNTAX_H
#define SKEP_FRONT_SYNTAX_H

#include <clang-c/Index.h>
#include <stdbool.h>

#define SYNTAX_DEPTH 400

/* A cursor on the path from the top of a walk down to the current cursor. */
struct path_level {
	CXCursor cursor;
	enum CXCursorKind kind;
	unsigned child;     /* its number among the children of the level above */
};

/* Walks through everything below `top`, in the order of the source, and calls see() for each cursor
 * when path[*depth] is its level. `path` has SYNTAX_DEPTH levels; *depth is 0 at first. Left out are
 * names of types, which are not counted as children, and operands of sizeof and the like. */
void syntax_walk(CXCursor top, struct path_level *path, unsigned *depth, void (*see)(void *context, CXCursor cursor),
                 void *context);

/* The child with this index; a null cursor if there is none. */
CXCursor syntax_child(CXCursor cursor, unsigned index);
/* The child with this index among the children that are not names of types: (struct s *)p has one. */
CXCursor syntax_operand(CXCursor cursor, unsigned index);
/* The cursor is a pair of parentheses, a cast, or a conversion that the source does not show. */
bool syntax_is_wrapping(enum CXCursorKind kind);
/* The expression inside all wrappings. */
CXCursor syntax_unwrapped(CXCursor cursor);

#endif
