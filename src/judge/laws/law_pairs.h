/* law_pairs: which functions a law speaks of, from their names and types. */
#ifndef SKEP_JUDGE_LAW_PAIRS_H
#define SKEP_JUDGE_LAW_PAIRS_H

#include "judge/laws/laws.h"

/* The part that a function plays; for laws about two of them with the function that it
 * is checked by. */
struct law_use {
	enum law law;
	uint32_t function;
	uint32_t equal;          /* LAW_HASH, LAW_COPY, LAW_PARSE, LAW_AGREE: the equality of the type;
	                            LAW_SHARE: the same, or NONE */
	uint32_t partner;        /* LAW_HASH: the hash, `function` is the equality; LAW_PARSE: the parser;
	                            LAW_AGREE: the equality or the comparison, `function` is the other */
};

typedef VEC(struct law_use) law_uses;

void law_uses_find(const struct model *model, uint32_t off, law_uses *uses);
/* Tests may call it, and it takes a fixed number of arguments. */
bool law_is_usable(const struct function *function);
/* The struct that a parameter points to and does not end, or NONE. */
type_id law_object_of(const struct model *model, const struct function *function, uint32_t a);
/* The result is a number of at most 8 bytes, no float. */
bool gives_number(const struct model *model, const struct function *function);
/* The pointer leads to const. */
bool is_const_pointer(const struct model *model, type_id id);

#endif
