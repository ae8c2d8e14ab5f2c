/* syntax: see syntax.h. */
#include "front/roles/syntax.h"

struct child_search {
	unsigned wanted, seen;
	bool without_references;
	CXCursor found;
};

static enum CXChildVisitResult take_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct child_search *search = data;
	bool is_left_out = search->without_references && clang_isReference(clang_getCursorKind(cursor));
	if (is_left_out || search->seen++ != search->wanted)
		return CXChildVisit_Continue;
	search->found = cursor;
	return CXChildVisit_Break;
}

static CXCursor find_child(CXCursor cursor, unsigned index, bool without_references)
{
	struct child_search search = { index, 0, without_references, clang_getNullCursor() };
	clang_visitChildren(cursor, take_child, &search);
	return search.found;
}

CXCursor syntax_child(CXCursor cursor, unsigned index)
{
	return find_child(cursor, index, false);
}

CXCursor syntax_operand(CXCursor cursor, unsigned index)
{
	return find_child(cursor, index, true);
}

bool syntax_is_wrapping(enum CXCursorKind kind)
{
	return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr;
}

static enum CXChildVisitResult take_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = cursor;
	return CXChildVisit_Continue;
}

CXCursor syntax_unwrapped(CXCursor cursor)
{
	while (syntax_is_wrapping(clang_getCursorKind(cursor))) {
		CXCursor last = clang_getNullCursor(); /* a cast has its type first */
		clang_visitChildren(cursor, take_last, &last);
		if (clang_Cursor_isNull(last))
			return cursor;
		cursor = last;
	}
	return cursor;
}

struct walking {
	struct path_level *path;
	unsigned *depth;
	void (*see)(void *context, CXCursor cursor);
	void *context;
	unsigned n_children; /* seen so far, of one cursor */
};

static enum CXChildVisitResult walk_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct walking *walking = data, below = *walking;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	bool is_name = clang_isReference(kind), unevaluated = kind == CXCursor_UnaryExpr; /* sizeof, _Alignof */
	unsigned index = walking->n_children;
	walking->n_children += !is_name;
	if (unevaluated || is_name || *walking->depth == SYNTAX_DEPTH)
		return CXChildVisit_Continue;
	walking->path[*walking->depth] = (struct path_level){ cursor, kind, index };
	walking->see(walking->context, cursor);
	++*walking->depth;
	below.n_children = 0;
	clang_visitChildren(cursor, walk_child, &below);
	--*walking->depth;
	return CXChildVisit_Continue;
}

void syntax_walk(CXCursor top, struct path_level *path, unsigned *depth, void (*see)(void *context, CXCursor cursor),
                 void *context)
{
	struct walking walking = { .path = path, .depth = depth, .see = see, .context = context };
	clang_visitChildren(top, walk_child, &walking);
}
