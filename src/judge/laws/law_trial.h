/* law_trial: one law tried on one call. Private to the files that know laws.
 *
 * The sequence is cut behind the call, calls that the law speaks of are added, it
 * runs, and what they gave is looked at. A law has `ways`: how to add the calls, and
 * how to look. Some laws can be tried on one call in several variants: with another
 * third value, with another call that changes a copy. */
#ifndef SKEP_JUDGE_LAW_TRIAL_H
#define SKEP_JUDGE_LAW_TRIAL_H

#include "judge/laws/law_pairs.h"

#define MAX_ADDED 16u
#define MAX_DONORS 12u
#define MAX_OBSERVERS 3u

/* A sequence that ends with an object to compare others with: variable `object`. */
struct donor {
	const struct seq *seq;
	uint32_t object;
	bool address;            /* it is passed by address */
};

struct laws {
	const struct unit *unit;
	const struct model *model;
	law_uses uses;
	uint32_t *looks;         /* by use */
	uint64_t *broken;        /* by use: variants that showed that it is broken, as bits */
	bool *three_way;         /* by function: a comparison that has given a negative number */
	bool *by_part;           /* by use: it was told that a comparison looks at a part */
	struct arena *arena;     /* of donors */
	VEC(struct law_donor {
		uint32_t function;
		struct donor donor;
	}) donors;
};

struct trial {
	struct laws *laws;
	const struct law_use *use;
	struct arena *arena;
	struct seq_builder builder;
	uint32_t call;                /* of the sequence as it was */
	uint32_t moved;               /* the same call in the new one */
	bool again;                   /* it is no new sequence: nothing may be put into it */
	uint32_t variant;             /* which of several ways to try it */
	uint32_t added[MAX_ADDED];    /* steps */
	uint32_t params[MAX_ADDED];   /* LAW_CONST: the parameter that each pair is about */
	uint32_t n;
	bool extra[SEQ_MAX_STEPS];    /* steps that only some of the added calls need */
	uint32_t third;               /* LAW_COMPARE: the third object, or NONE */
	bool third_address;
	const struct seq *changed;    /* the sequence with what the trial took and was not in it; NULL: as it was */
	const struct run *run;
};

/* ---- building ---- */

const struct step *trial_call(const struct trial *trial);
uint32_t trial_argument(const struct trial *trial, uint32_t a);
bool trial_by_address(const struct trial *trial, uint32_t a);
/* A call of one or two variables, noted in `added`. */
void trial_add_call(struct trial *trial, uint32_t function, const uint32_t *variables, const bool *address, uint32_t n);

/* ---- looking ---- */

int64_t trial_number(const struct trial *trial, uint32_t i);
/* The pointer that a step gave. */
uint64_t trial_pointer(const struct trial *trial, uint32_t i);
bool trial_is_null(const struct trial *trial, uint32_t i);
bool trial_argument_is_null(const struct trial *trial, uint32_t a);
const char *trial_name(const struct trial *trial, uint32_t function);
/* Fills the breach; true. In the expectation $ is the step's variable. */
bool trial_tell(struct breach *breach, uint32_t step, const char *expect, const char *evidence);
/* Another step for the expectation to name, the first as $1, the second as $2. */
void trial_name_step(struct breach *breach, uint32_t step);
/* -1, 0 or 1. */
int sign_of(int64_t number);

/* ---- laws with a file of their own ---- */

/* law_order.c: less or equal is transitive. A variant per third object; `call` is a
 * call of the comparison in `seq`. */
uint32_t order_variants(struct laws *laws, const struct law_use *use, const struct seq *seq, uint32_t call, bool again);
void order_build(struct trial *trial, const struct seq *seq);
bool order_look(const struct trial *trial, struct breach *breach);
/* Keeps what the call compares as third objects for later. */
void order_keep(struct laws *laws, const struct seq *seq, uint32_t call);

/* law_near.c: the sequence up to the call, which is about what its first argument was and
 * one nearly like it; NULL if there is no such variant. */
uint32_t near_variants(const struct laws *laws, const struct seq *seq, uint32_t call);
const struct seq *near_seq(const struct trial *trial, const struct seq *seq, uint32_t variant, uint32_t *call);

/* law_const.c: what is seen of an object that is passed as const is the same after the call,
 * if its memory is not. A variant if there is anything that looks at it. */
uint32_t const_variants(const struct laws *laws, const struct law_use *use);
void const_build(struct trial *trial, const struct seq *seq);
bool const_look(const struct trial *trial, struct breach *breach);

/* Up to MAX_OBSERVERS functions that look at an object and give a number. */
uint32_t law_observers(const struct model *model, type_id object, uint32_t *out);

/* law_share.c: what changes a copy leaves its original alone. A variant per call that
 * may change it, and its numbers. */
uint32_t share_variants(const struct laws *laws, const struct law_use *use);
void share_build(struct trial *trial);
bool share_look(const struct trial *trial, struct breach *breach);

#endif
