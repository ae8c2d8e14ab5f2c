/* comments: a promise that the comment above a function, or above its declaration, asks of callers.
 *
 * Only one is read: a buffer needs room for more than the length that is passed beside it, mostly for a zero behind the
 * end. A sentence of the comment asks for that if it speaks both of room and of one element more. */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

#define END_OF_SENTENCE ".;!@\\"

static bool names_one_of(const char *sentence, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(sentence, words[i]))
			return true;
	return false;
}

/* The sentence is in small letters, with one blank between words. */
static bool asks_for_more(const char *sentence)
{
	static const char *const room[] = { "room",     "space",  "spare", "large",    "long",
		                            "at least", "exceed", "alloc", "capacity", "size" };
	static const char *const more[] = {
		"one byte", "one more",      "one extra",  "one spare",     "one additional",
		"an extra", "an additional", "spare byte", "spare element", "plus one",
		"plus 1",   "+ 1",           "+1",         "byte more",     "element more"
	};
	return names_one_of(sentence, room, sizeof room / sizeof *room) &&
	       names_one_of(sentence, more, sizeof more / sizeof *more);
}

/* Asterisks at the beginning of lines, and line ends, are blanks. */
static bool is_blank(char c)
{
	return isspace((unsigned char)c) || c == '*' || c == '/';
}

bool comment_asks_for_room(CXCursor function)
{
	CXString raw = clang_Cursor_getRawCommentText(function);
	const char *text = clang_getCString(raw);
	struct sb sentence = { 0 };
	bool asks = false, blank = true;
	for (; text && *text && !asks; text++) {
		bool ends = strchr(END_OF_SENTENCE, *text) != NULL;
		asks = ends && asks_for_more(sb_text(&sentence));
		if (ends)
			sb_clear(&sentence);
		else if (!is_blank(*text) || !blank)
			sb_add_char(&sentence, is_blank(*text) ? ' ' : (char)tolower((unsigned char)*text));
		blank = is_blank(*text);
	}
	asks = asks || asks_for_more(sb_text(&sentence));
	sb_release(&sentence);
	clang_disposeString(raw);
	return asks;
}
