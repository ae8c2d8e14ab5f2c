/* walk: one function's syntax tree -> all that can be marked in it. Private to front/.
 *
 * One walk goes over both parses of a source. Over the preprocessed parse it leads: it looks at the
 * text, evaluates constants, and notes the edits. Each place where the text must be looked at is a question; the walk
 * writes its answer, a small number, into a list, the hints. Over the original parse it
 * follows: the text may be hidden in macros there, so the walk takes its answers from the hints.
 * Both walks give equal findings in the same order, the first with offsets to edit, the second with
 * the user's places.
 *
 * walk.c goes through statements and expressions, decide.c through decisions. */
#ifndef SKEP_FRONT_WALK_H
#define SKEP_FRONT_WALK_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/marks.h"

enum found { FOUND_REGION, FOUND_STATEMENT, FOUND_DECISION, FOUND_CONDITION, FOUND_SWITCH, FOUND_CASE, N_FOUND };

struct finding {
	enum found kind;
	CXSourceRange range;
	uint32_t owner;                   /* of a statement: its region, counted within the function */
	uint32_t count;                   /* of a decision, its conditions; of a switch, its cases; they follow
	                                     at once */
	enum decision_kind decision_kind;
	uint16_t next[2];                 /* of a condition: see marks.h */
	int64_t low, high;                /* of a case */
	bool is_default, is_implicit;
};

enum edit_kind {
	EDIT_FUNCTION,      /* goes after the '{' of the body */
	EDIT_REGION,        /* goes before a statement */
	EDIT_REGION_COMMA,  /* goes before the condition of an `else if` */
	EDIT_OPEN_CONDITION,
	EDIT_OPEN_SWITCH,
	EDIT_OPEN_BODY,     /* a '{' before a body that has no braces */
	EDIT_OPEN_KEPT,     /* before the `a` of `a ?: b`; see decide_kept() */
	EDIT_NAME_KEPT,     /* between the '?' and the ':' */
	EDIT_CLOSE_CONDITION,
	EDIT_CLOSE_SWITCH,
	EDIT_CLOSE_BODY,
	EDIT_TEST_KEPT,     /* behind the `a` */
	EDIT_CLOSE_KEPT     /* behind the `b` */
};

struct edit {
	size_t offset;
	enum edit_kind kind;
	uint32_t id;         /* number of the mark; within the function until marker.c adds the base */
	uint32_t order;      /* outer edits have smaller numbers; an opening and its closing share one */
};

typedef VEC(struct edit) edit_vec;

/* A possible condition while its decision is read; see decide.c. */
struct leaf {
	CXCursor cursor;
	int constant;        /* LEAF_VARIES, or the constant value */
	uint16_t next[2];
	uint32_t reached;    /* index within its decision; NONE: evaluation cannot reach it */
};

struct logic {
	enum { LOGIC_LEAF, LOGIC_NOT, LOGIC_AND, LOGIC_OR } op;
	uint32_t a, b;       /* operands; of a leaf, `a` is its number */
};

struct walk {
	const char *text;            /* preprocessed text; NULL: the walk follows the hints */
	edit_vec *edits;             /* NULL when the walk follows */
	VEC(struct finding) findings;
	uint32_t n_found[N_FOUND];
	VEC(int) hints;
	size_t next_hint;            /* when the walk follows */
	bool lost;                   /* the walk followed, and met another tree */

	uint32_t region;             /* the current region; NONE: the next statement starts one */
	uint32_t diversions;         /* how many possible jumps of control were seen so far */
	VEC(CXCursor) kids;          /* the vectors from here on are stacks: entries below n are in use */
	VEC(struct leaf) leaves;
	VEC(struct logic) logic;
};

/* Finds what can be marked in a function with a body; replaces findings and hints. */
void walk_lead(struct walk *walk, CXCursor function, const char *text, edit_vec *edits);
/* Finds the marks of the function in the other parse by the hints of `leader`. */
void walk_follow(struct walk *walk, CXCursor function, const struct walk *leader);
void walk_release(struct walk *walk);

/* The body as a CompoundStmt; the null cursor if the function has none, or cannot be marked because
 * it has only assembler. */
CXCursor walk_body(CXCursor function);

/* Shared by decide.c and walk.c. */
struct span {
	size_t first, n;
};
struct span walk_kids(struct walk *walk, CXCursor cursor);
static inline CXCursor walk_kid(const struct walk *walk, struct span span, size_t i)
{
	return walk->kids.at[span.first + i];
}
static inline void walk_drop_kids(struct walk *walk, struct span span)
{
	walk->kids.n = span.first;
}
/* When the walk leads, remembers the answer and returns it; when it follows, returns the leader's
 * answer. */
int walk_hint(struct walk *walk, int answer);
bool walk_leads(const struct walk *walk);
struct finding *walk_add(struct walk *walk, enum found kind, CXSourceRange range);
void walk_edit(struct walk *walk, size_t offset, enum edit_kind kind, uint32_t id, uint32_t order);
/* Puts an opening and a closing edit around an expression. */
void walk_wrap(struct walk *walk, CXCursor cursor, enum edit_kind open, enum edit_kind close, uint32_t id);
void walk_expression(struct walk *walk, CXCursor cursor);

size_t start_offset(CXCursor cursor);
size_t end_offset(CXCursor cursor);

/* decide.c: marks the decision that `cursor` is. Returns NEXT_TRUE or NEXT_FALSE if its outcome is
 * always the same, else another value. */
uint16_t decide(struct walk *walk, CXCursor cursor, enum decision_kind kind);
bool is_logical(CXCursor cursor);
/* decide.c: marks `first ?: second`. */
void decide_kept(struct walk *walk, CXCursor first, CXCursor second);

#define LEAF_VARIES (-1)
/* The expression is an integer constant without side effects. */
bool constant_value(CXCursor cursor, int64_t *value);

#endif
