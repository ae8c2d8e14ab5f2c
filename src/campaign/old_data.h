/* old_data: counts of swarm tests that a campaign for an earlier version of the unit kept.
 *
 * They form a journal that has nothing but counts. Goals are matched by their keys (cover/goal_keys.h),
 * operations by their names. Goals and operations without a counterpart are left out. */
#ifndef SKEP_CAMPAIGN_OLD_DATA_H
#define SKEP_CAMPAIGN_OLD_DATA_H

#include "engine/influence.h"
#include "store/journal.h"
#include "store/store.h"

/* Notes in a store the goals and operations of its counts. */
MUST_USE status old_data_note(struct store *store, const struct model *model, const struct marks *marks);

struct old_data {
	struct journal *journal;         /* NULL: there is no data. journal_free() frees it */
	uint64_t tests;                  /* swarm tests */
	uint32_t matched, goals;         /* goals with hits and a counterpart; all goals with hits */
};

/* Reads the counts of a kept campaign. A file that is no campaign, is of another unit or has no such note gives
 * no data. */
MUST_USE status old_data_read(const char *path, const char *unit, const struct model *model, const struct marks *marks,
                              struct old_data *data);

#endif
