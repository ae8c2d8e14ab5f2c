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

/* A number that the call which failed got and does not look at, and the sequence
 * with others in its place. */
enum { SUSPECT_ZERO, SUSPECT_ONE, SUSPECT_LARGE, N_SUSPECTED };
struct suspect {
	int64_t passed;
	bool is_signed;
	const struct seq *with[N_SUSPECTED];
};

/* What one of them does at that call. */
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
 * is as far away; for a bad access, a negative one if no other fails. */
bool suspect_is_to_blame(const struct suspect *suspect, const struct deed *seen, const struct deed *with);

/* The unit reads past the end of a text that the test made and that it takes for a
 * string: the sequence with a plain text of the same length; NULL: it is not so. If
 * that does not fail, it is not the length of the text that was wrong. */
const struct seq *blame_text(struct arena *arena, const struct incident *incident);

/* The unit reached outside of memory in a call that got an array of numbers, wider than
 * bytes, that the test made: the sequence with zeroes there; NULL: it is not so. If that
 * does not fail, the unit took a number of the array for a place. */
const struct seq *blame_elements(struct arena *arena, const struct incident *incident);

#endif
