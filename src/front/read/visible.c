/* visible: see visible.h. */
#include "front/read/visible.h"

#include <clang-c/Index.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/project/flags.h"
#include "front/api/modeller.h"
#include "front/read/parse.h"
#include "front/read/paths.h"

static void add_name(struct visible *visible, const char *name, unsigned kinds)
{
	bool added;
	if (!name[0])
		return;
	uint64_t *known = strmap_put(&visible->names, name, &added);
	*known |= kinds;
	if (added)
		vec_push(&visible->in_order, arena_strdup(visible->arena, name));
}

static bool is_library(CXSourceLocation location)
{
	return !spot_of(location).file || clang_Location_isInSystemHeader(location);
}

static unsigned type_kinds(CXType type)
{
	return SEES_TYPE | (clang_Type_getSizeOf(type) >= 0 ? (unsigned)SEES_COMPLETE : 0);
}

static void add_tag(struct visible *visible, CXCursor cursor, const char *keyword, const char *name, unsigned library)
{
	char *tag = xprintf("%s %s", keyword, name);
	if (name[0] && !clang_Cursor_isAnonymous(cursor))
		add_name(visible, tag, type_kinds(clang_getCursorType(cursor)) | library);
	free(tag);
}

static unsigned linkage_kinds(CXCursor cursor)
{
	return clang_getCursorLinkage(cursor) == CXLinkage_Internal ? SEES_STATIC : 0;
}

/* The linker would reject a second definition of it. */
static bool defines_for_others(CXCursor cursor)
{
	if (clang_getCursorLinkage(cursor) != CXLinkage_External)
		return false;
	if (clang_getCursorKind(cursor) == CXCursor_VarDecl)
		return clang_Cursor_getStorageClass(cursor) != CX_SC_Extern;
	return clang_isCursorDefinition(cursor) && !clang_Cursor_isFunctionInlined(cursor);
}

static enum CXChildVisitResult add_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct visible *visible = data;
	const char *name = take_text(visible->arena, clang_getCursorSpelling(cursor));
	unsigned library = is_library(clang_getCursorLocation(cursor)) ? SEES_LIBRARY : 0;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		add_name(visible, name, SEES_FUNCTION | linkage_kinds(cursor) | library);
		visible->defines |= defines_for_others(cursor);
		return CXChildVisit_Continue;
	case CXCursor_VarDecl:
		add_name(visible, name, SEES_VARIABLE | linkage_kinds(cursor) | library);
		visible->defines |= defines_for_others(cursor);
		return CXChildVisit_Recurse; /* the type may be defined in this declaration */
	case CXCursor_TypedefDecl:
		add_name(visible, name, type_kinds(clang_getCursorType(cursor)) | library);
		return CXChildVisit_Recurse;
	case CXCursor_StructDecl:
		add_tag(visible, cursor, "struct", name, library);
		return CXChildVisit_Recurse;
	case CXCursor_UnionDecl:
		add_tag(visible, cursor, "union", name, library);
		return CXChildVisit_Recurse;
	case CXCursor_EnumDecl:
		add_tag(visible, cursor, "enum", name, library);
		return CXChildVisit_Recurse;
	case CXCursor_EnumConstantDecl:
		add_name(visible, name, SEES_NUMBER | library);
		return CXChildVisit_Continue;
	case CXCursor_FieldDecl:
		return CXChildVisit_Recurse; /* C has no scopes in structs: a type defined inside is seen
		                                outside */
	case CXCursor_MacroDefinition:
		add_name(visible, name, SEES_MACRO | (library ? 0 : (unsigned)SEES_OWN_MACRO));
		return CXChildVisit_Continue;
	default:
		return CXChildVisit_Continue;
	}
}

/* The line of the text that has an error, or that included the file with the error. */
struct origin {
	CXFile file;             /* the file with the error; NULL: the text itself */
	uint32_t line;
};

static void find_origin(CXFile included, CXSourceLocation *stack, unsigned n, CXClientData data)
{
	struct origin *origin = data;
	if (n && clang_File_isEqual(included, origin->file))
		origin->line = spot_of(stack[n - 1]).line;
}

static void add_errors(struct visible *visible, CXTranslationUnit tu)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);
		struct origin origin = { .file = spot_of(location).file };
		if (clang_Location_isFromMainFile(location))
			origin.line = spot_of(location).line;
		else if (origin.file)
			clang_getInclusions(tu, find_origin, &origin);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
			vec_push(&visible->errors, origin.line);
		clang_disposeDiagnostic(diagnostic);
	}
}

static const char *folder_of(struct arena *arena, const char *path)
{
	const char *full = path_absolute(arena, NULL, path), *slash = strrchr(full, '/');
	return slash ? arena_strndup(arena, full, (size_t)(slash - full)) : ".";
}

static enum CXErrorCode parse(struct visible *visible, CXIndex index, const struct source *source, const char *text,
                              CXTranslationUnit *tu)
{
	text_vec args = { 0 };
	struct arena *arena = visible->arena;
	const char *name = arena_printf(arena, "%s/skep-visible.c", folder_of(arena, source->path));
	struct CXUnsavedFile file = { .Filename = name, .Contents = text, .Length = strlen(text) };
	if (source->directory)
		vec_push(&args, arena_printf(arena, "-working-directory=%s", source->directory));
	parse_add_flags(&args, source);
	vec_push(&args, "-ferror-limit=0");
	vec_push(&args, "-xc");
	enum CXErrorCode code = clang_parseTranslationUnit2(index, name, args.at, (int)args.n, &file, 1,
	                                                    CXTranslationUnit_DetailedPreprocessingRecord, tu);
	vec_release(&args);
	return code;
}

