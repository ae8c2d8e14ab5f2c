/* blame: is a number that the test passed the cause of a fault?
 *
 * A function that looks at a number before it uses it must refuse those that do
 * not fit. One that does not look leaves that to its caller: `at(list, 7)` of a
 * short list is misuse where nothing in at() asks how long the list is. */
#ifndef SKEP_JUDGE_BLAME_H
#define SKEP_JUDGE_BLAME_H

#include "judge/evidence.h"

/* A condition of the function, other than that of a loop, names the parameter. */
bool number_is_looked_at(const struct marks *marks, const struct function *function, uint32_t param);
/* Such a condition asks how large it is: the function may refuse what is too large. */
bool number_is_limited(const struct marks *marks, const struct function *function, uint32_t param);

/* The called function is where it happens, or all that it called on the way there look at
 * no number that they got: it may be that of the test. */
bool numbers_come_through(const struct incident *incident);

/* A number that the call which failed got and does not look at, and the sequence
 * with others in its place. */
enum { SUSPECT_ZERO, SUSPECT_ONE, SUSPECT_LARGE, N_SUSPECTED };
struct suspect {
	int64_t passed;      /* above the largest one it is negative, too: no memory is so large */
	const struct seq *with[N_SUSPECTED];
};

/* The effect of one of them at that call. */
struct deed {
	bool fails, hangs;
	const char *fault;       /* its name */
	int64_t offset;          /* memory errors: from the start of the block */
};

/* Returns how many suspects there are, at most `room`. */
size_t blame_numbers(struct arena *arena, const struct incident *incident, struct suspect *suspects, size_t room);

/* The number decides what happens, and is used as it is: a large one fails. (One that
 * is first brought into range, and wrongly, is not the caller's fault.) A divisor is
 * to blame if it was zero; for a loop without end, a number if it was negative or zero
 * and small ones end it; for a pointer that leaves the address space, one that
 * is as far away; for a bad access, a negative one, or a size that no memory has, if no other fails. */
bool suspect_is_to_blame(const struct suspect *suspect, const struct deed *seen, const struct deed *with);

/* Calls that had to do with the failure got wild numbers, and did not look at them: those that
 * made objects or said how they are to be, and the failing one if it makes an object or nothing
 * looked at the number on the way. The sequence with plain numbers in place of the wild ones, and in place of all;
 * false: it is not so. If one of them does not fail, something was asked for that nobody has,
 * as a sound of minus one channels. */
bool blame_history(struct arena *arena, const struct incident *incident, const struct seq *plain[2]);

/* A call that does not end got numbers: the sequence with one and with two in place of each.
 * If both end, and two takes longer, then so much work may have been asked for. Returns how
 * many pairs there are, at most `room`. */
size_t blame_work(struct arena *arena, const struct incident *incident, const struct seq *(*smaller)[2], size_t room);

/* The unit reads past the end of a text that the test made and that it takes for a
 * string: the sequence with a plain text of the same length; NULL: it is not so. If
 * that does not fail, it is not the length of the text that was wrong. */
const struct seq *blame_text(struct arena *arena, const struct incident *incident);

/* The unit reached outside of memory in a call that got an array of numbers, wider than
 * bytes, that the test made: the sequence with zeroes there; NULL: it is not so. If that
 * does not fail, the unit took a number of the array for a place. Or a number with a fraction
 * did not fit into an integer: the sequence with ones in place of such numbers, alone or
 * in arrays, that the called function does not look at. */
const struct seq *blame_elements(struct arena *arena, const struct incident *incident);

/* A place is not aligned: the sequence with the next smaller multiples of 16 for the numbers that the call got,
 * looked at or not; NULL: it is not so, or they are multiples. A function that refuses places outside of a buffer
 * may still leave it to its caller where in the buffer things begin. */
const struct seq *blame_places(struct arena *arena, const struct incident *incident);

#endif
