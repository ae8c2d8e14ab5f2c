/* thrift: gives tests that move much memory a share of the budget, not all of it.
 *
 * A number may be a size. A test that fills 32 MB takes as long as ten thousand other tests, so a few such
 * tests in a hundred use up nearly all of a campaign. Once tests that move much memory have taken more than
 * their share, sequences with a number that may be such a size are not proposed until the other tests have
 * caught up. Still larger numbers are cheap, because there is no memory for them.
 *
 * Where tests without such a number cost as much per step, the number is not to blame, and nothing is held back:
 * nearly every long test has such a number, so only short tests would be left. */
#ifndef SKEP_ENGINE_RANDOM_THRIFT_H
#define SKEP_ENGINE_RANDOM_THRIFT_H

#include "exec/exec.h"

struct spent {
	double fuel, steps;
};

struct thrift {
	double all, dear;             /* fuel of all tests so far, and of tests that took much and look dear */
	struct spent sized, others;   /* tests that look dear; all others */
};

void thrift_learn(struct thrift *thrift, const struct model *model, const struct seq *seq, const struct run *run);
/* True if expensive tests have had their share. */
bool thrift_saves(const struct thrift *thrift);
/* True if the sequence has a number that may be a size of much memory. */
bool thrift_looks_dear(const struct model *model, const struct seq *seq);

#endif
