/* losses: goals that the search covered and the suite does not, with reasons. Private to emit/. */
#ifndef SKEP_EMIT_LOSSES_H
#define SKEP_EMIT_LOSSES_H

/* Why a test is not in the suite. */
enum loss {
	LOSS_NONE,
	LOSS_NO_DRAFT,
	LOSS_NOT_IN_C,
	LOSS_COMPILERS,
	LOSS_LINKERS,
	LOSS_SANITIZERS,
	LOSS_GCC,
	LOSS_CLANG,
	LOSS_UNSTABLE,
	LOSS_ENDLESS,
	LOSS_SLOW,
	LOSS_MEMORY,
	LOSS_TOO_MANY,
	N_LOSSES
};

/* Returns the reason as a word for other programs: "compilers". */
const char *loss_word(enum loss loss);
/* Returns the reason as a part of a sentence about a test: "a compiler objects to it". */
const char *loss_sentence(enum loss loss);

struct suite;
struct results;
struct arena;
/* Finds each goal that the search covered and no kept test of the suite covers, and the reason why its test was
 * lost. Fills results->losses and why_not, in the arena. */
void losses_find(const struct suite *suite, struct arena *arena, struct results *results);

#endif
