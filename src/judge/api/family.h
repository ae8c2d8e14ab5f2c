/* family: functions that belong together by their names.
 *
 * One struct may serve two sets of functions: compressInit and compressEnd,
 * decompressInit and decompressEnd. C lets a test set an object up with one and end it with the
 * other; a person sees by the names that this is not meant. */
#ifndef SKEP_JUDGE_FAMILY_H
#define SKEP_JUDGE_FAMILY_H

#include "judge/evidence.h"

/* How many words both names begin with. Words end at an underscore, and before a capital
 * letter that follows a small one. */
uint32_t words_in_common(const char *a, const char *b);

/* Step i uses an object that a function made or set up, where another function that does so for
 * its type begins with more of the words that the called one begins with. */
bool is_of_another_family(const struct incident *incident, uint32_t i);

#endif
