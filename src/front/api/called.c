/* called: functions that the unit's code names and that only a system header declares, if the unit
 * itself includes that header.
 *
 * If no library defines such a function, its declaration tells the type of its stand-in. A function
 * that the C library defines is never missing. */
#include "front/api/modeller.h"
#include "proc/libc.h"

static bool is_builtin(const char *name)
{
	return str_starts(name, "__builtin") || str_starts(name, "__sync") || str_starts(name, "__atomic");
}

static enum CXChildVisitResult note_named(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct modeller *m = data;
	if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	CXCursor named = clang_getCursorReferenced(cursor);
	if (clang_getCursorKind(named) != CXCursor_FunctionDecl || is_users_own(clang_getCursorLocation(named)))
		return CXChildVisit_Recurse;
	const char *name = take_text(m->model->arena, clang_getCursorSpelling(named));
	if (strmap_get(&m->declared, name) || is_builtin(name) || symbol_in_libc(name) ||
	    !include_for(m, spot_of(clang_getCursorLocation(named)).file))
		return CXChildVisit_Recurse;
	modeller_note_header(m, named);
	modeller_note_declared(m, named);
	return CXChildVisit_Recurse;
}

void called_add(struct modeller *m, CXCursor function)
{
	clang_visitChildren(function, note_named, m);
}
