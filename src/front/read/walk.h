/* walk: one function's syntax tree -> what there is to mark in it. Private to front/.
 *
 * The same walk goes over both parses of a source. Over the preprocessed one it
 * leads: it looks at the text, evaluates constants, and notes the edits. What it
 * learned that way it leaves in a list of small numbers, the hints, in the order
 * it asked. Over the original it follows: the text there may be hidden in macros,
 * so it takes the answers from the hints. Both give the same findings in the same
 * order; the first with offsets to edit, the second with the user's places.
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
	uint32_t owner;                   /* statement: its region; counted within the function */
	uint32_t count;                   /* decision: conditions; switch: cases; they follow at once */
	enum decision_kind decision_kind;
	uint16_t next[2];                 /* condition */
	int64_t low, high;                /* case */
	bool is_default, is_implicit;
};

enum edit_kind {
	EDIT_FUNCTION,      /* after the '{' of the body */
	EDIT_REGION,        /* before a statement */
	EDIT_REGION_COMMA,  /* before the condition of an `else if` */
	EDIT_OPEN_CONDITION,
	EDIT_OPEN_SWITCH,
	EDIT_OPEN_BODY,     /* a '{' around a body that has none */
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
	uint32_t id;         /* of the mark; within the function until marker.c adds the base */
	uint32_t order;      /* outer before inner; an opening and its closing share it */
};

typedef VEC(struct edit) edit_vec;

/* A condition on the way to being found; see decide.c. */
struct leaf {
	CXCursor cursor;
	int constant;        /* LEAF_VARIES, or what it always is */
	uint16_t next[2];
	uint32_t reached;    /* index within its decision, or NONE */
};

struct logic {
	enum { LOGIC_LEAF, LOGIC_NOT, LOGIC_AND, LOGIC_OR } op;
	uint32_t a, b;       /* operands, or the leaf in a */
};

struct walk {
	const char *text;            /* preprocessed; NULL: follow the hints */
	edit_vec *edits;             /* NULL when following */
	VEC(struct finding) findings;
	uint32_t n_found[N_FOUND];
	VEC(int) hints;
	size_t next_hint;            /* when following */
	bool lost;                   /* followed, and met another tree */

	uint32_t region;             /* where we are; NONE: the next statement starts one */
	uint32_t diversions;         /* how often control was seen to jump so far */
	VEC(CXCursor) kids;          /* stacks: what is in use lies below n */
	VEC(struct leaf) leaves;
	VEC(struct logic) logic;
};

/* Finds what is in one function with a body; findings and hints are replaced. */
void walk_lead(struct walk *walk, CXCursor function, const char *text, edit_vec *edits);
/* Finds the marks of a function in the other parse, by the hints of `leader`. */
void walk_follow(struct walk *walk, CXCursor function, const struct walk *leader);
void walk_release(struct walk *walk);

/* A CompoundStmt, or the null cursor: not a definition, or one that cannot be
 * marked (nothing but assembler). */
CXCursor walk_body(CXCursor function);

/* For decide.c and walk.c. */
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
/* When leading, remembers the answer; when following, gives the leader's. */
int walk_hint(struct walk *walk, int answer);
bool walk_leads(const struct walk *walk);
struct finding *walk_add(struct walk *walk, enum found kind, CXSourceRange range);
void walk_edit(struct walk *walk, size_t offset, enum edit_kind kind, uint32_t id, uint32_t order);
/* Puts an opening and a closing edit around an expression. */
void walk_wrap(struct walk *walk, CXCursor cursor, enum edit_kind open, enum edit_kind close, uint32_t id);
void walk_expression(struct walk *walk, CXCursor cursor);

size_t start_offset(CXCursor cursor);
size_t end_offset(CXCursor cursor);

/* decide.c: marks the decision that `cursor` is. Gives NEXT_TRUE or NEXT_FALSE if
 * its outcome is the same every time, else something below. */
uint16_t decide(struct walk *walk, CXCursor cursor, enum decision_kind kind);
bool is_logical(CXCursor cursor);
/* Marks `first ?: second`. */
void decide_kept(struct walk *walk, CXCursor first, CXCursor second);

#define LEAF_VARIES (-1)
/* The integer constant that the expression always is, without side effects. */
bool constant_value(CXCursor cursor, int64_t *value);

#endif
