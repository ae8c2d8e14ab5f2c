/* law_trial: one law tried on one call. Private to the files of laws.
 *
 * The sequence is cut behind the call, calls that the law needs are added, the new sequence runs,
 * and the results of the added calls are compared. Each law has two functions: one adds the calls,
 * one looks at the results. Some laws can be tried on a call in several variants, as with different
 * third values, or with different calls that change a copy. */
#ifndef SKEP_JUDGE_LAW_TRIAL_H
#define SKEP_JUDGE_LAW_TRIAL_H

#include "judge/laws/law_pairs.h"

#define MAX_ADDED 16u
#define MAX_DONORS 12u
#define MAX_OBSERVERS 3u

/* A sequence that ends with an object for comparisons: its variable `object`. */
struct donor {
	const struct seq *seq;
	uint32_t object;
	bool address;            /* the object is passed by address */
};

struct laws {
	const struct unit *unit;
	const struct model *model;
	law_uses uses;
	uint32_t *looks;         /* per use: how often it was looked at */
	uint64_t *broken;        /* per use, as bits: variants that showed a breach */
	bool *three_way;         /* per function: it is a comparison that has given a negative number */
	bool *by_part;           /* per use: it was reported that the comparison looks at a part */
	struct arena *arena;     /* memory of the donors */
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
	uint32_t call;                /* the step in the sequence as it was */
	uint32_t moved;               /* the step in the new sequence */
	bool again;                   /* the sequence was looked at before: no other objects may be inserted */
	uint32_t variant;             /* which of the several ways to try the law */
	uint32_t added[MAX_ADDED];    /* the added steps */
	uint32_t params[MAX_ADDED];   /* LAW_CONST: the parameter that each pair of added calls is about */
	uint32_t n;
	bool extra[SEQ_MAX_STEPS];    /* per step: only some of the added calls need it */
	uint32_t third;               /* LAW_COMPARE: the third object, or NONE */
	bool third_address;
	const struct seq *changed;    /* the sequence with the literal or object that the trial inserted; NULL:
	                                 nothing was inserted */
	const struct run *run;
};

/* ---- building ---- */

const struct step *trial_call(const struct trial *trial);
uint32_t trial_argument(const struct trial *trial, uint32_t a);
bool trial_by_address(const struct trial *trial, uint32_t a);
/* Adds a call with one or two variables as arguments, and notes it in `added`. */
void trial_add_call(struct trial *trial, uint32_t function, const uint32_t *variables, const bool *address, uint32_t n);

/* ---- looking ---- */

int64_t trial_number(const struct trial *trial, uint32_t i);
/* The pointer that added step i gave. */
uint64_t trial_pointer(const struct trial *trial, uint32_t i);
bool trial_is_null(const struct trial *trial, uint32_t i);
bool trial_argument_is_null(const struct trial *trial, uint32_t a);
const char *trial_name(const struct trial *trial, uint32_t function);
/* Fills the breach; returns true. In `expect`, $ stands for the variable of `step`. */
bool trial_tell(struct breach *breach, uint32_t step, const char *expect, const char *evidence);
/* Adds a step that the expectation names: the first is $1, the second $2. */
void trial_name_step(struct breach *breach, uint32_t step);
/* -1, 0 or 1. */
int sign_of(int64_t number);

/* ---- laws with a file of their own ---- */

/* law_order.c: "less or equal" must be transitive. There is a variant for each third object.
 * Requires that step `call` of `seq` calls the comparison. */
uint32_t order_variants(struct laws *laws, const struct law_use *use, const struct seq *seq, uint32_t call, bool again);
void order_build(struct trial *trial, const struct seq *seq);
bool order_look(const struct trial *trial, struct breach *breach);
/* Keeps the objects that the call compares, to be third objects in later sequences. */
void order_keep(struct laws *laws, const struct seq *seq, uint32_t call);

/* law_near.c. near_variants() counts the changes that can be tried. near_seq() is the sequence up to the call, where the
 * call gets its first argument and an object nearly like it; NULL if there is no such variant. */
uint32_t near_variants(const struct laws *laws, const struct seq *seq, uint32_t call);
const struct seq *near_seq(const struct trial *trial, const struct seq *seq, uint32_t variant, uint32_t *call);

/* law_const.c: answers about an object that is passed as const are the same before and after the
 * call, or its memory is. There is one variant if any function looks at such an object. */
uint32_t const_variants(const struct laws *laws, const struct law_use *use);
void const_build(struct trial *trial, const struct seq *seq);
bool const_look(const struct trial *trial, struct breach *breach);

/* Finds up to MAX_OBSERVERS functions that look at an object and give a number; returns how many. */
uint32_t law_observers(const struct model *model, type_id object, uint32_t *out);

/* law_share.c: a call that changes a copy leaves the original alone. There is a variant for each
 * changing call and each choice of its numbers. */
uint32_t share_variants(const struct laws *laws, const struct law_use *use);
void share_build(struct trial *trial);
bool share_look(const struct trial *trial, struct breach *breach);

#endif
