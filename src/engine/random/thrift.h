/* thrift: tests that move much memory get a share of the budget, not all of it.
 *
 * A number may be a size. A test that fills 32 MB takes as long as ten thousand others, so that a few such tests in a
 * hundred are nearly all that a campaign does. Once tests that move much memory have taken more than their share, sequences
 * with a number that such a size could have are not proposed until the others have caught up. Larger numbers are cheap:
 * there is no memory for them. */
#ifndef SKEP_ENGINE_RANDOM_THRIFT_H
#define SKEP_ENGINE_RANDOM_THRIFT_H

#include "exec/exec.h"

struct thrift {
	double all, dear;             /* fuel of tests so far, and of those that took much of it */
};

void thrift_learn(struct thrift *thrift, const struct run *run);
/* Dear tests have had their share. */
bool thrift_saves(const struct thrift *thrift);
/* Has it a number that may be a size of much memory? */
bool thrift_looks_dear(const struct model *model, const struct seq *seq);

#endif
