/* laws: contracts that nobody has to write, for functions known by name and type.
 *
 * A function called "equal" on two objects of one type must be reflexive and symmetric, a copy must
 * equal its original, memory that is passed as const must stay the same, ... For each call of such
 * a function in a test that is fine, the test is cut behind the call, the calls that the law needs
 * are added, and their results are compared. If the test no longer ends normally with the added
 * calls, it says nothing. */
#ifndef SKEP_JUDGE_LAWS_H
#define SKEP_JUDGE_LAWS_H

#include "exec/exec.h"

enum law {
	LAW_CONST,       /* memory passed as const is unchanged */
	LAW_OBSERVER,    /* asked twice, an observer gives the same answer */
	LAW_EQUAL,       /* an equality is reflexive and symmetric */
	LAW_COMPARE,     /* a comparison of equal objects gives zero, and its sign changes with the order of its
	                    arguments */
	LAW_HASH,        /* equal objects have equal hashes */
	LAW_COPY,        /* a copy equals its original */
	LAW_PARSE,       /* printed text, when it is read, gives an equal object */
	LAW_ORDER,       /* the comparisons of three objects make an order */
	LAW_AGREE,       /* equality and comparison agree */
	LAW_SHARE,       /* a change of a copy leaves its original as it is */
	N_LAWS
};

/* Words for options and reports: "const", "observer", "equal", ... */
const char *law_name(enum law law);

struct laws;

/* `off` is a bit set of laws that are not looked at. The unit is borrowed. */
struct laws *laws_new(const struct unit *unit, uint32_t off);
void laws_free(struct laws *laws);
/* A line for each function that a law about pairs holds for, in arena: "pair_equal: equal is ...". */
size_t laws_lines(const struct laws *laws, struct arena *arena, const char *const **lines);

/* The last call is of a function that a law about pairs holds for, and the function was not looked
 * at often enough. */
bool laws_want(const struct laws *laws, const struct seq *seq);

/* A law that does not hold, in the arena of the look. */
struct breach {
	enum law law;
	uint32_t call;           /* the step of the sequence that the law is about */
	uint32_t function;       /* the function that breaks the law; of an equality and an order, the equality */
	const struct seq *seq;   /* the sequence, cut behind the call, with the calls that show the breach */
	uint32_t step;           /* the step of `seq` with the wrong result */
	/* The condition that should hold, like "$ == ${4}": $ is the variable of `step`, ${4} the variable of step 4.
	 * The condition states the contract, not the values that the calls happened to give. NULL: no value shows the
	 * breach. */
	const char *expect;
	uint32_t others[2];      /* other steps that the condition names */
	uint32_t n_others;
	uint32_t kept_size, kept_arg; /* LAW_CONST: the first kept_size bytes behind this argument must stay the
	                                 same; 0: see `expect` */
	const char *evidence; /* a sentence */
	bool is_unit_memory; /* LAW_CONST: the object belongs to the unit, which may keep notes in it */
	bool is_by_part; /* LAW_AGREE: the comparison may look at a part of what equality looks at */
	const struct seq *changed; /* the sequence with another literal or object, which shows the breach; NULL:
	                              `seq` does */
};

enum law_look {
	LOOK_FIRST, /* a new sequence: looks at functions that were not looked at often enough */
	LOOK_AGAIN, /* a breach that was seen before: looks at it again in the ways that showed it */
	LOOK_ALL /* looks at everything */
};

/* Looks at the calls of a sequence that runs fine. *found: a law does not hold; then all memory of
 * *breach is in arena. */
MUST_USE status laws_find(struct laws *laws, struct executor *checked, const struct seq *seq, enum law_look look,
                          struct arena *arena, struct breach *breach, bool *found);

#endif
