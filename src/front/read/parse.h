/* parse: one source, preprocessed and parsed twice. Private to front/.
 *
 * The original parse knows exact places, macros and includes; the preprocessed parse has a text
 * that can be edited. Both have the same functions with the same syntax trees, in the same order. */
#ifndef SKEP_FRONT_PARSE_H
#define SKEP_FRONT_PARSE_H

#include <clang-c/Index.h>

#include "base/status.h"
#include "front/project/flags.h"
#include "front/front.h"

struct parsed {
	const struct source *source;
	uint32_t index;                 /* the source's number in the unit */
	CXTranslationUnit original;
	CXTranslationUnit preprocessed;
	char *text;                     /* preprocessed text */
	size_t length;
};

MUST_USE status parse_source(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed);
/* Parses a source whose text stays as it is; `preprocessed` is NULL. */
MUST_USE status parse_unmarked(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed);
/* The original parse, without messages; NULL if the source does not compile. */
CXTranslationUnit parse_quietly(CXIndex index, const struct source *source);
void parsed_release(struct parsed *parsed);
/* Appends the flags that every use of a source needs. */
void parse_add_flags(text_vec *args, const struct source *source);

/* Compiles without output, or only preprocesses, and shows no messages; *ok: the compiler found no error. */
MUST_USE status compiles_quietly(const struct source *source, bool *ok);
MUST_USE status preprocess_quietly(const struct source *source, struct sb *text, bool *ok);

/* marker.c: adds the marks of one source, and gives its marked text. A function in a header keeps
 * the marks that an earlier source gave it. */
MUST_USE status mark_source(struct marks *marks, const struct parsed *parsed, struct marked_source *out);

/* headers_apart.c: decides which functions do not count as the unit's own. Call it after the last
 * source. */
void headers_apart(struct marks *marks, const struct source_list *sources);

/* modeller.c: adds the declarations and definitions of one source to the model. */
struct modeller;
struct modeller *modeller_new(struct model *model);
void modeller_free(struct modeller *modeller);
/* Makes variables of the unit inputs of tests. Call it before the first source. */
void variables_want(struct modeller *modeller);
MUST_USE status modeller_add_source(struct modeller *modeller, const struct parsed *parsed);
/* contracts.c: adds the file of contracts. Call it after the last source. */
MUST_USE status modeller_add_contracts(struct modeller *modeller, const struct parsed *parsed);
/* Finds callability, and roles from types, names and code. Call it after everything is added. */
MUST_USE status modeller_finish(struct modeller *modeller);

#endif
