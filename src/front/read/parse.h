/* parse: one source, preprocessed and parsed twice. Private to front/.
 *
 * The original parse knows exact places, macros and includes; the preprocessed
 * one has a text that can be edited. Both have the same functions with the same
 * syntax trees, in the same order. */
#ifndef SKEP_FRONT_PARSE_H
#define SKEP_FRONT_PARSE_H

#include <clang-c/Index.h>

#include "base/status.h"
#include "front/project/flags.h"
#include "front/front.h"

struct parsed {
	const struct source *source;
	uint32_t index;                 /* of the source in the unit */
	CXTranslationUnit original;
	CXTranslationUnit preprocessed;
	char *text;                     /* preprocessed */
	size_t length;
};

MUST_USE status parse_source(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed);
/* Parses a source whose text stays as it is: there is no second parse, `preprocessed` is NULL. */
MUST_USE status parse_unmarked(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed);
/* The original parse alone, without a word if the source does not compile: then NULL. */
CXTranslationUnit parse_quietly(CXIndex index, const struct source *source);
void parsed_release(struct parsed *parsed);
/* Appends the flags that hold for every use of a source. */
void parse_add_flags(text_vec *args, const struct source *source);

/* Compiles for nothing, or only preprocesses; *ok tells whether the compiler was content, and nobody
 * else hears of it. */
MUST_USE status compiles_quietly(const struct source *source, bool *ok);
MUST_USE status preprocess_quietly(const struct source *source, struct sb *text, bool *ok);

/* marker.c: finds the marks of one source, adds them to marks, and gives the
 * marked text. A function in a header that an earlier source included too keeps
 * the marks it has. */
MUST_USE status mark_source(struct marks *marks, const struct parsed *parsed, struct marked_source *out);

/* headers_apart.c: after the last source: which functions do not count as the unit's own. */
void headers_apart(struct marks *marks, const struct source_list *sources);

/* modeller.c: adds what one source declares and defines to the model. */
struct modeller;
struct modeller *modeller_new(struct model *model);
void modeller_free(struct modeller *modeller);
/* Variables of the unit are inputs; before the first source. */
void variables_want(struct modeller *modeller);
MUST_USE status modeller_add_source(struct modeller *modeller, const struct parsed *parsed);
/* contracts.c: the same for the file of contracts, after the last source. */
MUST_USE status modeller_add_contracts(struct modeller *modeller, const struct parsed *parsed);
/* After the last source: callability, roles from types, names and code. */
MUST_USE status modeller_finish(struct modeller *modeller);

#endif
