/* fields: the uses of fields of structs in the unit's code, and the roles of fields.
 *
 * fields_read.c reads bodies and notes facts; fields.c concludes, when all bodies were read and the
 * roles of parameters are known. */
#ifndef SKEP_FRONT_FIELDS_H
#define SKEP_FRONT_FIELDS_H

#include "front/api/modeller.h"

/* A field with the expression of its struct: fields with equal bases belong to one object. */
struct field_at {
	type_id record;      /* 0: the expression names no field */
	uint32_t field;
	const char *base;
};

/* Evidence about a field, from all of the code. */
struct field_sight {
	struct field_at at;
	bool followed;       /* *x->p, x->p[i], x->p->y */
	bool tested;         /* compared with null, or used as a condition */
	bool is_string;      /* passed to strlen() and the like */
	bool in_unit;        /* read in a source that is tested */
	bool as_several;     /* a void * that is taken for several things there */
	type_id as_struct;   /* a void * that is taken for a pointer to this struct alone there, or 0 */
};

/* Two fields of one struct that code used together. */
struct field_pair {
	enum { PAIR_LENGTH, PAIR_LENGTH_END, PAIR_BYTES, PAIR_LIMIT, PAIR_POINTERS } kind;
	type_id record;
	uint32_t first;      /* the buffer; the number that is limited; the pointer that moves */
	uint32_t second;     /* its length; the limit; the pointer that stays */
};

/* A field that is argument `arg` of a call. */
struct field_pass {
	struct field_at at;
	unsigned call, arg;
	const char *callee;
};

/* If field `tag` has this value, code looks at a member of a union of the same struct. */
struct field_case {
	struct field_at tag;
	uint32_t union_field, member;
	int64_t value;
};

/* Code sets the field to a function. */
struct field_method {
	struct field_at at;
	const char *function; /* its key in modeller.functions */
};

/* The array behind a field ends so (arrays.c). */
struct field_ending {
	struct field_at at;
	struct array_end ending;
};

/* A parameter's value is put into a field. */
struct field_keeping {
	struct body *body;
	uint32_t param;
	struct field_at at;
};

struct fields {
	VEC(struct field_sight) sights; /* one for each field */
	struct map index;               /* record and field -> sight */
	VEC(struct field_pair) pairs;
	VEC(struct field_pass) passes;
	VEC(struct field_case) cases;
	VEC(struct field_method) methods;
	VEC(struct field_ending) endings;
	VEC(struct field_keeping) keepings;
};

/* The field that an expression names; record 0: it names none. */
struct field_at field_named(struct modeller *m, CXCursor expression);

#endif
