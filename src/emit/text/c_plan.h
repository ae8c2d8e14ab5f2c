/* c_plan: how each step of a sequence appears in C. Private to emit/. */
#ifndef SKEP_EMIT_C_PLAN_H
#define SKEP_EMIT_C_PLAN_H

#include "emit/text/c_parts.h"

enum c_form {
	FORM_NOTHING,    /* left out: it has no effect */
	FORM_INLINE,     /* an expression where it is used */
	FORM_STATEMENT,  /* a call whose result is not used; a behaviour for a stand-in */
	FORM_VARIABLE,   /* a variable of the step's type */
	FORM_LITERAL,    /* const char *name = "..." */
	FORM_ARRAY,      /* a block as an array: its name is the pointer */
	FORM_OBJECT,     /* a block of one element as a variable: &name is the pointer */
	FORM_POINTED     /* a block and a pointer variable that leads to it, whose address is used */
};

struct c_plan {
	enum c_form *form;       /* per step */
	uint32_t *uses;          /* per variable: how often the text mentions it */
	bool *addressed;         /* per variable: its address is used */
	type_id *seen_as;        /* per variable: the type that its first use wants; 0: no use */
	bool *checked;           /* per variable: an expectation mentions it */
	type_id *element;        /* per block: type of its elements in the text; may be void */
	bool *only_read;         /* per variable: all uses are as const char * or const void * */
	const char **names;      /* of variables, arrays, objects */
};

/* Plans each step. The plan lives in arena. */
struct c_plan c_plan_make(struct c_code *code, const struct seq *seq, const struct c_note *notes, struct arena *arena);

/* Returns the parameter to which the variable is passed first, or NULL. */
const struct param *c_first_param(const struct model *model, const struct seq *seq, uint32_t v);

#endif
