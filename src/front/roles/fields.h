/* fields: what the unit's code does with the fields of structs, and what they are for.
 *
 * fields_read.c looks at bodies and notes facts; fields.c concludes, when all bodies were
 * seen and the roles of parameters are known. */
#ifndef SKEP_FRONT_FIELDS_H
#define SKEP_FRONT_FIELDS_H

#include "front/api/modeller.h"

/* A field, and by what expression its struct was named: two of the same base belong together. */
struct field_at {
	type_id record;      /* 0: no field */
	uint32_t field;
	const char *base;
};

/* Evidence about a field, from all of the code. */
struct field_sight {
	struct field_at at;
	bool followed;       /* *x->p, x->p[i], x->p->y */
	bool tested;         /* compared with null, or a condition */
	bool is_string;      /* passed to strlen() and the like */
	bool in_unit;        /* read in a source that is tested */
	bool as_several;     /* a void * that is taken for several things there */
	type_id as_struct;   /* a void * that is taken for a pointer to this struct alone there, or 0 */
};

/* Two fields of one struct that were seen together. */
struct field_pair {
	enum { PAIR_LENGTH, PAIR_LENGTH_END, PAIR_BYTES, PAIR_LIMIT, PAIR_POINTERS } kind;
	type_id record;
	uint32_t first;      /* the buffer; the number that is limited; the pointer that goes */
	uint32_t second;     /* its length; the limit; the pointer that stays */
};

/* A field is argument `arg` of a call. */
struct field_pass {
	struct field_at at;
	unsigned call, arg;
	const char *callee;
};

/* With `value` in field `tag`, code looks at a member of a union of the same struct. */
struct field_case {
	struct field_at tag;
	uint32_t union_field, member;
	int64_t value;
};

struct fields {
	VEC(struct field_sight) sights; /* one per field */
	struct map index;               /* record and field -> sight */
	VEC(struct field_pair) pairs;
	VEC(struct field_pass) passes;
	VEC(struct field_case) cases;
};

#endif
