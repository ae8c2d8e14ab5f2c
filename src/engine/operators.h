/* operators: evolution's changes of a test: a call is put in, made anew or taken out, a literal is changed.
 * Each result is sound (join.h), or NULL.
 *
 * A call that is made anew may get another variable, null or a fresh object for a pointer, and the result of an
 * earlier call for a number, because assemble.h makes arguments like that. */
#ifndef SKEP_ENGINE_OPERATORS_H
#define SKEP_ENGINE_OPERATORS_H

#include "engine/assemble.h"
#include "engine/mutate.h"

struct operators {
	struct assembly assembly;    /* makes calls; its arena and builder are not used */
	struct mutation mutation;    /* changes literals; its arena and comparisons are set per test */
	uint32_t (*pick)(void *context); /* returns the function to call next; NONE: there is none */
	void *context;
	uint32_t max_steps;          /* of a test */
};

/* Returns a test of so many calls; NULL: none could be made. */
const struct seq *operators_new_test(const struct operators *operators, struct arena *arena, uint32_t calls);
/* Returns the test with a call, and all that it needs, before step `at`. */
const struct seq *operators_insert(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t at, uint32_t function);
/* Returns the test without step i, and without literals that nothing uses then. */
const struct seq *operators_remove(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i);
/* Returns the test with call i made anew with other arguments. */
const struct seq *operators_remake(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i);

/* The result of a mutation. */
struct mutated {
	const struct seq *seq;       /* the old sequence if no change was possible */
	bool is_primitive;           /* some literal changed */
};

/* Gives each step the same small chance (one in the number of steps) to be taken out, to be changed, or to get
 * a call before it. */
struct mutated operators_mutate(const struct operators *operators, struct arena *arena, const struct seq *seq);

#endif
