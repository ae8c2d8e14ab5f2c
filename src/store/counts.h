/* counts: numbers under names that campaigns add up.
 *
 * A count has a name and an index ("executions" 0, "swarm hits" 4711). Campaigns only add:
 * two of them can count at the same time, and a journal passes on increments, never totals. */
#ifndef SKEP_STORE_COUNTS_H
#define SKEP_STORE_COUNTS_H

#include <stdint.h>

#include "store/entry.h"

struct counts;

struct counts *counts_new(void);
/* `counts` may be NULL. */
void counts_free(struct counts *counts);

void counts_add(struct counts *counts, const char *name, uint32_t index, uint64_t by);
/* Returns a count; 0 if nothing was added. */
uint64_t counts_get(const struct counts *counts, const char *name, uint32_t index);
/* Returns all values under a name, by index; values beyond *n are 0. Valid until something is added. */
const uint64_t *counts_row(const struct counts *counts, const char *name, size_t *n);

/* Returns entries (ENTRY_COUNTS) with everything that `counts` has more than `known`, in arena; names are in
 * the order of their first use. No count in `known` may be larger. */
size_t counts_since(const struct counts *counts, const struct counts *known, struct arena *arena,
                    struct entry **entries);
/* Adds the increments of such an entry. */
void counts_take(struct counts *counts, const struct entry *entry);

#endif
