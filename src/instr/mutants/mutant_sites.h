/* mutant_sites: the places where a fault can be put, and how. Private to instr/.
 *
 * One site is one possible mutant. Finding, choosing, describing and applying are
 * separate steps over the same list. */
#ifndef SKEP_INSTR_MUTANT_SITES_H
#define SKEP_INSTR_MUTANT_SITES_H

#include "base/vec.h"
#include "instr/module.h"
#include "model/marks.h"

enum fault {
	FAULT_COMPARISON,   /* < became <= */
	FAULT_OPERATOR,     /* + became - */
	FAULT_CONSTANT,     /* 1 became 2 */
	FAULT_NEGATED,      /* a truth value turned round */
	FAULT_RESULT,       /* the function returns something else */
	FAULT_NO_STORE,     /* an assignment left out */
	FAULT_NO_CALL,      /* a call left out */
	FAULT_NO_COPY       /* a copy of memory left out */
};

struct site {
	enum fault fault;
	LLVMValueRef instruction;
	unsigned operand;          /* FAULT_CONSTANT: which one */
	unsigned instead;          /* FAULT_COMPARISON: the predicate; FAULT_OPERATOR: the opcode */
	const char *before, *after; /* the operator as C spells it; NULL: none */
	uint32_t function;         /* mark */
	uint32_t line, column;
	uint64_t rank;             /* within its function, for choosing */
	bool chosen;
};

struct site_list {
	VEC(struct site) at;
};

/* Every site in the functions that have marks, in the order of the code. */
void sites_find(struct module *module, const struct unit *unit, struct site_list *sites);
/* Keeps at most `limit`, the functions in turn, in the order they had. */
void sites_choose(struct site_list *sites, size_t n_functions, size_t limit);
/* The mark of a function of the module, or NONE: it is not the unit's. */
uint32_t function_mark_of(const struct marks *marks, LLVMValueRef function);

/* mutant_apply.c: puts fault number i + 1 at site i. */
void sites_apply(struct module *module, const struct site_list *sites);
/* The value that a constant becomes: truth values and flags turn round, other numbers grow by one. */
LLVMValueRef other_number(LLVMValueRef constant);
/* Every loop and call in the unit's functions uses fuel. */
void fuel_place(struct module *module, const struct marks *marks);

/* mutant_text.c: in the words of the source, in arena. */
struct source_lines; /* remembers the files it has read */
struct source_lines *source_lines_new(const struct marks *marks);
void source_lines_free(struct source_lines *lines);
const char *site_text(struct source_lines *lines, const struct site *site, struct arena *arena);

#endif
