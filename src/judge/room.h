/* room: how much memory a function wants behind a pointer that nothing tells the length of.
 *
 * A codec wants a frame of 160 samples, a digest has 20 bytes: the type does not say so, and often the code does not
 * either, because a pointer walks or another function reads. A test that passes less is misuse. It teaches the size: the
 * test is run with a larger buffer, then with the smallest that is not overrun, and from then on the model says
 * how many elements there are at least. A need that grows again and again is no size, and is forgotten. */
#ifndef SKEP_JUDGE_ROOM_H
#define SKEP_JUDGE_ROOM_H

#include "judge/teaching.h"

/* Learns from an incident that `seq` became, if it is about such a buffer; else nothing happens. The incident's run is gone
 * afterwards if *learned is true, or else if anything was tried. */
MUST_USE status room_learn(struct teaching *teaching, struct checker *checker, struct arena *arena,
                           const struct seq *seq, const struct incident *incident, bool *tried);

#endif
