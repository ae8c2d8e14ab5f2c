/* checker: runs sequences in the checked target, and looks closely at their behaviour.
 *
 * A look is one run of a sequence. If that run may hide something, the checker adds runs with other
 * bytes in memory that nobody set, and runs with the calls that a built-in contract needs. A fault
 * that the additional runs show becomes the fault of the first. The purpose of the look (struct
 * look) decides how many runs are added; each caller passes it, so the checker has no mode that
 * changes between looks. */
#ifndef SKEP_JUDGE_CHECKER_H
#define SKEP_JUDGE_CHECKER_H

#include "exec/exec.h"
#include "judge/laws/laws.h"

/* The purpose of a look. All fields false: the sequence is new, and may be kept as a test. */
struct look {
	bool is_again;    /* the sequence was looked at before, and must be seen in the same way */
	bool is_brief;    /* the sequence will not be kept: fewer runs try to make it fail, or not fail */
	bool is_to_tell;  /* a finding is described from this look: no run is left out to save time */
	bool is_from_afar; /* another campaign found the sequence, so nothing is known of it here */
};

struct checker {
	const struct unit *unit;
	const struct target *target;
	struct exec_options options;
	struct executor *executors[2];    /* of the checked target; */
	size_t n_executors;               /* with a second executor, runs that are compared run side by side */
	struct executor *patient;         /* an executor with much more fuel; NULL until a hang is looked at */
	uint32_t patience;                /* how many further hangs will be looked at */
	bool wants_no_shifts;             /* see checker_want_shifts() */
	struct laws *laws;
	uint32_t n_unset;                 /* looks so far that found a sequence to depend on unset memory */
	struct arena *views;              /* memory for the runs that are compared with each other */
	struct run kept;                  /* a copy of a run that outlives later runs */
	struct sk_fault fault;            /* the fault of `kept`, if it has one */
	struct breach breach;             /* the breach that `fault` describes, if the fault is an SK_LAW */
};

MUST_USE status checker_init(struct checker *checker, const struct unit *unit, const struct target *target,
                             const struct exec_options *options);
void checker_release(struct checker *checker);
/* Starts a second process of the checked target, so that compared runs take half the time. */
MUST_USE status checker_hasten(struct checker *checker);
struct exec_stats checker_stats(const struct checker *checker);
/* Limits the fuel of later runs; 0 restores the first limit. */
void checker_limit_fuel(struct checker *checker, uint64_t fuel);

/* Decides whether a shift of bits into the sign is a fault in later runs; at first it is a fault. */
void checker_want_shifts(struct checker *checker, bool wanted);

/* Runs a sequence once. *run belongs to the checker and is valid until the next run. */
MUST_USE status checker_run(struct checker *checker, const struct seq *seq, const struct run **run);
/* Looks at a sequence. *run belongs to the checker and is valid until the next look or run. */
MUST_USE status checker_look(struct checker *checker, const struct seq *seq, struct look look, const struct run **run);
/* Looks whether a test ends well only because of the addresses of its objects. Requires that *run, the last run, is
 * fine. *run becomes the checker's copy of it, which is illegal if the addresses matter. */
MUST_USE status checker_look_at_layout(struct checker *checker, const struct seq *seq, const struct run **run);
/* For a test whose last own call, step n_own - 1 of `closed`, ends the program. *well: it does so with any contents of
 * unset memory and at any addresses, and the steps before that call are fine. */
MUST_USE status checker_ends_well(struct checker *checker, struct arena *arena, const struct seq *closed,
                                  uint32_t n_own, bool *well);
/* Decides whether a hang is endless. *endless is true only if the run outlasts many times the usual
 * fuel, because honest work may take long. Such runs are slow, so after a few hangs the checker
 * looks at no more of them. */
MUST_USE status checker_is_endless(struct checker *checker, const struct seq *seq, bool *endless);

bool run_is_fine(const struct run *run);
/* The run ended in a way that says nothing about the unit. */
bool run_tells_nothing(const struct run *run);
/* Unset memory or a number that the test passed may be the cause of the run's end. */
bool run_may_be_unset(const struct run *run);

#endif
