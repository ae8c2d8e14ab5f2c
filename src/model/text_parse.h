/* text_parse: shared by the files that read the text form. Private to model/.
 *
 *   text_parse.c    lines, lines about functions
 *   text_objects.c  lines about structs: makers and destroyers
 *   text_fields.c   lines about the fields of structs
 *   text_ending.c   what ends an array
 */
#ifndef SKEP_MODEL_TEXT_PARSE_H
#define SKEP_MODEL_TEXT_PARSE_H

#include "base/status.h"
#include "model/model.h"

struct text_reader {
	struct model *model;
	const char *file;
	unsigned line;
	struct arena *arena;   /* for this text only */
};

/* A mistake of the user, with its place. */
#define COMPLAIN(r, ...) fail(TROUBLE_INPUT, "%s:%u: %s", (r)->file, (r)->line, arena_printf((r)->arena, __VA_ARGS__))

/* `text` without spaces around it, whose end is cut in place. */
char *text_trimmed(char *text);
/* Cuts the text at the next separator outside of parentheses; *rest is NULL after the last piece. */
char *text_cut(char **rest, char separator);
/* The text behind the prefix; NULL: it has another beginning. */
const char *text_after(const char *text, const char *prefix);

MUST_USE status unknown_function(struct text_reader *r, const char *name);
MUST_USE status unknown_param(struct text_reader *r, const struct function *f, const char *name);
uint32_t text_find_param(const struct function *f, const char *name);

/* Applies one line about a struct. */
MUST_USE status read_object(struct text_reader *r, char *text);
/* The line is about the fields of a struct: "fields of struct ring: ..." */
bool is_fields_line(const char *text);
MUST_USE status read_fields(struct text_reader *r, char *text);
/* Reads what follows ARRAY_UNTIL, about an array behind a pointer of this type. */
MUST_USE status ending_read(struct text_reader *r, type_id pointer, const char *text, struct array_end *ending);

#endif
