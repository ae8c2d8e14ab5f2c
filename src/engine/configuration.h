/* configuration: the operations that a test may use.
 *
 * Engines draw from all operations of the unit, or from a configuration: a subset. Leaving
 * operations out is what swarm testing is about: a test that never pops fills a stack. Whoever
 * draws an operation (assemble.h, pool.h, engines) honours the configuration, and whoever draws a
 * configuration sees to it that it has the operations that validity needs: a maker for each kind of
 * object that the others take. */
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

/* With nothing in it, of so many operations; in arena. */
struct configuration *configuration_new(uint32_t n, struct arena *arena);
void configuration_add(struct configuration *configuration, uint32_t operation);
void configuration_remove(struct configuration *configuration, uint32_t operation);

/* NULL is the configuration with all operations, here and below. */
static inline bool configuration_has(const struct configuration *configuration, uint32_t operation)
{
	return !configuration || configuration->in[operation / 64] >> (operation % 64) & 1;
}

/* Adds, for each operation that is in, a maker of every object that it takes, where none is in and
 * there is one. Destroyers need not be in: every test ends by destroying what it made. */
void configuration_complete(struct configuration *configuration, const struct model *model,
                            const struct makers *makers);
/* Every call of the sequence is in. */
bool configuration_allows(const struct configuration *configuration, const struct seq *seq);

#endif
