/* text_parse: what the files that read the text form share. Private to seq/. */
#ifndef SKEP_SEQ_TEXT_PARSE_H
#define SKEP_SEQ_TEXT_PARSE_H

#include "base/map.h"
#include "base/status.h"
#include "base/vec.h"
#include "seq/seq.h"
#include "seq/text/text_lex.h"

struct parser {
	struct lexer lex;
	struct arena *arena;
	const struct model *model;
	struct seq_builder builder;
	struct strmap variables;   /* name -> step */
};

/* Bytes being read, with the variables to be stored into them. */
struct read_fill {
	uint32_t offset;
	uint32_t variable;
	bool address;
};

struct read_value {
	unsigned char *bytes;      /* in the parser's arena */
	uint32_t size;
	VEC(struct read_fill) fills;
};

/* "file:line: ..." */
PRINTF_LIKE(2, 3)
MUST_USE status parse_error(const struct parser *parser, const char *format, ...);

/* Adds a step; fails when the sequence is full. */
MUST_USE status parse_add(struct parser *parser, const struct step *step, uint32_t *index);
/* Adds a step with what `value` holds. */
MUST_USE status parse_add_value(struct parser *parser, struct step *step, struct read_value *value, uint32_t *index);

/* Steps over NAME or &NAME. */
MUST_USE status parse_reference(struct parser *parser, uint32_t *variable, bool *address);
/* The current token starts a reference to a variable. */
bool parse_at_reference(const struct parser *parser);

MUST_USE status parse_type(struct parser *parser, type_id *type);
/* A number, character, constant, enumerator or null of a scalar type. */
MUST_USE status parse_scalar(struct parser *parser, type_id type, void *bytes);
/* A value of any type, at an offset: what stands behind a type, or in braces. */
MUST_USE status parse_part(struct parser *parser, struct read_value *value, type_id type, uint32_t offset);
/* raw "bytes" [with NAME at 8, ...]; the value gets the bytes' size. */
MUST_USE status parse_raw(struct parser *parser, struct read_value *value);
/* The step that a literal argument for a parameter of this type becomes. */
MUST_USE status parse_literal(struct parser *parser, type_id type, uint32_t *index);

#endif
