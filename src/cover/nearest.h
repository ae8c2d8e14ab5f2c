/* nearest: how near tests came to the outcomes of conditions and to cases.
 *
 * For each outcome (numbered as in run.distances: condition c false at [2c], true at [2c + 1], then
 * the cases) this is the smallest distance above 0, with the test that had it. An outcome that a
 * run took has the distance 0 there; it is not near, it is covered. */
#ifndef SKEP_COVER_NEAREST_H
#define SKEP_COVER_NEAREST_H

#include <stddef.h>
#include <stdint.h>

#include "model/marks.h"
#include "seq/seq.h"

struct nearest;

struct nearest *nearest_new(const struct marks *marks);
/* NULL is allowed. */
void nearest_free(struct nearest *nearest);

/* The outcomes that a run came nearer to than any earlier run; the array is valid until the next
 * nearest_add(). */
struct nearer {
	const uint32_t *outcomes;
	size_t n;
};

/* Notes the distances of a run; NULL: they were not recorded. A test that is nearest is copied. */
struct nearer nearest_add(struct nearest *nearest, const struct seq *seq, const double *distances);

uint32_t nearest_outcomes(const struct nearest *nearest);
/* The smallest distance; negative: no test has one above 0. */
double nearest_distance(const struct nearest *nearest, uint32_t outcome);
/* The test with that distance, valid until the next nearest_add(); NULL: there is none. */
const struct seq *nearest_test(const struct nearest *nearest, uint32_t outcome);

#endif
