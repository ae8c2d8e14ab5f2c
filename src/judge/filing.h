/* filing: the list of findings, each bug once.
 *
 * Findings have keys: an equal kind of fault in the same place has an equal key and is one bug. An
 * endless loop can be entered from many functions. If it was stopped in the function where a known
 * finding was stopped, the known finding is counted once more instead. */
#ifndef SKEP_JUDGE_FILING_H
#define SKEP_JUDGE_FILING_H

#include "base/map.h"
#include "judge/evidence.h"

struct filing {
	const struct unit *unit;
	struct symbolizer *symbolizer;
	struct arena *arena;              /* memory of findings; borrowed */
	struct map by_key;                /* finding key -> index + 1 */
	VEC(struct finding *) findings;
};

void filing_release(struct filing *filing);

/* The key of an incident: incidents of one bug have equal keys. */
uint64_t finding_key(const struct incident *incident, enum verdict verdict);
/* Files the incident. If its finding is known, it is counted, and the shorter test is kept. The
 * finding belongs to `filing`. */
struct finding *file_finding(struct filing *filing, const struct incident *incident, const struct rule *rule);
/* Adds `times` to the count of the finding with this key; does nothing if there is none. */
void count_finding(struct filing *filing, uint64_t key, uint32_t times);
/* A copy of a known finding, described by this incident; verdict, key and count stay. */
const struct finding *retell_finding(struct filing *filing, const struct finding *known,
                                     const struct incident *incident, const struct rule *rule);

#endif
