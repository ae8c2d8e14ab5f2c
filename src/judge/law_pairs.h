/* law_pairs: which functions a law speaks of, from their names and types. */
#ifndef SKEP_JUDGE_LAW_PAIRS_H
#define SKEP_JUDGE_LAW_PAIRS_H

#include "judge/laws.h"

/* What a function is taken for; for LAW_COPY, LAW_HASH and LAW_PARSE with the function
 * that it is checked by. */
struct law_use {
	enum law law;
	uint32_t function;
	uint32_t equal;          /* LAW_HASH, LAW_COPY, LAW_PARSE: the equality of the type */
	uint32_t partner;        /* LAW_HASH: the hash, `function` is the equality; LAW_PARSE: the parser */
};

typedef VEC(struct law_use) law_uses;

void law_uses_find(const struct model *model, uint32_t off, law_uses *uses);
/* The result is a number of at most 8 bytes, no float. */
bool gives_number(const struct model *model, const struct function *function);
/* What it points to is const. */
bool is_const_pointer(const struct model *model, type_id id);

#endif
