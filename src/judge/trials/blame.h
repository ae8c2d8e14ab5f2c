/* blame: is a number that the test passed the cause of a fault?
 *
 * A function that looks at a number before it uses it must refuse numbers that do not fit. A
 * function that does not look leaves that to its caller: `at(list, 7)` on a short list is misuse if
 * nothing in at() asks how long the list is. */
#ifndef SKEP_JUDGE_BLAME_H
#define SKEP_JUDGE_BLAME_H

#include "judge/evidence.h"

/* A condition of the function names the parameter; conditions of loops do not count, nor do conditions that only pass
 * the parameter on to a function that does not look at it. */
bool number_is_looked_at(const struct incident *incident, const struct function *function, uint32_t param);
/* A condition of the function asks how large the parameter is, so the function may refuse numbers
 * that are too large. */
bool number_is_limited(const struct marks *marks, const struct function *function, uint32_t param);

/* Like number_is_limited(), for a use of the number in this line. Conditions behind the line do not count, nor do those
 * that only keep arithmetic from overflowing, as "n > INT_MAX - at". */
bool number_is_bounded(const struct marks *marks, const struct function *function, uint32_t param, uint32_t line);

/* A condition of the function compares the parameter with 0 or 1, so the function may refuse negative numbers. */
bool number_has_beginning(const struct marks *marks, const struct function *function, uint32_t param);

/* The fault is in the called function, or in a function that it called through functions that look
 * at none of their numbers. So the number at fault may be the test's. */
bool numbers_come_through(const struct incident *incident);

/* A number that the failing call got and does not look at, and sequences with other numbers in its
 * place. */
enum { SUSPECT_ZERO, SUSPECT_ONE, SUSPECT_LARGE, N_SUSPECTED };
struct suspect {
	int64_t passed; /* above the largest signed number it is negative: no memory is so large */
	const struct seq *with[N_SUSPECTED];
};

/* The behaviour of a sequence at the failing call. */
struct deed {
	bool fails, hangs;
	const char *fault; /* name of the fault */
	int64_t offset; /* for memory errors: distance from the start of the block */
};

/* Fills `suspects`, in arena; returns how many there are, at most `room`. */
size_t blame_numbers(struct arena *arena, const struct incident *incident, struct suspect *suspects, size_t room);

/* Decides whether the number is to blame. It is if its size decides what happens and the unit uses it as it is; then a
 * large number fails, too. (A number that the unit first brings into range, and wrongly, is not the caller's fault.) A
 * divisor is to blame if it was zero. For an endless loop, a number is to blame if it was negative or zero and small
 * numbers end the loop. For a pointer outside of the address space, a number of that size is to blame. For a bad
 * access, a negative number, or a size that no memory has, is to blame if no other number fails. */
bool suspect_is_to_blame(const struct suspect *suspect, const struct deed *seen, const struct deed *with);

/* For wild numbers that calls with a part in the failure got and do not look at: calls that made objects or set their
 * size or kind, and the failing call if it makes an object or if nothing on the way looks at the number. plain[0] has
 * plain numbers instead of the wild ones, plain[1] instead of all, in arena. If one of them does not fail, the test
 * asked for something absurd, such as a sound of minus one channels. False: there are no such numbers. */
bool blame_history(struct arena *arena, const struct incident *incident, const struct seq *plain[2]);

/* For a call that does not end and got numbers: smaller[i] is the sequence with 1 and with 2 in
 * place of one number. If both end, and 2 takes longer than 1, the test may simply have asked for
 * much work. Returns how many pairs there are, at most `room`. */
size_t blame_work(struct arena *arena, const struct incident *incident, const struct seq *(*smaller)[2], size_t room);

/* For an access past the end of a text that the test made and the unit takes for a string: the
 * sequence with a plain text of the same length. If it does not fail, the length of the text is not
 * the cause. NULL: the fault is another one. */
const struct seq *blame_text(struct arena *arena, const struct incident *incident);

/* For an access outside of memory in a call that got an array of numbers wider than bytes, made by
 * the test: the sequence with zeroes in the array. If it does not fail, the unit took a number of
 * the array for a place. Or, for a number with a fraction that does not fit into an integer: the
 * sequence with 1 in place of such numbers, alone or in arrays, that the called function does not
 * look at. NULL: the fault is another one. */
const struct seq *blame_elements(struct arena *arena, const struct incident *incident);

/* For an address that is not aligned: the sequence in which each number that the call got, looked at or not, is rounded
 * down to a multiple of 16. A function that refuses places outside of a buffer may still leave it to its caller where
 * in the buffer objects begin. NULL: the fault is another one, or all numbers are multiples. */
const struct seq *blame_places(struct arena *arena, const struct incident *incident);

#endif
