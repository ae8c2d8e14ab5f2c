/* text_parse: shared by the files that read the text form. Private to seq/. */
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

/* A variable to be stored into bytes that are being read. */
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

/* An error with "file:line: " before it. */
PRINTF_LIKE(2, 3)
MUST_USE status parse_error(const struct parser *parser, const char *format, ...);

/* Adds a step; fails when the sequence is full. */
MUST_USE status parse_add(struct parser *parser, const struct step *step, uint32_t *index);
/* Adds a step with the bytes and fills of `value`. */
MUST_USE status parse_add_value(struct parser *parser, struct step *step, struct read_value *value, uint32_t *index);

/* Goes past NAME or &NAME. */
MUST_USE status parse_reference(struct parser *parser, uint32_t *variable, bool *address);
/* The current token starts a reference to a variable. */
bool parse_at_reference(const struct parser *parser);

MUST_USE status parse_type(struct parser *parser, type_id *type);
/* Reads a number, character, constant, enumerator or null of a scalar type. */
MUST_USE status parse_scalar(struct parser *parser, type_id type, void *bytes);
/* Reads a value of any type to this offset: the text behind a type, or in braces. */
MUST_USE status parse_part(struct parser *parser, struct read_value *value, type_id type, uint32_t offset);
/* Reads raw "bytes" [with NAME at 8, ...]; the value gets the size of the bytes. */
MUST_USE status parse_raw(struct parser *parser, struct read_value *value);
/* Adds a step for a literal that is an argument for a parameter of this type. */
MUST_USE status parse_literal(struct parser *parser, type_id type, uint32_t *index);

#endif
