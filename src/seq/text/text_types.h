/* text_types: how the text form writes types. Private to seq/.
 *
 * A type is written as it is spelled (struct ring *, size_t), in quotes if its spelling has more
 * than words and stars ("int (*)(int)"), and as @17, its number in the model, if several types have
 * this spelling. */
#ifndef SKEP_SEQ_TEXT_TYPES_H
#define SKEP_SEQ_TEXT_TYPES_H

#include "base/str.h"
#include "seq/seq.h"

/* The first type with this spelling (white space does not matter); NONE: there is none. */
type_id text_find_type(const struct model *model, const char *spelling, size_t length);
/* The first type that points to exactly this type; NONE: there is none. */
type_id text_find_pointer(const struct model *model, type_id target);
/* The types of files (FILE *) and of file names; NONE if the unit has no such type. */
type_id text_file_type(const struct model *model);
type_id text_path_type(const struct model *model);

void text_add_type(const struct model *model, type_id type, struct sb *out);

/* Appends bytes as a string literal with C escapes. */
void text_add_string(const void *bytes, size_t size, struct sb *out);

/* Appends the shortest decimal number that reads back as the same value. */
void text_add_real(const struct type *type, long double number, struct sb *out);

#endif
