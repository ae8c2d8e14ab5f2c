/* words: parts of statements, and numbers as parameters. Private to store/shared/. */
#ifndef SKEP_STORE_WORDS_H
#define SKEP_STORE_WORDS_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/shared/connection.h"

/* The first transaction that was not over when the statement began. */
#define FIRST_OPEN "pg_snapshot_xmin(pg_current_snapshot())"

/* The moments of campaign $1 when more goals were covered than before: the numbers that workers knew, in the order of the
 * clock. */
#define MOMENTS_OF_CAMPAIGN                                                                                      \
	"SELECT at, covered FROM (SELECT at, covered, max(covered) OVER (ORDER BY at, covered ROWS BETWEEN"      \
	" UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM (SELECT at, covered FROM skep.entry WHERE"         \
	" campaign = $1 AND kind = 0 UNION ALL SELECT at, covered FROM skep.moment WHERE campaign = $1) all_of_it) m" \
	" WHERE covered > coalesce(before, 0)"

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
