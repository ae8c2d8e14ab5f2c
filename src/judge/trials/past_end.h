/* past_end: did the unit go past the end of a buffer although it was told where that is?
 *
 * The test passed a buffer of its own and its exact length. Whether the length means what the model believes is found
 * out by variants of the test: with room behind the end that the length does not count, with other bytes,
 * with a larger buffer. A function that reads on as far as there is memory takes the buffer for something
 * else, for a text perhaps. A function that keeps to the end with other bytes, or in a larger buffer, or
 * misses it by one element however long the buffer is, knows where the end is, and is wrong. */
#ifndef SKEP_JUDGE_PAST_END_H
#define SKEP_JUDGE_PAST_END_H

#include "judge/evidence.h"

#define PAST_END_CONTENTS 3
#define PAST_END_LARGER 2

/* Variants; NULL where there is none. */
struct past_end {
	const struct seq *numbers;                     /* zeroes for the numbers that nobody looks at */
	const struct seq *slack;                       /* much room behind the end, full of ones */
	const struct seq *contents[PAST_END_CONTENTS]; /* other bytes, as many */
	const struct seq *larger[PAST_END_LARGER];     /* more elements, and the length that says so */
	const struct seq *one_more[2];                 /* one element more than the length says, at two lengths */
};

/* False: that is not what happened. */
bool past_end_variants(struct arena *arena, const struct incident *incident, struct past_end *variants);

#endif
