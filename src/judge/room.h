/* room: learns how much memory a function needs behind a pointer without a known length.
 *
 * A codec needs a frame of 160 samples, a digest has 20 bytes. The type does not say so, and often the code does not
 * either, because a pointer walks or another function reads. A test that passes a smaller buffer misuses the API, and
 * teaches the size: the test runs with a larger buffer, then with the smallest buffer that is not overrun, and from
 * then on the model has this number of elements as the least. A need that grows again and again is not a fixed size,
 * and is forgotten. */
#ifndef SKEP_JUDGE_ROOM_H
#define SKEP_JUDGE_ROOM_H

#include "judge/teaching.h"

/* Learns from an incident of `seq` if the incident is about such a buffer. *tried: variants ran, so the incident's run
 * is gone. */
MUST_USE status room_learn(struct teaching *teaching, struct checker *checker, struct arena *arena,
                           const struct seq *seq, const struct incident *incident, bool *tried);

#endif
