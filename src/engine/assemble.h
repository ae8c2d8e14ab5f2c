/* assemble: appends a call with all its arguments to a sequence.
 *
 * This is the "extend" of the thesis: for each parameter it reuses a variable of the sequence, takes a
 * component that gives one, makes one anew according to the parameter's role, or passes null where that is
 * allowed. */
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
	bool is_loyal;               /* calls mostly use the oldest object that fits */
	struct rng *rng;
	const struct callees *callees; /* NULL: not known */
	bool with_reserve;           /* tests also set variables that callable functions set */
	bool flows_off;              /* no numbers, texts or buffers of calls as arguments (flows.h) */
	struct arena *arena;
	struct seq_builder builder;
};

/* Begins an empty sequence. */
void assembly_begin(struct assembly *assembly, struct arena *arena);
/* Appends a call of the function with all that it needs. False: its arguments cannot be made, and the sequence
 * must be dropped. */
bool assembly_call(struct assembly *assembly, uint32_t function);
/* Sets, mostly, the behaviour of missing functions that this function was seen to call. The unit must have
 * missing functions. */
void assembly_stubs(struct assembly *assembly, uint32_t function);
/* Sets the behaviour of one missing function. */
void assembly_stub(struct assembly *assembly, uint32_t missing, uint32_t function);
/* True if the function uses variables of the unit that tests may set. */
bool assembly_has_state(const struct assembly *assembly, uint32_t function);
/* Sets one or a few of the unit's variables that the function uses and tests may set. */
void assembly_state(struct assembly *assembly, uint32_t function);
/* Appends the last call once more; if `fresh`, with new plain literals. */
bool assembly_repeat(struct assembly *assembly, bool fresh);
const struct seq *assembly_finish(struct assembly *assembly);

#endif
