/* goals: the goals that the suite did not cover, with reasons, and how many tests cover each of the others.
 *
 * The list holds every function that was never entered, every condition outcome and switch case that was never
 * taken, and, if the criterion asks for them, decision outcomes and conditions not shown to matter. Statements
 * are listed only where conditions are not known, in functions that ran: elsewhere a statement that never ran
 * stands behind a branch or function which is in the list. */
#ifndef SKEP_EMIT_GOALS_H
#define SKEP_EMIT_GOALS_H

#include "emit/results.h"

enum goal_kind { GOAL_FUNCTION, GOAL_CONDITION, GOAL_CASE, GOAL_DECISION, GOAL_MCDC, GOAL_STATEMENT };

/* How near the suite came to a goal. */
enum goal_state {
	GOAL_NEVER_ENTERED,    /* no test enters the goal's function */
	GOAL_NOT_REACHED,      /* the function runs, the goal's place does not */
	GOAL_OTHER_WAY_ONLY,   /* the place runs, but never with this outcome */
};

struct goal {
	enum goal_kind kind;
	enum goal_state state;
	uint32_t index;              /* of the function, condition, case, decision or statement */
	bool outcome;                /* GOAL_CONDITION, GOAL_DECISION */
	uint32_t function;
	const struct place *place;
	const char *reason;          /* NULL: nothing is known beyond the state */
};

struct goals {
	struct goal *at;             /* by function, then by place */
	size_t n;
	uint32_t *of_probe;          /* the goal of a probe that was not hit, or NONE */
	uint32_t *n_tests;           /* number of tests that hit each probe */
	uint32_t *first_test;        /* the first test that hits each probe, or NONE */
	struct arena *arena;
};

void goals_init(struct goals *goals, const struct results *results);
void goals_release(struct goals *goals);

/* Returns the probe that no test hit; NONE for goals that need several probes. */
uint32_t goal_probe(const struct marks *marks, const struct goal *goal);
/* True if only lines are known of the code, so that statements are goals of their own. */
bool goals_are_lines(const struct marks *marks);
/* Returns the goal as text: "sum == 0xBEEF", "case 3", "default", "ring_dump". */
const char *goal_text(const struct goals *goals, const struct results *results, const struct goal *goal);
/* Returns what is missing: "never true", "never taken", ... */
const char *goal_wanted(const struct goal *goal);
/* Returns the reason, or a sentence for the state. */
const char *goal_explanation(const struct goal *goal);

const char *goal_kind_word(enum goal_kind kind);
const char *goal_state_word(enum goal_state state);
/* Returns the reason as a word for other programs: "budget", "all covered", ... */
const char *stop_word(enum stop_reason reason);
/* Returns the reason as a part of a sentence: "the budget is used up". */
const char *stop_sentence(enum stop_reason reason);

struct verdict_counts {
	uint32_t bugs, error_paths, misuses, unclear;
};
struct verdict_counts count_verdicts(const struct results *results);

#endif
