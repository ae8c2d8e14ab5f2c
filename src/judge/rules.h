/* rules: two tables that turn a fault and its circumstances into a verdict.
 *
 * The first says for each class of fault (judge/faults.h) what it is if nothing speaks against it. The
 * second lists excuses: circumstances (judge/circumstances/circumstances.def) in which
 * faults of certain classes are something else, mostly because the test may be to blame. The
 * first excuse that fits decides; its place in the table is the policy. Each rule has a name,
 * so that a verdict can be explained and tested. */
#ifndef SKEP_JUDGE_RULES_H
#define SKEP_JUDGE_RULES_H

#include "judge/circumstances/circumstances.h"
#include "judge/faults.h"
#include "judge/judge.h"

/* The rank of an excuse: the rules that it is stronger than. */
enum strength {
	OVER_ALL, /* everything that stands below it */
	OVER_ALL_BUT_MISUSE, /* the same, but not misuse, which teaches */
	OVER_BUGS, /* the same, but only bugs */
};

#define MOST_ASKED_FOR 2

struct rule {
	const char *name;
	uint32_t classes; /* bit set of 1 << enum fault_class */
	enum circumstance all[MOST_ASKED_FOR]; /* that must hold; zeroes behind them */
	enum strength strength;
	enum verdict verdict;
	const char *why; /* a sentence for the report */
};

/* Never NULL. */
const struct rule *rule_for(enum fault_class class, const struct circumstances *circumstances);

/* Both tables, for the tests. */
const struct rule *excuses(size_t *n);
const struct rule *default_rule(enum fault_class class);

#endif
