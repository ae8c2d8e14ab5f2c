/* cache: the results for programs solved before.
 *
 * A program is named by its content, in which inputs are numbered, not named: the same question
 * about other bytes of another test has the same name. The cache is limited in size, and the same
 * questions in the same order always leave it in the same state. */
#ifndef SKEP_SOLVE_CACHE_H
#define SKEP_SOLVE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "solve/program.h"
#include "solve/rungs.h"

enum known { NOT_KNOWN, KNOWN_ANSWER, KNOWN_REFUTED, KNOWN_HARD };

struct program_name {
	uint64_t hash[2];
};

struct cache;
struct cache *cache_new(void);
void cache_free(struct cache *cache);

struct program_name cache_name(const struct program *program);
/* The result for a program. With KNOWN_ANSWER, *answer has n_inputs bytes, which are valid until
 * the next cache_put. */
enum known cache_get(const struct cache *cache, const struct program_name *name, const uint8_t **answer);
/* Stores a result. The answer is copied; it is NULL unless `known` is KNOWN_ANSWER. */
void cache_put(struct cache *cache, const struct program_name *name, enum known known, const uint8_t *answer,
               uint32_t n_inputs);
/* Recent answer number i (0 is the latest) with this number of bytes; NULL: there is no more. */
const uint8_t *cache_recent(const struct cache *cache, uint32_t n_inputs, unsigned i);

#endif
