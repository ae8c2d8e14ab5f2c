/* compare: comparisons of texts and memory that record how far the two were from equal, while a
 * test is watched. The distance is the sum of the differences of their characters, and 256 for each
 * character that only one of them has. The texts that differ are recorded, too, because one side is
 * often the test's, and the other is what the unit looks for. */
#define _GNU_SOURCE
#include <ctype.h>

#include "inside.h"
#include "libc.h"

/* Differences further on are not told apart: a size may be anything, and a watched run should not
 * take much longer than another. */
#define MAX_NOTED 4096u
#define TEXTS_PER_CONDITION 8u

double __skep_text_distance;
struct sk_texts __skep_texts[SK_MAX_TEXTS];
uint32_t __skep_n_texts;
static uint32_t last = UINT32_MAX; /* number of the last pair of texts; UINT32_MAX: the last two were equal, or
                                      there was no room */

void __skep_texts_reset(void)
{
	__skep_text_distance = 0;
	__skep_n_texts = 0;
	last = UINT32_MAX;
}

static uint8_t clipped(size_t size)
{
	return (uint8_t)(size < SK_TEXT_BYTES ? size : SK_TEXT_BYTES);
}

static bool are_same(const struct sk_texts *a, const struct sk_texts *b)
{
	return memcmp(a->sizes, b->sizes, sizeof a->sizes) == 0 && memcmp(a->sides, b->sides, sizeof a->sides) == 0;
}

/* Texts of one condition must not take the room of all others. */
static void limit_condition(uint32_t condition)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < __skep_n_texts; i++)
		n += __skep_texts[i].condition == condition;
	if (n > TEXTS_PER_CONDITION)
		__skep_n_texts--;
}

void __skep_texts_decided(uint32_t condition)
{
	uint32_t pair = last;
	last = UINT32_MAX;
	if (pair == UINT32_MAX || condition >= __skep_target.n_conditions)
		return;
	for (uint32_t i = 0; i < __skep_n_texts; i++)
		if (__skep_texts[i].condition == condition && are_same(&__skep_texts[i], &__skep_texts[pair]))
			return;
	if (__skep_texts[pair].condition != UINT32_MAX) { /* the pair decided another condition before */
		if (__skep_n_texts == SK_MAX_TEXTS)
			return;
		__skep_texts[__skep_n_texts] = __skep_texts[pair];
		pair = __skep_n_texts++;
	}
	__skep_texts[pair].condition = condition;
	if (pair == __skep_n_texts - 1)
		limit_condition(condition);
}

static void keep_sides(const void *a, size_t a_size, const void *b, size_t b_size)
{
	struct sk_texts texts = { .condition = UINT32_MAX, .sizes = { clipped(a_size), clipped(b_size) } };
	memcpy(texts.sides[0], a, texts.sizes[0]);
	memcpy(texts.sides[1], b, texts.sizes[1]);
	if (texts.sizes[0] == texts.sizes[1] && memcmp(texts.sides[0], texts.sides[1], texts.sizes[0]) == 0)
		return; /* the recorded parts are equal; the texts differ behind them */
	for (last = 0; last < __skep_n_texts; last++)
		if (are_same(&texts, &__skep_texts[last]))
			return;
	if (__skep_n_texts < SK_MAX_TEXTS)
		__skep_texts[__skep_n_texts++] = texts;
	else
		last = UINT32_MAX;
}

void __skep_texts_note(const void *a, size_t a_size, const void *b, size_t b_size)
{
	keep_sides(a, a_size, b, b_size);
	last = UINT32_MAX; /* no condition tested the result */
}

static unsigned plain(unsigned char c)
{
	return c;
}

static unsigned folded(unsigned char c)
{
	return (unsigned)tolower(c);
}

static void note_text(const char *a, const char *b, size_t limit, unsigned (*fold)(unsigned char))
{
	double distance = 0;
	size_t i = 0;
	for (; i < limit && a[i] && b[i]; i++) {
		unsigned left = fold((unsigned char)a[i]), right = fold((unsigned char)b[i]);
		distance += left > right ? left - right : right - left;
	}
	if (i < limit) {
		const char *longer = a[i] ? a + i : b + i;
		distance += 256.0 * (double)strnlen(longer, limit - i);
	}
	__skep_text_distance = distance;
	last = UINT32_MAX;
	limit = clipped(limit);
	if (distance > 0)
		keep_sides(a, strnlen(a, limit), b, strnlen(b, limit));
}

int __skep_strcmp(const char *a, const char *b)
{
	int result = strcmp(a, b);
	if (__skep_watching)
		note_text(a, b, SIZE_MAX, plain);
	return result;
}

int __skep_strncmp(const char *a, const char *b, size_t n)
{
	int result = strncmp(a, b, n);
	if (__skep_watching)
		note_text(a, b, n, plain);
	return result;
}

int __skep_strcasecmp(const char *a, const char *b)
{
	int result = strcasecmp(a, b);
	if (__skep_watching)
		note_text(a, b, SIZE_MAX, folded);
	return result;
}

int __skep_strncasecmp(const char *a, const char *b, size_t n)
{
	int result = strncasecmp(a, b, n);
	if (__skep_watching)
		note_text(a, b, n, folded);
	return result;
}

int __skep_memcmp(const void *a, const void *b, size_t n)
{
	int result = memcmp(a, b, n);
	if (!__skep_watching)
		return result;
	const unsigned char *left = a, *right = b;
	__skep_text_distance = 0;
	for (size_t i = 0; i < n && i < MAX_NOTED; i++)
		__skep_text_distance += left[i] > right[i] ? left[i] - right[i] : right[i] - left[i];
	last = UINT32_MAX;
	if (result)
		keep_sides(a, n, b, n);
	return result;
}

int __skep_bcmp(const void *a, const void *b, size_t n)
{
	return __skep_memcmp(a, b, n);
}
