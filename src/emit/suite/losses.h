/* losses: what the search covered and the suite does not, and why. Private to emit/. */
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
	LOSS_TOO_MANY,
	N_LOSSES
};

/* "compilers": for programs. */
const char *loss_word(enum loss loss);
/* The reason for people, as a part of a sentence about a test: "a compiler objects to it". */
const char *loss_sentence(enum loss loss);

struct suite;
struct results;
struct arena;
/* Finds for each goal that the search covered and no kept test of the suite covers what its
 * test was lost for. Fills results->losses and why_not, in the arena. */
void losses_find(const struct suite *suite, struct arena *arena, struct results *results);

#endif
