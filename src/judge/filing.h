/* filing: what was found, each thing once.
 *
 * Findings have keys: the same kind of fault in the same place is the same bug.
 * A loop that never ends can be entered from many functions; where it was stopped
 * in the same function as one that is known, it is counted there. */
#ifndef SKEP_JUDGE_FILING_H
#define SKEP_JUDGE_FILING_H

#include "base/map.h"
#include "judge/evidence.h"

struct filing {
	const struct unit *unit;
	struct symbolizer *symbolizer;
	struct arena *arena;              /* of findings */
	struct map by_key;                /* finding key -> index + 1 */
	VEC(struct finding *) findings;
};

void filing_release(struct filing *filing);

/* Same bug, same key. */
uint64_t finding_key(const struct incident *incident, enum verdict verdict);
/* Files the incident: a known one is counted, and the shorter test kept. */
struct finding *file_finding(struct filing *filing, const struct incident *incident, const struct rule *rule);
/* Counts a finding as seen so many more times; nothing happens if there is none of that key. */
void count_finding(struct filing *filing, uint64_t key, uint32_t times);
/* A known finding as this incident of it shows it: verdict, key and count stay. */
const struct finding *retell_finding(struct filing *filing, const struct finding *known,
                                     const struct incident *incident, const struct rule *rule);

#endif
