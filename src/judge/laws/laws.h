/* laws: contracts that need no telling, for functions known by name and type.
 *
 * A function called "equal" on two things of one type must be reflexive and
 * symmetric, a copy must equal its original, what is passed as const stays as it
 * is, ... For each call of such a function in a test that is fine, the test is cut
 * behind it, the calls that the law speaks of are added, and what they give is
 * compared. Tests that no longer end normally that way tell nothing. */
#ifndef SKEP_JUDGE_LAWS_H
#define SKEP_JUDGE_LAWS_H

#include "exec/exec.h"

enum law {
	LAW_CONST,       /* memory passed as const is unchanged */
	LAW_OBSERVER,    /* asked twice, an observer gives the same */
	LAW_EQUAL,       /* equal is reflexive and symmetric */
	LAW_COMPARE,     /* compare is zero for the same and changes its sign when turned round */
	LAW_HASH,        /* equal things have equal hashes */
	LAW_COPY,        /* a copy equals its original */
	LAW_PARSE,       /* what was printed is read as something equal */
	LAW_ORDER,       /* comparing three things makes an order of them */
	LAW_AGREE,       /* equal and compare say the same */
	LAW_SHARE,       /* changing a copy leaves its original as it is */
	N_LAWS
};

/* Words for options and reports: "const", "observer", "equal", ... */
const char *law_name(enum law law);

struct laws;

/* `off` is a bit set of laws. */
struct laws *laws_new(const struct unit *unit, uint32_t off);
void laws_free(struct laws *laws);
/* One line for each function that a law holds for, in arena: "pair_equal: equal is ...". */
size_t laws_lines(const struct laws *laws, struct arena *arena, const char *const **lines);

/* The last call is one of a function that a law about pairs holds for, and that was not
 * looked at often enough. */
bool laws_want(const struct laws *laws, const struct seq *seq);

/* A law that does not hold. */
struct breach {
	enum law law;
	uint32_t call;           /* the step of the sequence that it is about */
	uint32_t function;       /* that is told to break it; of equality and order the equality */
	const struct seq *seq;   /* cut behind it, with the calls that show it */
	uint32_t step;           /* of these the one that gives what it must not */
	/* The condition that should hold, "$ == ${4}": $ is the step's variable, ${4} that of step 4. It
	 * states the contract, and not what the calls happened to give. NULL: no value tells. */
	const char *expect;
	uint32_t others[2];      /* steps that it names beside `step` */
	uint32_t n_others;
	uint32_t kept_size, kept_arg; /* LAW_CONST: so much behind this argument must stay as it is; 0: see `expect` */
	const char *evidence; /* a sentence */
	bool is_unit_memory; /* LAW_CONST: the object belongs to the unit, which may keep notes in it */
	bool is_by_part; /* LAW_AGREE: the comparison may look at a part of what equality looks at */
	const struct seq *changed; /* the sequence with another literal or object, which shows it; NULL: as it was */
};

enum law_look {
	LOOK_FIRST, /* a new sequence: at functions that were not looked at often enough */
	LOOK_AGAIN, /* what was seen broken before, in the ways that it was */
	LOOK_ALL /* everything that there is */
};

/* Looks at the calls of a sequence that runs fine. Everything in *breach is in arena. */
MUST_USE status laws_find(struct laws *laws, struct executor *checked, const struct seq *seq, enum law_look look,
                          struct arena *arena, struct breach *breach, bool *found);

#endif
