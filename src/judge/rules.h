/* rules: two tables that turn a fault and its circumstances into a verdict.
 *
 * The first table has the default verdict for each class of fault (judge/faults.h). The second table lists excuses:
 * circumstances (judge/circumstances/circumstances.def) that change the verdict for certain classes, mostly because the
 * test may be to blame. The first excuse that fits decides, so the order of the table is the policy. Each rule has a
 * name, so that a verdict can be explained and tested. */
#ifndef SKEP_JUDGE_RULES_H
#define SKEP_JUDGE_RULES_H

#include "judge/circumstances/circumstances.h"
#include "judge/faults.h"
#include "judge/judge.h"

/* The rank of an excuse: which rules below it in the table it overrules. */
enum strength {
	OVER_ALL, /* all of them */
	OVER_ALL_BUT_MISUSE, /* all but misuse, because skep learns from misuse */
	OVER_BUGS, /* only rules that say bug */
};

#define MOST_ASKED_FOR 2

struct rule {
	const char *name;
	uint32_t classes; /* bit set of 1 << enum fault_class */
	enum circumstance all[MOST_ASKED_FOR]; /* circumstances that must all hold; zeroes follow */
	enum strength strength;
	enum verdict verdict;
	const char *why; /* the reason, a sentence for the report */
};

/* The rule that decides; never NULL. */
const struct rule *rule_for(enum fault_class class, const struct circumstances *circumstances);

/* The table of excuses, for tests; *n is its length. */
const struct rule *excuses(size_t *n);
const struct rule *default_rule(enum fault_class class);

#endif
