/* places: ranges of a parse -> places in the user's source. Private to front/. */
#ifndef SKEP_FRONT_PLACES_H
#define SKEP_FRONT_PLACES_H

#include <clang-c/Index.h>

#include "front/front.h"
#include "model/marks.h"

struct places {
	struct marks *marks;          /* the files of these marks are named */
	const struct source *source;
	CXTranslationUnit tu;
	struct arena *scratch;
	CXFile last_file;             /* the file of the last question, and its number */
	uint32_t last_number;
};

void places_init(struct places *places, struct marks *marks, const struct source *source, CXTranslationUnit tu);
void places_release(struct places *places);

/* The user's line and column of a range of the original parse, also of text from a macro's argument
 * or body. */
struct place place_exact(struct places *places, CXSourceRange range);
/* The place of a range of the preprocessed parse, by line markers; the column is approximate. */
struct place place_by_marker(struct places *places, CXSourceRange range);

/* The user's text of a range of the original parse; NULL if a macro composed the text. It is
 * borrowed, and has no zero at its end. */
const char *place_text(struct places *places, CXSourceRange range, size_t *length);

#endif
