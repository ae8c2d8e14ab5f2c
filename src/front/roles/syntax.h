/* syntax: small steps in the syntax tree. Private to front/roles. */
#ifndef SKEP_FRONT_SYNTAX_H
#define SKEP_FRONT_SYNTAX_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* The child with this index; a null cursor if there is none. */
CXCursor syntax_child(CXCursor cursor, unsigned index);
/* The child with this index among the children that are not names of types: (struct s *)p has one. */
CXCursor syntax_operand(CXCursor cursor, unsigned index);
/* The cursor is a pair of parentheses, a cast, or a conversion that the source does not show. */
bool syntax_is_wrapping(enum CXCursorKind kind);
/* The expression inside all wrappings. */
CXCursor syntax_unwrapped(CXCursor cursor);

#endif