/* Adds macros of the command line, which have no place. */
static void add_flag_macros(struct visible *visible, const struct source *source)
{
	for (size_t i = 0; i < source->n_flags; i++) {
		const char *flag = source->flags[i];
		if (!str_starts(flag, "-D"))
			continue;
		flag = flag[2] ? flag + 2 : i + 1 < source->n_flags ? source->flags[i + 1] : "";
		add_name(visible, arena_strndup(visible->arena, flag, strcspn(flag, "=(")),
		         SEES_MACRO | SEES_OWN_MACRO);
	}
}

struct visible *visible_read(const struct source *source, const char *text)
{
	struct visible *visible = xcalloc(1, sizeof *visible);
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = NULL;
	visible->arena = arena_new();
	if (parse(visible, index, source, text, &tu) == CXError_Success) {
		clang_visitChildren(clang_getTranslationUnitCursor(tu), add_cursor, visible);
		add_errors(visible, tu);
		add_flag_macros(visible, source);
	} else {
		vec_push(&visible->errors, 0);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return visible;
}

void visible_free(struct visible *visible)
{
	if (!visible)
		return;
	strmap_release(&visible->names);
	vec_release(&visible->in_order);
	vec_release(&visible->errors);
	arena_free(visible->arena);
	free(visible);
}

unsigned visible_as(const struct visible *visible, const char *name)
{
	const uint64_t *kinds = strmap_get(&visible->names, name);
	return kinds ? (unsigned)*kinds : 0;
}

bool visible_fails_before(const struct visible *visible, uint32_t n)
{
	for (size_t i = 0; i < visible->errors.n; i++)
		if (visible->errors.at[i] <= n)
			return true;
	return false;
}

bool visible_fails_at(const struct visible *visible, uint32_t line)
{
	for (size_t i = 0; i < visible->errors.n; i++)
		if (visible->errors.at[i] == line)
			return true;
	return false;
}

/* ---- texts of one unit ---- */

struct visible_cache {
	struct map by_hash;             /* hash of source and text -> index */
	VEC(struct visible *) at;
};

struct visible_cache *visible_cache_new(void)
{
	return xcalloc(1, sizeof(struct visible_cache));
}

void visible_cache_free(struct visible_cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < cache->at.n; i++)
		visible_free(cache->at.at[i]);
	vec_release(&cache->at);
	map_release(&cache->by_hash);
	free(cache);
}

const struct visible *visible_in_unit(const struct unit *unit, uint32_t source, const char *text)
{
	struct visible_cache *cache = unit->seen;
	const struct source *own = source < unit->sources.n ? unit->sources.at[source].source : unit->contracts.source;
	bool added;
	uint64_t *index = map_put(&cache->by_hash, hash_text(text, source), &added);
	if (added) {
		*index = cache->at.n;
		vec_push(&cache->at, visible_read(own, text));
	}
	return cache->at.at[*index];
}

/* ---- names that compilers know ---- */

/* gcc computes calls of these at compile time, too, and clang, which is asked, does not: of huge orders of a Bessel
 * function that takes minutes. */
static const char *const known_to_gcc[] = {
	"drem",         "dremf",   "dreml",    "exp10",    "exp10f",  "exp10l",   "gamma",       "gammaf",
	"gammal",       "gamma_r", "gammaf_r", "gammal_r", "j0",      "j0f",      "j0l",         "j1",
	"j1f",          "j1l",     "jn",       "jnf",      "jnl",     "lgamma_r", "lgammaf_r",   "lgammal_r",
	"pow10",        "pow10f",  "pow10l",   "scalb",    "scalbf",  "scalbl",   "significand", "significandf",
	"significandl", "sincos",  "sincosf",  "sincosl",  "toascii", "y0",       "y0f",         "y0l",
	"y1",           "y1f",     "y1l",      "yn",       "ynf",     "ynl",
};

static bool gcc_knows(const char *name)
{
	for (size_t i = 0; i < sizeof known_to_gcc / sizeof *known_to_gcc; i++)
		if (str_equal(known_to_gcc[i], name))
			return true;
	return false;
}

bool *known_to_compilers(const struct unit *unit)
{
	const struct model *model = unit->model;
	bool *known = xcalloc(model->functions.n + 1, sizeof *known);
	struct sb text = { 0 };
	for (size_t i = 0; i < model->functions.n; i++) {
		const char *name = model->functions.at[i].name;
		sb_addf(&text, "#if __has_builtin(%s) || __has_builtin(__builtin_%s)\n#define skep_known_%s\n#endif\n",
		        name, name, name);
	}
	const struct visible *visible = visible_in_unit(unit, 0, sb_text(&text));
	for (size_t i = 0; i < model->functions.n; i++) {
		char *macro = xprintf("skep_known_%s", model->functions.at[i].name);
		known[i] = !model->functions.at[i].sets && !model->functions.at[i].is_main &&
		           (visible_as(visible, macro) || gcc_knows(model->functions.at[i].name));
		free(macro);
	}
	sb_release(&text);
	return known;
}
