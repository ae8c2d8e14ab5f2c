/* checker: runs sequences in the checked target, and looks closely at what they do.
 *
 * A look is one run and, if that may hide something, others: with other bytes in memory that nobody
 * set, and with calls that a built-in contract speaks of. What such runs show becomes the
 * fault of the first. How much is tried depends on what the look is for (struct look), which
 * whoever looks passes along: nothing here changes its ways in between. */
#ifndef SKEP_JUDGE_CHECKER_H
#define SKEP_JUDGE_CHECKER_H

#include "exec/exec.h"
#include "judge/laws/laws.h"

/* The purpose of a look. All false: at a sequence that is new, and may be kept. */
struct look {
	bool is_again;    /* it was looked at before, and must be seen the same way */
	bool is_brief;    /* it will not be kept: less is tried to make it fail, or not fail */
	bool is_to_tell;  /* a finding is told, and must stay what it is: nothing is left out to save time */
	bool is_from_afar; /* another campaign found it: nothing is known of it */
};

struct checker {
	const struct unit *unit;
	const struct target *target;
	struct exec_options options;
	struct executor *executors[2];    /* of the checked target; */
	size_t n_executors;               /* with the second, runs are compared sooner */
	struct executor *patient;         /* with much more fuel; NULL until a hang must be looked at */
	uint32_t patience;                /* hangs that will still be looked at */
	bool wants_no_shifts;             /* see checker_want_shifts() */
	struct laws *laws;
	uint32_t n_unset;                 /* looks that found a sequence to depend on unset memory */
	struct arena *views;              /* of the runs compared with each other */
	struct run kept;                  /* a run that outlives those after it */
	struct sk_fault fault;            /* of `kept`, if it has one */
	struct breach breach;             /* that `fault` tells of, if it is an SK_LAW */
};

MUST_USE status checker_init(struct checker *checker, const struct unit *unit, const struct target *target,
                             const struct exec_options *options);
void checker_release(struct checker *checker);
/* From now on with a second process. */
MUST_USE status checker_hasten(struct checker *checker);
struct exec_stats checker_stats(const struct checker *checker);
/* Limits the fuel of the runs to come; 0: as at first. */
void checker_limit_fuel(struct checker *checker, uint64_t fuel);

/* Whether a shift of bits into the sign is a fault in the runs to come; at first it is. */
void checker_want_shifts(struct checker *checker, bool wanted);

/* Runs a sequence once. *run lasts until the next run. */
MUST_USE status checker_run(struct checker *checker, const struct seq *seq, const struct run **run);
/* Looks at a sequence. *run lasts until the next look or run. */
MUST_USE status checker_look(struct checker *checker, const struct seq *seq, struct look look, const struct run **run);
/* A test that ends well only while its objects lie in memory as they do becomes illegal: *run, the last look, is fine,
 * and changes. */
MUST_USE status checker_look_at_layout(struct checker *checker, const struct seq *seq, const struct run **run);
/* A test whose last own call, step n_own - 1 of `closed`, ends the program: does it do so whatever lies in memory
 * and wherever, and is the part before it fine? */
MUST_USE status checker_ends_well(struct checker *checker, struct arena *arena, const struct seq *closed,
                                  uint32_t n_own, bool *well);
/* A hang is only believed if it outlasts many times the fuel: honest work may take
 * long. Looking takes long too, so after a few hangs no more are looked at. */
MUST_USE status checker_is_endless(struct checker *checker, const struct seq *seq, bool *endless);

bool run_is_fine(const struct run *run);
/* It ended in a way that says nothing about the unit. */
bool run_tells_nothing(const struct run *run);
/* Unset memory can bring it about, or a number that is passed. */
bool run_may_be_unset(const struct run *run);

#endif
