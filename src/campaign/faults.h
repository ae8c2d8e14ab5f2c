/* faults: faults of the fast build that the judge has seen often enough.
 *
 * A unit may crash in one test of three, and judging each of them would spend the budget on one crash. Faults
 * are told apart by kind and innermost frames. */
#ifndef SKEP_CAMPAIGN_FAULTS_H
#define SKEP_CAMPAIGN_FAULTS_H

#include "base/map.h"
#include "exec/exec.h"

struct fault_table {
	struct map seen;      /* key -> number of faults */
};

/* True while the judge should still look at faults like this one: the first few times, then each time their
 * number doubles. */
bool fault_is_new(struct fault_table *table, const struct run *run, const struct seq *seq);
void fault_table_release(struct fault_table *table);

#endif
