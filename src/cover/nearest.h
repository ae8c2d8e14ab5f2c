/* nearest: how near tests came to the outcomes of conditions and to cases.
 *
 * Per outcome (as in run.distances: condition c false at [2c], true at [2c + 1], then the
 * cases) the smallest distance seen above 0, and the test that came there. An outcome that
 * was taken has the distance 0 in its run; it is not near, it is covered. */
#ifndef SKEP_COVER_NEAREST_H
#define SKEP_COVER_NEAREST_H

#include <stddef.h>
#include <stdint.h>

#include "model/marks.h"
#include "seq/seq.h"

struct nearest;

struct nearest *nearest_new(const struct marks *marks);
/* NULL is fine. */
void nearest_free(struct nearest *nearest);

/* The outcomes that a run came nearer to than any before; the array holds until the next call. */
struct nearer {
	const uint32_t *outcomes;
	size_t n;
};

/* Notes the distances of a run; NULL: they were not recorded. The sequence is copied. */
struct nearer nearest_add(struct nearest *nearest, const struct seq *seq, const double *distances);

uint32_t nearest_outcomes(const struct nearest *nearest);
/* Negative: no test came there without taking it. */
double nearest_distance(const struct nearest *nearest, uint32_t outcome);
/* The test with that distance, until the next nearest_add(); NULL: there is none. */
const struct seq *nearest_test(const struct nearest *nearest, uint32_t outcome);

#endif
