/* law_pairs: finds the functions that laws are about, by their names and types. */
#ifndef SKEP_JUDGE_LAW_PAIRS_H
#define SKEP_JUDGE_LAW_PAIRS_H

#include "judge/laws/laws.h"

/* The part that a function has in a law; for laws about two functions, with the function that it is
 * checked by. */
struct law_use {
	enum law law;
	uint32_t function;
	uint32_t equal;          /* LAW_HASH, LAW_COPY, LAW_PARSE, LAW_AGREE: the equality of the type; LAW_SHARE:
	                            the equality, or NONE */
	uint32_t partner;        /* LAW_HASH: the hash, `function` is the equality; LAW_PARSE: the parser;
	                            LAW_AGREE: the equality or the comparison, `function` is the other */
};

typedef VEC(struct law_use) law_uses;

void law_uses_find(const struct model *model, uint32_t off, law_uses *uses);
/* Tests may call the function, and it takes a fixed number of arguments. */
bool law_is_usable(const struct function *function);
/* The struct that parameter a points to, if the function does not end it; else NONE. */
type_id law_object_of(const struct model *model, const struct function *function, uint32_t a);
/* The result is an integer of at most 8 bytes. */
bool gives_number(const struct model *model, const struct function *function);
/* The type is a pointer to const. */
bool is_const_pointer(const struct model *model, type_id id);

#endif
