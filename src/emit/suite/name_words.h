/* name_words: values, texts and conditions as words that can stand in the name of a test. Each function adds "_word_word",
 * or nothing if there is nothing to tell. */
#ifndef SKEP_EMIT_NAME_WORDS_H
#define SKEP_EMIT_NAME_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define NAME_TOLD 16u /* characters of a text */
#define NAME_SIGNS 4u /* a text so short has its signs named, too */

/* The letters and digits at the beginning of a text: "_key_7"; of a short text also its signs: "_a_comma". */
void words_add_text(const unsigned char *text, size_t n, struct sb *name);
/* The last words and signs of a text: "_ending_in_colon_newline_a", or all: "_spelled_1_dot_25". Nothing of a text that words_add_text() tells whole. */
void words_add_ending(const unsigned char *text, size_t n, struct sb *name);
/* "_7", "_minus_7". */
void words_add_number(int64_t number, struct sb *name);
/* "_1_5": a number with a fraction that has few digits. */
void words_add_real(long double number, struct sb *name);
/* The outcome of a condition of the source: "_where_count_is_at_least_capacity" of "b->count < b->capacity", false.
 * False: the text is too long, or more than a comparison, a name or a call. */
bool words_add_condition(const char *text, bool outcome, struct sb *name);

#endif
