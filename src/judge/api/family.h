/* family: functions that belong together by their names.
 *
 * One struct may serve two sets of functions: compressInit and compressEnd, decompressInit and
 * decompressEnd. C lets a test set an object up with compressInit and end it with decompressEnd; a
 * person sees by the names that this is not meant. */
#ifndef SKEP_JUDGE_FAMILY_H
#define SKEP_JUDGE_FAMILY_H

#include "judge/evidence.h"

/* The number of words that both names begin with. A word ends at an underscore, and before a
 * capital letter that follows a small letter. */
uint32_t words_in_common(const char *a, const char *b);

/* Step i uses an object that a function made or set up, and by its name the called function belongs
 * to another function that makes or sets up objects of the type: their names share more first
 * words. */
bool is_of_another_family(const struct incident *incident, uint32_t i);

/* Step i uses an object that was made or set up for one of two opposite ways, by the names of functions: with
 * bits_init_write() where there is bits_init_read(). By its name the called function is not for this way alone. */
bool may_be_for_other_way(const struct incident *incident, uint32_t i);

#endif
