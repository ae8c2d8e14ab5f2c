/* thrift: gives tests that move much memory a share of the budget, not all of it.
 *
 * A number may be a size. A test that fills 32 MB takes as long as ten thousand other tests, so a few such
 * tests in a hundred use up nearly all of a campaign. Once tests that move much memory have taken more than
 * their share, sequences with a number that may be such a size are not proposed until the other tests have
 * caught up. Still larger numbers are cheap, because there is no memory for them. */
#ifndef SKEP_ENGINE_RANDOM_THRIFT_H
#define SKEP_ENGINE_RANDOM_THRIFT_H

#include "exec/exec.h"

struct thrift {
	double all, dear;             /* fuel of all tests so far, and of tests that took much */
};

void thrift_learn(struct thrift *thrift, const struct run *run);
/* True if expensive tests have had their share. */
bool thrift_saves(const struct thrift *thrift);
/* True if the sequence has a number that may be a size of much memory. */
bool thrift_looks_dear(const struct model *model, const struct seq *seq);

#endif
