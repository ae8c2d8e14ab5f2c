/* predicates: the functions that circumstances.def names.
 *
 * Each is asked of a step of an incident; circumstances.def says of which. They are defined in
 * the files of this folder and, where a trial needs the same, in judge/api. */
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
