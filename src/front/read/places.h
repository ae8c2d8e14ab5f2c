/* places: ranges of a parse -> places in the user's source. Private to front/. */
#ifndef SKEP_FRONT_PLACES_H
#define SKEP_FRONT_PLACES_H

#include <clang-c/Index.h>

#include "front/front.h"
#include "model/marks.h"

struct places {
	struct marks *marks;          /* whose files are named */
	const struct source *source;
	CXTranslationUnit tu;
	struct arena *scratch;
	CXFile last_file;             /* the one asked for before, and its number */
	uint32_t last_number;
};

void places_init(struct places *places, struct marks *marks, const struct source *source, CXTranslationUnit tu);
void places_release(struct places *places);

/* Of the original parse: the user's line and column, also for what a macro
 * argument or body gave. */
struct place place_exact(struct places *places, CXSourceRange range);
/* Of the preprocessed parse, by its line markers: the column is approximate. */
struct place place_by_marker(struct places *places, CXSourceRange range);

/* The user's text of a range of the original parse, or NULL if it does not stand
 * there as it is (a macro gave it). Not terminated; borrowed. */
const char *place_text(struct places *places, CXSourceRange range, size_t *length);

#endif
