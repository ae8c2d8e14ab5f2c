/* cache: what is known of programs solved before.
 *
 * A program is named by its content, in which inputs are numbered, not named: the
 * same question about other bytes of another test has the same name. Bounded, and
 * the same questions in the same order always leave it the same. */
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
/* KNOWN_ANSWER: *answer are the bytes (n_inputs of them), until the next cache_put. */
enum known cache_get(const struct cache *cache, const struct program_name *name, const uint8_t **answer);
/* The answer is copied; NULL unless `known` is KNOWN_ANSWER. */
void cache_put(struct cache *cache, const struct program_name *name, enum known known, const uint8_t *answer,
               uint32_t n_inputs);
/* Recent answer number i (0: the latest) that has that many bytes; NULL: no more. */
const uint8_t *cache_recent(const struct cache *cache, uint32_t n_inputs, unsigned i);

#endif
