/* assemble: a call with all its arguments, put behind what a sequence has so far.
 *
 * The thesis's extend: for each parameter reuse a variable of the sequence, take
 * a component that gives one, make one anew according to the parameter's role,
 * or pass null where allowed. */
#ifndef SKEP_ENGINE_ASSEMBLE_H
#define SKEP_ENGINE_ASSEMBLE_H

#include "engine/learned/callees.h"
#include "engine/configuration.h"
#include "engine/learned/makers.h"
#include "engine/pool.h"
#include "engine/values.h"
#include "seq/life.h"

struct assembly {
	const struct model *model;
	const bool *callable;
	const struct configuration *configuration; /* NULL: all operations may be drawn */
	const struct makers *makers;
	struct values *values;
	struct pool *pool;           /* NULL: no components (undirected) */
	bool is_loyal;               /* calls work mostly on the oldest object that serves */
	struct rng *rng;
	const struct callees *callees; /* NULL: nobody knows which stand-ins are called */
	bool with_reserve;           /* variables that callable functions set are set by tests, too */
	bool flows_off;              /* numbers, texts and buffers of calls are no arguments (flows.h) */
	struct arena *arena;
	struct seq_builder builder;
};

/* Begins an empty sequence. */
void assembly_begin(struct assembly *assembly, struct arena *arena);
/* Appends a call of the function with everything it needs; false if its
 * arguments cannot be made (the sequence is then to be dropped). */
bool assembly_call(struct assembly *assembly, uint32_t function);
/* Says, mostly, how functions behave from then on that nobody defines and that this one was seen to
 * call. There must be some that are missing. */
void assembly_stubs(struct assembly *assembly, uint32_t function);
/* Says how one of them behaves. */
void assembly_stub(struct assembly *assembly, uint32_t missing, uint32_t function);
/* The function uses variables of the unit that tests may set. */
bool assembly_has_state(const struct assembly *assembly, uint32_t function);
/* Sets one or a few of the variables of the unit that the function uses and tests
 * may set. */
void assembly_state(struct assembly *assembly, uint32_t function);
/* Appends the last call once more, its plain literals made anew if `fresh`. */
bool assembly_repeat(struct assembly *assembly, bool fresh);
const struct seq *assembly_finish(struct assembly *assembly);

#endif
