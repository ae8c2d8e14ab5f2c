/* past_end: did the unit go past the end of a buffer although it knew its length?
 *
 * The test passed a buffer of its own with its exact length. Variants of the test find out whether the length means
 * what the model believes: with room behind the end that the length does not count, with other bytes, with a larger
 * buffer. A function that reads on as far as there is memory takes the buffer for something else, perhaps for a text. A
 * function knows the end, and is wrong, if it keeps to the end with other bytes or in a larger buffer, or if it misses
 * the end by one element however long the buffer is. It is not wrong if an option of the call says that the buffer is a
 * text: then the length means nothing, whatever the bytes are but for a zero, and without the option it counts. */
#ifndef SKEP_JUDGE_PAST_END_H
#define SKEP_JUDGE_PAST_END_H

#include "judge/evidence.h"

#define PAST_END_CONTENTS 3
#define PAST_END_LARGER 2
#define PAST_END_OPTIONS 16

/* Variants of the sequence; NULL where there is none. */
struct past_end {
	const struct seq *numbers;                     /* zeroes for the numbers that no function looks at */
	const struct seq *slack;                       /* much room behind the end, filled with ones */
	const struct seq *contents[PAST_END_CONTENTS]; /* other bytes, and as many */
	const struct seq *larger[PAST_END_LARGER];     /* more elements, and a length that says so */
	const struct seq *long_length;                 /* a length that is much too large; NULL: it may be refused */
	const struct seq *short_length[2]; /* a large buffer of which the length counts one element, full of
	                                                  bytes of two kinds that are not zero */
	const struct seq *options[PAST_END_OPTIONS]; /* the first of these, without one bit of a number */
	uint32_t n_options;
	uint32_t block; /* the step of the buffer */
	const struct seq *one_more[2]; /* one element more than the length says, at two lengths; NULL:
	                                                  the function is not for users, and its callers may
	                                                  know of the element; or a head may be meant by it,
	                                                  with as many bytes behind it as the length says */
};

/* Makes the variants in arena. False: the unit did not go past the end of such a buffer. */
bool past_end_variants(struct arena *arena, const struct incident *incident, struct past_end *variants);

#endif
