/* syntax: small steps in the syntax tree. Private to front/roles. */
#ifndef SKEP_FRONT_SYNTAX_H
#define SKEP_FRONT_SYNTAX_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* A null cursor if there is no such child. */
CXCursor syntax_child(CXCursor cursor, unsigned index);
/* The child of that number among those that are no names of types: (struct s *)p has one. */
CXCursor syntax_operand(CXCursor cursor, unsigned index);
/* Parentheses, a cast, or a conversion that the source does not show. */
bool syntax_is_wrapping(enum CXCursorKind kind);
/* The expression inside all of those. */
CXCursor syntax_unwrapped(CXCursor cursor);

#endif
