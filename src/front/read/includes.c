/* includes: the #include that brings a file in, and its spelling.
 *
 * A test that calls a function includes the header that declares it, spelled as the user spells it.
 * A name in quotes is looked up beside the file that includes it, so a directive in a header of
 * another folder means nothing to a test; then the directive that included that header is repeated
 * instead. */
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

const char *take_text(struct arena *arena, CXString string)
{
	const char *text = clang_getCString(string);
	const char *copy = arena_strdup(arena, text ? text : "");
	clang_disposeString(string);
	return copy;
}

struct spot spot_of(CXSourceLocation location)
{
	struct spot spot = { 0 };
	clang_getFileLocation(location, &spot.file, &spot.line, &spot.column, &spot.offset);
	return spot;
}

bool is_users_own(CXSourceLocation location)
{
	return spot_of(location).file && !clang_Location_isInSystemHeader(location);
}

/* The file name with its quotes or brackets, from the directive's text. */
static const char *as_written(struct modeller *m, CXCursor cursor)
{
	struct arena *arena = m->model->arena;
	CXSourceRange range = clang_getCursorExtent(cursor);
	struct spot start = spot_of(clang_getRangeStart(range));
	size_t size = 0;
	const char *text = clang_getFileContents(m->parsed->original, start.file, &size);
	size_t end = start.offset;
	while (text && end < size && text[end] != '\n')
		end++;
	for (size_t i = start.offset; i < end; i++) {
		char close = text[i] == '"' ? '"' : text[i] == '<' ? '>' : 0;
		const char *stop = close ? memchr(text + i + 1, close, end - i - 1) : NULL;
		if (stop)
			return arena_strndup(arena, text + i, (size_t)(stop - text) - i + 1);
	}
	return arena_printf(arena, "\"%s\"", take_text(arena, clang_getCursorSpelling(cursor)));
}

static enum CXChildVisitResult add_directive(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct modeller *m = data;
	CXSourceLocation location = clang_getCursorLocation(cursor);
	if (clang_getCursorKind(cursor) != CXCursor_InclusionDirective || !is_users_own(location))
		return CXChildVisit_Continue;
	struct directive d = { .included = clang_getIncludedFile(cursor), .includer = spot_of(location).file };
	if (!d.included)
		return CXChildVisit_Continue;
	d.from_main = clang_Location_isFromMainFile(location);
	d.written = as_written(m, cursor);
	vec_push(&m->directives, d);
	hidden_note_include(m, d.includer, d.included);
	if (d.from_main && !m->parsed->source->is_context)
		hidden_note_unit(m, d.includer);
	return CXChildVisit_Continue;
}

void includes_read(struct modeller *m)
{
	vec_clear(&m->directives);
	clang_visitChildren(clang_getTranslationUnitCursor(m->parsed->original), add_directive, m);
}

static bool same_folder(CXFile a, CXFile b)
{
	CXString name_a = clang_File_tryGetRealPathName(a), name_b = clang_File_tryGetRealPathName(b);
	const char *text_a = clang_getCString(name_a), *text_b = clang_getCString(name_b);
	bool same = false;
	if (text_a && text_b) {
		size_t n_a = (size_t)(path_base(text_a) - text_a), n_b = (size_t)(path_base(text_b) - text_b);
		same = n_a == n_b && memcmp(text_a, text_b, n_a) == 0;
	}
	clang_disposeString(name_a);
	clang_disposeString(name_b);
	return same;
}

static const struct directive *directive_for(const struct modeller *m, CXFile file)
{
	for (size_t i = 0; i < m->directives.n; i++)
		if (clang_File_isEqual(m->directives.at[i].included, file))
			return &m->directives.at[i];
	return NULL;
}

static CXFile source_file(CXTranslationUnit unit)
{
	CXString name = clang_getTranslationUnitSpelling(unit);
	CXFile file = clang_getFile(unit, clang_getCString(name));
	clang_disposeString(name);
	return file;
}

const char *include_for(const struct modeller *m, CXFile file)
{
	CXFile source = source_file(m->parsed->original);
	const struct directive *d = directive_for(m, file);
	const char *best = NULL;
	for (size_t steps = 0; d && steps <= m->directives.n; steps++) {
		best = d->written;
		bool found_from_source = d->from_main || d->written[0] == '<' ||
		                         (source && same_folder(d->includer, source));
		if (found_from_source)
			return best;
		d = directive_for(m, d->includer);
	}
	return best;
}
