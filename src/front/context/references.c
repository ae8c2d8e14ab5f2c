/* references: see references.h. */
#include "front/context/references.h"

#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"
#include "front/roles/roles.h"

/* A source while it is read. */
struct collecting {
	struct references *references;
	uint32_t file;
};

/* A header of the project may call itself a system header; those of gnulib do that. So headers of
 * the system are recognised by their place below /usr. */
static bool is_of_project(struct arena *arena, CXSourceLocation location)
{
	struct spot spot = spot_of(location);
	if (!spot.file || !clang_Location_isInSystemHeader(location))
		return spot.file;
	const char *path = take_text(arena, clang_getFileName(spot.file));
	return !str_starts(path, "/usr/") && !strstr(path, "/lib/clang/");
}

/* The key of a function or variable at file scope; NULL: the cursor is something else, or belongs
 * to a library. */
static const char *key_of(struct arena *arena, uint32_t file, CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
	if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
	    !is_of_project(arena, clang_getCursorLocation(cursor)))
		return NULL;
	const char *name = take_text(arena, clang_getCursorSpelling(cursor));
	if (linkage == CXLinkage_External || linkage == CXLinkage_UniqueExternal)
		return name;
	return linkage == CXLinkage_Internal ? arena_printf(arena, "%s@%u", name, file) : NULL;
}

static enum CXChildVisitResult add_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct collecting *c = data;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) {
		const char *key = key_of(c->references->arena, c->file, clang_getCursorReferenced(cursor));
		if (key)
			vec_push(&c->references->names, key);
	}
	return CXChildVisit_Recurse;
}

/* `int x;` at file scope defines x, too, although the parser waits for a better definition. */
static bool is_definition(CXCursor cursor)
{
	return clang_isCursorDefinition(cursor) || (clang_getCursorKind(cursor) == CXCursor_VarDecl &&
	                                            clang_Cursor_getStorageClass(cursor) != CX_SC_Extern);
}

static enum CXChildVisitResult add_definition(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct collecting *c = data;
	struct references *references = c->references;
	bool added;
	const char *key = is_definition(cursor) ? key_of(references->arena, c->file, cursor) : NULL;
	if (!key)
		return CXChildVisit_Continue;
	uint64_t *index = strmap_put(&references->index, key, &added);
	if (!added && !references->at.at[*index].is_dropped)
		return CXChildVisit_Continue;
	*index = references->at.n;
	struct definition definition = { .key = key,
		                         .file = c->file,
		                         .first = references->names.n,
		                         .is_inline = clang_Cursor_isFunctionInlined(cursor) &&
		                                      clang_getCursorLinkage(cursor) == CXLinkage_External };
	clang_visitChildren(cursor, add_name, c);
	definition.n = references->names.n - definition.first;
	vec_push(&references->at, definition);
	return CXChildVisit_Continue;
}

void references_add(struct references *references, CXTranslationUnit parsed, uint32_t file)
{
	struct collecting c = { references, file };
	clang_visitChildren(clang_getTranslationUnitCursor(parsed), add_definition, &c);
}

/* The key of a definition that this source makes for other sources; NULL: the cursor is no such
 * definition. */
static const char *key_for_others(struct arena *arena, CXCursor cursor)
{
	bool defines = is_definition(cursor) && clang_getCursorLinkage(cursor) == CXLinkage_External &&
	               !clang_Cursor_isFunctionInlined(cursor) &&
	               clang_Location_isFromMainFile(clang_getCursorLocation(cursor));
	return defines ? key_of(arena, 0, cursor) : NULL;
}

struct clash {
	const struct references *references;
	const struct definition *definition;
};

static enum CXChildVisitResult find_clash(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct clash *clash = data;
	const char *key = key_for_others(clash->references->arena, cursor);
	if (!key || str_equal(key, "main"))
		return CXChildVisit_Continue;
	clash->definition = references_find(clash->references, key);
	return clash->definition ? CXChildVisit_Break : CXChildVisit_Continue;
}

const struct definition *references_clash(const struct references *references, CXTranslationUnit parsed)
{
	struct clash clash = { .references = references };
	clang_visitChildren(clang_getTranslationUnitCursor(parsed), find_clash, &clash);
	return clash.definition;
}

