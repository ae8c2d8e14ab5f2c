/* places: see places.h.
 *
 * A location has up to three spots: its place in the user's file (of a macro's argument, the
 * argument; of a macro's body, the use), its use (the outermost macro's name), and its spelling (in
 * the #define). */
#include "front/read/places.h"

#include "base/str.h"
#include "front/read/paths.h"
#include "front/read/scan.h"

struct spot {
	CXFile file;
	unsigned line, column, offset;
};

void places_init(struct places *places, struct marks *marks, const struct source *source, CXTranslationUnit tu)
{
	*places = (struct places){ .marks = marks, .source = source, .tu = tu, .scratch = arena_new() };
}

void places_release(struct places *places)
{
	arena_free(places->scratch);
	*places = (struct places){ 0 };
}

static struct spot file_spot(CXSourceLocation at)
{
	struct spot spot;
	clang_getFileLocation(at, &spot.file, &spot.line, &spot.column, &spot.offset);
	return spot;
}

static struct spot spelling_spot(CXSourceLocation at)
{
	struct spot spot;
	clang_getSpellingLocation(at, &spot.file, &spot.line, &spot.column, &spot.offset);
	return spot;
}

static struct spot expansion_spot(CXSourceLocation at)
{
	struct spot spot;
	clang_getExpansionLocation(at, &spot.file, &spot.line, &spot.column, &spot.offset);
	return spot;
}

static bool same_spot(const struct spot *a, const struct spot *b)
{
	return a->offset == b->offset && clang_File_isEqual(a->file, b->file);
}

static uint32_t file_number(struct places *places, CXFile file)
{
	if (file && file == places->last_file)
		return places->last_number;
	CXString name = clang_getFileName(file);
	const char *text = clang_getCString(name);
	const char *directory = places->source->directory;
	const char *shown = text ? path_shown(places->scratch, directory, text) : places->source->path;
	places->last_file = file;
	places->last_number = marks_file(places->marks, shown);
	clang_disposeString(name);
	arena_clear(places->scratch);
	return places->last_number;
}

/* The place of a range in the user's source. */
struct stretch {
	struct spot start, end, spelling;
	bool in_macro;   /* the range comes from the macro that is used at `start` */
	bool verbatim;   /* the user's text from start to end spells the range */
};

static struct spot spot_at(struct places *places, CXFile file, size_t offset)
{
	return file_spot(clang_getLocationForOffset(places->tu, file, (unsigned)offset));
}

/* The end of a range inside an argument, where another macro may be used at that end. */
static size_t argument_end(const char *text, size_t length, const struct stretch *stretch,
                           const struct spot *end_spelling)
{
	size_t end = stretch->end.offset;
	int depth = 0;
	if (!same_spot(&stretch->end, end_spelling))
		return scan_invocation(text, length, end);
	for (size_t i = stretch->start.offset; i < end; i++)
		depth += (text[i] == '(') - (text[i] == ')');
	for (; depth > 0 && end < length; end++)
		depth += (text[end] == '(') - (text[end] == ')');
	return end;
}

/* For a range that starts in a macro's argument. If it ends in the argument, too, it stands there;
 * otherwise the macro composed it. */
static void settle_argument(struct places *places, CXSourceRange range, struct stretch *stretch)
{
	struct spot start_use = expansion_spot(clang_getRangeStart(range));
	struct spot end_use = expansion_spot(clang_getRangeEnd(range));
	struct spot end_spelling = spelling_spot(clang_getRangeEnd(range));
	size_t length;
	const char *text = clang_getFileContents(places->tu, stretch->start.file, &length);
	size_t end = argument_end(text, length, stretch, &end_spelling);
	stretch->verbatim = same_spot(&start_use, &end_use) && !same_spot(&end_use, &stretch->end) &&
	                    stretch->end.offset > stretch->start.offset &&
	                    !scan_has_comma(text, stretch->start.offset, end);
	if (stretch->verbatim)
		stretch->end = spot_at(places, stretch->start.file, end);
	else
		stretch->start = start_use;
}

static struct stretch stretch_of(struct places *places, CXSourceRange range)
{
	CXSourceLocation first = clang_getRangeStart(range), last = clang_getRangeEnd(range);
	struct stretch stretch = { file_spot(first), file_spot(last), spelling_spot(first), false, true };
	struct spot start_use = expansion_spot(first), end_use = expansion_spot(last);
	size_t length = 0;
	const char *text = stretch.start.file ? clang_getFileContents(places->tu, stretch.start.file, &length) : NULL;
	if (!text || !clang_File_isEqual(stretch.start.file, stretch.end.file)) {
		stretch.verbatim = false;
		stretch.end = stretch.start;
	} else if (!same_spot(&start_use, &stretch.start)) {
		settle_argument(places, range, &stretch);
	} else if (!same_spot(&stretch.spelling, &stretch.start) && stretch.spelling.file &&
	           stretch.end.offset <= scan_invocation(text, length, stretch.start.offset)) {
		stretch.in_macro = true;
		stretch.verbatim = false;
	} else if (!same_spot(&end_use, &stretch.end)) {
		size_t end = scan_invocation(text, length, end_use.offset);
		stretch.end = spot_at(places, stretch.start.file, end);
	}
	if (stretch.end.offset <= stretch.start.offset) {
		stretch.verbatim = false;
		stretch.end = stretch.start;
	}
	return stretch;
}

struct place place_exact(struct places *places, CXSourceRange range)
{
	struct stretch at = stretch_of(places, range);
	struct place place = { .line = at.start.line,
		               .column = at.start.column,
		               .end_line = at.end.line,
		               .end_column = at.end.column,
		               .macro_file = NONE };
	if (at.in_macro) {
		place.macro_file = file_number(places, at.spelling.file);
		place.macro_line = at.spelling.line;
		place.macro_column = at.spelling.column;
	}
	place.file = file_number(places, at.start.file);
	return place;
}

struct place place_by_marker(struct places *places, CXSourceRange range)
{
	CXString name, end_name;
	unsigned line, column, end_line, end_column;
	clang_getPresumedLocation(clang_getRangeStart(range), &name, &line, &column);
	clang_getPresumedLocation(clang_getRangeEnd(range), &end_name, &end_line, &end_column);
	const char *directory = places->source->directory;
	const char *shown = path_shown(places->scratch, directory, clang_getCString(name));
	struct place place = { .line = line,
		               .column = column,
		               .end_line = end_line,
		               .end_column = end_column,
		               .macro_file = NONE,
		               .file = marks_file(places->marks, shown) };
	clang_disposeString(name);
	clang_disposeString(end_name);
	arena_clear(places->scratch);
	return place;
}

const char *place_text(struct places *places, CXSourceRange range, size_t *length)
{
	struct stretch at = stretch_of(places, range);
	size_t size;
	if (!at.verbatim)
		return NULL;
	const char *text = clang_getFileContents(places->tu, at.start.file, &size);
	if (!text || at.end.offset > size)
		return NULL;
	*length = at.end.offset - at.start.offset;
	return text + at.start.offset;
}
