/* prologue: the directives of a source up to its last #include, without those that the preprocessor
 * skipped.
 *
 * A test file that begins with them sees what the source sees: the same headers in the same order,
 * after the same feature macros. Skipped directives are left out, so no #if is needed. Declarations
 * between the directives, which a later header may need, are left out, too; the reader finds out
 * whether that matters (visible.h). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

/* The source's text while it is read. */
struct reader {
	const char *text;
	size_t size, at;
	CXSourceRangeList *skipped;
};

static bool is_skipped(const struct reader *r, size_t offset)
{
	for (unsigned i = 0; r->skipped && i < r->skipped->count; i++) {
		struct spot start = spot_of(clang_getRangeStart(r->skipped->ranges[i]));
		struct spot end = spot_of(clang_getRangeEnd(r->skipped->ranges[i]));
		if (offset > start.offset && offset < end.offset)
			return true;
	}
	return false;
}

static bool sees(const struct reader *r, const char *what)
{
	size_t n = strlen(what);
	return r->at + n <= r->size && strncmp(r->text + r->at, what, n) == 0;
}

/* Reads a string or character constant up to its end or the end of the line. */
static void read_quoted(struct reader *r, struct sb *line)
{
	char quote = r->text[r->at];
	do {
		if (r->text[r->at] == '\\' && r->at + 1 < r->size)
			sb_add_char(line, r->text[r->at++]);
		sb_add_char(line, r->text[r->at++]);
	} while (r->at < r->size && r->text[r->at] != quote && r->text[r->at] != '\n');
	if (r->at < r->size && r->text[r->at] == quote)
		sb_add_char(line, r->text[r->at++]);
}

static void skip_comment(struct reader *r)
{
	const char *end = sees(r, "//") ? "\n" : "*/";
	r->at += 2;
	while (r->at < r->size && !sees(r, end))
		r->at++;
	r->at += end[0] == '*' && r->at < r->size ? 2 : 0;
}

/* Reads the next line, without comments and with continued lines joined; *start is where it begins.
 * False: there is none. */
static bool read_line(struct reader *r, struct sb *line, size_t *start)
{
	sb_clear(line);
	*start = r->at;
	if (r->at >= r->size)
		return false;
	while (r->at < r->size && r->text[r->at] != '\n') {
		char c = r->text[r->at];
		if (sees(r, "/*") || sees(r, "//")) {
			skip_comment(r);
			sb_add_char(line, ' ');
		} else if (sees(r, "\\\n")) {
			r->at += 2;
		} else if (sees(r, "\\\r\n")) {
			r->at += 3;
		} else if (c == '"' || c == '\'') {
			read_quoted(r, line);
		} else {
			sb_add_char(line, c == '\r' ? ' ' : c);
			r->at++;
		}
	}
	r->at++;
	while (line->n && isspace((unsigned char)line->text[line->n - 1]))
		line->text[--line->n] = 0;
	return true;
}

/* The word after the #; NULL if the line is no directive. */
static const char *directive_word(const char *line)
{
	line += strspn(line, " \t\f\v");
	if (*line != '#')
		return NULL;
	line++;
	return line + strspn(line, " \t");
}

static bool is_word(const char *text, const char *word)
{
	return str_starts(text, word) && !is_name_char(text[strlen(word)]);
}

/* Adds "#define X 1" for "  #  define X 1". */
static void add_directive(const char *word, struct sb *out)
{
	sb_addf(out, "#%s\n", word);
}

static void read_prologue(struct reader *r, struct arena *arena, struct prologue *prologue)
{
	struct sb line = { 0 }, all = { 0 };
	size_t start, leading = 0, last = 0;
	bool in_code = false;
	while (read_line(r, &line, &start)) {
		const char *word = directive_word(sb_text(&line));
		if (!line.n || is_skipped(r, start))
			continue;
		in_code |= !word;
		if (word && (is_word(word, "define") || is_word(word, "undef"))) {
			add_directive(word, &all);
		} else if (word && (is_word(word, "include") || is_word(word, "include_next"))) {
			add_directive(word, &all);
			last = all.n;
			leading = in_code ? leading : last;
		}
	}
	prologue->all = arena_strndup(arena, sb_text(&all), last);
	prologue->leading = arena_strndup(arena, sb_text(&all), leading);
	sb_release(&line);
	sb_release(&all);
}

void prologue_read(struct modeller *m)
{
	CXTranslationUnit tu = m->parsed->original;
	CXFile file = spot_of(clang_getCursorLocation(clang_getTranslationUnitCursor(tu))).file;
	CXString name = clang_getTranslationUnitSpelling(tu);
	if (!file)
		file = clang_getFile(tu, clang_getCString(name));
	clang_disposeString(name);
	struct prologue prologue = { .leading = "", .all = "" };
	struct reader reader = { 0 };
	reader.text = file ? clang_getFileContents(tu, file, &reader.size) : NULL;
	if (reader.text) {
		reader.skipped = clang_getSkippedRanges(tu, file);
		read_prologue(&reader, m->model->arena, &prologue);
		clang_disposeSourceRangeList(reader.skipped);
	}
	vec_push(&m->model->prologues, prologue);
}
