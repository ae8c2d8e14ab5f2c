/* operators: how evolution changes a test: a call is put in, made anew or taken out, a literal is
 * changed. What they give is sound (join.h), or NULL.
 *
 * A call that is made anew may get another variable, null or a fresh object for a pointer, and the
 * result of an earlier call for a number: that is how assemble.h makes arguments. */
#ifndef SKEP_ENGINE_OPERATORS_H
#define SKEP_ENGINE_OPERATORS_H

#include "engine/assemble.h"
#include "engine/mutate.h"

struct operators {
	struct assembly assembly;    /* how calls are made; its arena and builder do not matter */
	struct mutation mutation;    /* how literals are changed; its arena and comparisons are set per test */
	uint32_t (*pick)(void *context); /* the function to call next; NONE: there is none */
	void *context;
	uint32_t max_steps;          /* of a test */
};

/* A test of so many calls; NULL: none could be made. */
const struct seq *operators_new_test(const struct operators *operators, struct arena *arena, uint32_t calls);
/* A call put in before step `at`, with all that it needs. */
const struct seq *operators_insert(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t at, uint32_t function);
/* Step i taken out, and literals that nothing uses then. */
const struct seq *operators_remove(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i);
/* Call i made anew with other arguments. */
const struct seq *operators_remake(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i);

/* The changes of a mutation. */
struct mutated {
	const struct seq *seq;       /* the same as before if nothing came of it */
	bool is_primitive;           /* some literal changed */
};

/* Each step is taken out, changed, or a call is put in, with one chance in the number of steps. */
struct mutated operators_mutate(const struct operators *operators, struct arena *arena, const struct seq *seq);

#endif
