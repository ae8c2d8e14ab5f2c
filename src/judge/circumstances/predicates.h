/* predicates: the functions that circumstances.def names.
 *
 * Each predicate is asked about an incident, or about steps of it; circumstances.def says which steps. The predicates
 * are defined in the files of this folder, by what they look at; is_of_another_family() is in judge/api/family.c. */
#ifndef SKEP_JUDGE_PREDICATES_H
#define SKEP_JUDGE_PREDICATES_H

#include "judge/evidence.h"

#define SEEN(name, predicate, words) bool predicate(const struct incident *incident);
#define ASKED(name, of, predicate, words) bool predicate(const struct incident *incident, uint32_t i);
#define TRIED(name, words)
#define SETTLED(name, words)
#include "judge/circumstances/circumstances.def"
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

#endif
