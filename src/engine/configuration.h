/* configuration: the operations that a test may use.
 *
 * Engines draw from all operations of the unit, or from a subset: a configuration. Swarm testing means to leave
 * operations out: a test that never pops fills a stack. Every place that draws an operation (assemble.h,
 * pool.h, engines) honours the configuration. Whoever draws a configuration completes it with the operations
 * that valid calls need: a maker for each kind of object that the other operations take. */
#ifndef SKEP_ENGINE_CONFIGURATION_H
#define SKEP_ENGINE_CONFIGURATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "model/model.h"
#include "seq/seq.h"

struct makers; /* engine/learned/makers.h */

struct configuration {
	uint32_t n;              /* operations of the model */
	uint64_t in[];           /* a bit set */
};

/* Returns an empty configuration for n operations; in arena. */
struct configuration *configuration_new(uint32_t n, struct arena *arena);
void configuration_add(struct configuration *configuration, uint32_t operation);
void configuration_remove(struct configuration *configuration, uint32_t operation);

/* True if the configuration has the operation. NULL is the configuration with all operations, here and below. */
static inline bool configuration_has(const struct configuration *configuration, uint32_t operation)
{
	return !configuration || configuration->in[operation / 64] >> (operation % 64) & 1;
}

/* Adds makers: for each operation in the configuration, a maker of every object it takes, if the configuration
 * has none and the unit has one. Destroyers are not needed, because every test ends by destroying its objects. */
void configuration_complete(struct configuration *configuration, const struct model *model,
                            const struct makers *makers);
/* True if the configuration has every call of the sequence. */
bool configuration_allows(const struct configuration *configuration, const struct seq *seq);

#endif
