/* words: numbers as parameters of statements. Private to store/shared/. */
#ifndef SKEP_STORE_WORDS_H
#define SKEP_STORE_WORDS_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/shared/connection.h"

/* Room for a number as text, as long as the parameter is used. */
struct words {
	char text[32];
};

static inline struct parameter text_of(const char *text)
{
	return (struct parameter){ .text = text };
}

static inline struct parameter number_of(int64_t number, struct words *words)
{
	snprintf(words->text, sizeof words->text, "%" PRId64, number);
	return text_of(words->text);
}

static inline struct parameter real_of(double number, struct words *words)
{
	snprintf(words->text, sizeof words->text, "%.6f", number);
	return text_of(words->text);
}

#endif