struct offer {
	struct arena *arena;
	struct strmap keys;
};

static enum CXChildVisitResult add_offered(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct offer *offer = data;
	const char *key = key_for_others(offer->arena, cursor);
	if (key)
		strmap_put(&offer->keys, key, NULL);
	return CXChildVisit_Continue;
}

bool references_cover(const struct references *references, CXTranslationUnit parsed, uint32_t file)
{
	struct offer offer = { .arena = references->arena };
	bool covers = true;
	clang_visitChildren(clang_getTranslationUnitCursor(parsed), add_offered, &offer);
	for (size_t i = 0; i < references->at.n && covers; i++) {
		const struct definition *definition = &references->at.at[i];
		bool is_for_others = !definition->is_inline && !strchr(definition->key, '@');
		covers = definition->file != file || !is_for_others || strmap_get(&offer.keys, definition->key);
	}
	strmap_release(&offer.keys);
	return covers;
}

void references_drop(struct references *references, uint32_t file, bool is_dropped)
{
	for (size_t i = 0; i < references->at.n; i++)
		if (references->at.at[i].file == file)
			references->at.at[i].is_dropped = is_dropped;
}

const struct definition *references_find(const struct references *references, const char *key)
{
	uint64_t *index = strmap_get(&references->index, key);
	return index && !references->at.at[*index].is_dropped ? &references->at.at[*index] : NULL;
}

/* ---- who makes what ---- */

/* The identity of the user's struct that a type T, T * or T ** leads to; NULL: there is none. */
static const char *struct_behind(struct arena *arena, CXType type)
{
	CXType at = clang_getCanonicalType(type);
	for (int i = 0; i < 2 && at.kind == CXType_Pointer; i++)
		at = clang_getCanonicalType(clang_getPointeeType(at));
	CXCursor declaration = clang_getTypeDeclaration(at);
	if (at.kind != CXType_Record || !is_users_own(clang_getCursorLocation(declaration)))
		return NULL;
	return take_text(arena, clang_getCursorUSR(declaration));
}

static enum CXChildVisitResult note_taken(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct references *references = data;
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	for (int i = 0; i < clang_Cursor_getNumArguments(cursor); i++) {
		const char *taken = struct_behind(references->arena,
		                                  clang_getCursorType(clang_Cursor_getArgument(cursor, (unsigned)i)));
		if (taken)
			strmap_put(&references->taken, taken, NULL);
	}
	return CXChildVisit_Continue;
}

void references_note_taken(struct references *references, CXTranslationUnit parsed)
{
	clang_visitChildren(clang_getTranslationUnitCursor(parsed), note_taken, references);
}

static bool is_taken(const struct references *references, CXType type)
{
	const char *record = struct_behind(references->arena, type);
	return record && strmap_get(&references->taken, record);
}

static bool takes_taken(const struct references *references, CXCursor function)
{
	bool takes = is_taken(references, clang_getResultType(clang_getCursorType(function)));
	for (int i = 0; i < clang_Cursor_getNumArguments(function) && !takes; i++)
		takes = is_taken(references, clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i)));
	return takes;
}

/* The function takes or gives such a struct, and is defined already; or its name says that it makes
 * or ends things, which is worth another source. */
static bool is_helper(const struct references *references, CXCursor function, const char *name)
{
	return (clang_isCursorDefinition(function) || name_makes(name) || name_destroys(name)) &&
	       takes_taken(references, function);
}

static enum CXChildVisitResult add_helper(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct references *references = data;
	bool declares = clang_getCursorKind(cursor) == CXCursor_FunctionDecl &&
	                clang_getCursorLinkage(cursor) == CXLinkage_External;
	const char *key = declares ? key_of(references->arena, 0, cursor) : NULL;
	if (key && is_helper(references, cursor, key))
		vec_push(&references->helpers, key);
	return CXChildVisit_Continue;
}

void references_add_helpers(struct references *references, CXTranslationUnit parsed)
{
	clang_visitChildren(clang_getTranslationUnitCursor(parsed), add_helper, references);
}

void references_release(struct references *references)
{
	vec_release(&references->at);
	vec_release(&references->names);
	vec_release(&references->helpers);
	strmap_release(&references->index);
	strmap_release(&references->taken);
}
