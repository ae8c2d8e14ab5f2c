/* mutant_sites: the places where a fault can be put, and its kind. Private to instr/.
 *
 * A site is a possible mutant. Finding, choosing, describing and applying are separate steps over
 * one list. */
#ifndef SKEP_INSTR_MUTANT_SITES_H
#define SKEP_INSTR_MUTANT_SITES_H

#include "base/vec.h"
#include "instr/module.h"
#include "model/marks.h"

enum fault {
	FAULT_COMPARISON,   /* < became <= */
	FAULT_OPERATOR,     /* + became - */
	FAULT_CONSTANT,     /* 1 became 2 */
	FAULT_NEGATED,      /* a truth value was inverted */
	FAULT_RESULT,       /* the function returns another value */
	FAULT_NO_STORE,     /* an assignment was left out */
	FAULT_NO_CALL,      /* a call was left out */
	FAULT_NO_COPY       /* a copy of memory was left out */
};

struct site {
	enum fault fault;
	LLVMValueRef instruction;
	unsigned operand;          /* FAULT_CONSTANT: the operand */
	unsigned instead;          /* the new predicate of FAULT_COMPARISON, or opcode of FAULT_OPERATOR */
	const char *before, *after; /* the operator in C, without and with the fault; NULL: none */
	uint32_t function;         /* mark */
	uint32_t line, column;
	uint64_t rank;             /* order of choice within the function */
	bool chosen;
};

struct site_list {
	VEC(struct site) at;
};

/* Finds every site in functions that have marks, in the order of the code. */
void sites_find(struct module *module, const struct unit *unit, struct site_list *sites);
/* Keeps at most `limit` sites, chosen from the functions in turn, in their old order. */
void sites_choose(struct site_list *sites, size_t n_functions, size_t limit);
/* The mark of a function of the module; NONE: it is not the unit's. */
uint32_t function_mark_of(const struct marks *marks, LLVMValueRef function);

/* mutant_apply.c: puts fault number i + 1 at site i. */
void sites_apply(struct module *module, const struct site_list *sites);
/* The value that a constant becomes: truth values and flags are inverted, other numbers grow by one. */
LLVMValueRef other_number(LLVMValueRef constant);
/* Makes every loop and call in the unit's functions use fuel. */
void fuel_place(struct module *module, const struct marks *marks);

/* mutant_text.c: describes a fault in the words of the source, in arena. */
struct source_lines; /* remembers the files it has read */
struct source_lines *source_lines_new(const struct marks *marks);
void source_lines_free(struct source_lines *lines);
const char *site_text(struct source_lines *lines, const struct site *site, struct arena *arena);

#endif
