/* mutate: see mutate.h.
 *
 * Besides blind changes there are two that follow comparisons. If a condition compared two values or two texts
 * and a literal contains one of them, the other is put in its place. This carries tests past magic numbers and
 * keywords without any knowledge of how the value got to the comparison. */
#include "engine/mutate.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seq/life.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_TEXT 4096u /* bytes that a literal grows to */

/* Returns a function to which the variable is passed, for literals that fit there. */
static uint32_t consumer(const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++)
		for (uint32_t a = 0; a < seq->steps[i]->n_args; a++)
			if (step_is_call(seq->steps[i]) && seq_index(i, seq->steps[i]->args[a]) == v)
				return seq->steps[i]->index;
	return NONE;
}

/* Returns which steps may be changed. The list is made once, because sequences have many literals. */
static const bool *find_free(const struct mutation *mutation, const struct seq *seq)
{
	bool *is_free = ARENA_ARRAY(mutation->arena, bool, seq->n + 1);
	seq_find_free(mutation->model, seq, is_free);
	return is_free;
}

/* Picks a literal at random; texts and buffers four times as likely as scalars. */
static uint32_t pick_literal(const struct mutation *mutation, const struct seq *seq)
{
	const bool *is_free = find_free(mutation, seq);
	uint32_t found = NONE;
	uint64_t weight = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		if (!is_free[i])
			continue;
		uint64_t own = seq->steps[i]->kind == STEP_VALUE ? 1 : 4;
		weight += own;
		if (rng_below(mutation->rng, weight) < own)
			found = i;
	}
	return found;
}

/* Picks a byte of a literal that may have any value; false if there is none. */
static bool pick_byte(const struct mutation *mutation, const struct step *step, size_t size, size_t *at)
{
	uint64_t seen = 0;
	for (size_t k = 0; k < size; k++)
		if (step_byte_is_free(mutation->model, step, k) && rng_below(mutation->rng, ++seen) == 0)
			*at = k;
	return seen > 0;
}

static const struct seq *change_scalar(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	const struct type *type = model_canonical(mutation->model, step->type);
	unsigned char *bytes = arena_alloc(mutation->arena, step->size + 16);
	size_t at = 0;
	memcpy(bytes, step->bytes, step->size);
	if (!type_is_scalar(type)) { /* a byte of a struct or array by value */
		if (!pick_byte(mutation, step, step->size, &at))
			return NULL;
		bytes[at] = (unsigned char)rng_next(mutation->rng);
	} else if (type->kind != TYPE_FLOAT && type->kind != TYPE_BOOL && type->size <= 8 &&
	           rng_chance(mutation->rng, 0.3)) {
		int64_t near = (int64_t)rng_below(mutation->rng, 9) - 4;
		value_set_int(type, bytes, (int64_t)((uint64_t)value_int(type, step->bytes) + (uint64_t)near));
	} else {
		values_scalar(mutation->values, mutation->rng, step->type, consumer(seq, i), bytes);
	}
	return seq_with_bytes(mutation->arena, mutation->model, seq, i, bytes, step->size);
}

static const struct seq *change_block(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	struct sb bytes = { 0 };
	size_t size = step->size, at = 0;
	if (step->is_string && size)
		size--;
	sb_add_bytes(&bytes, step->bytes, size);
	if (step_element_size(mutation->model, step) == 1 && step_byte_is_free(mutation->model, step, 0)) {
		values_mutate(mutation->values, mutation->rng, consumer(seq, i), step->is_string, &bytes);
	} else if (pick_byte(mutation, step, size, &at)) { /* other steps rely on the size */
		bytes.text[at] = (char)(rng_chance(mutation->rng, 0.5) ? rng_next(mutation->rng)
		                                                       : rng_below(mutation->rng, 4));
	}
	if (step->is_string)
		sb_add_bytes(&bytes, "", 1);
	const struct seq *result = seq_with_bytes(mutation->arena, mutation->model, seq, i, sb_text(&bytes), bytes.n);
	sb_release(&bytes);
	return result;
}

static bool are_free(const struct mutation *mutation, const struct step *literal, size_t at, uint32_t size)
{
	for (size_t k = at; k < at + size; k++)
		if (!step_byte_is_free(mutation->model, literal, k))
			return false;
	return true;
}

/* Finds a place where a literal of the sequence holds `size` bytes of `value`. */
static bool find_value(const struct mutation *mutation, const struct seq *seq, uint64_t value, uint32_t size,
                       uint32_t *step, size_t *at)
{
	const bool *is_free = find_free(mutation, seq);
	uint64_t seen = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *literal = seq->steps[i];
		if (!is_free[i] || literal->size < size)
			continue;
		for (size_t k = 0; k + size <= literal->size; k++)
			if (memcmp((const char *)literal->bytes + k, &value, size) == 0 &&
			    are_free(mutation, literal, k, size) && rng_below(mutation->rng, ++seen) == 0) {
				*step = i;
				*at = k;
			}
	}
	return seen > 0;
}

/* Returns the number of bytes that the larger number needs. */
static uint32_t value_bytes(uint64_t a, uint64_t b)
{
	uint64_t both = a | b;
	return both < 0x100 ? 1 : both < 0x10000 ? 2 : both < 0x100000000 ? 4 : 8;
}

/* Picks a pair that the wanted condition compared, or now and then any other pair. */
static const struct sk_compared *pick_pair(const struct mutation *mutation)
{
	const struct sk_compared *pair = &mutation->compared[rng_below(mutation->rng, mutation->n_compared)];
	uint64_t seen = 0;
	if (mutation->condition == NONE || rng_chance(mutation->rng, 0.3))
		return pair;
	for (uint32_t i = 0; i < mutation->n_compared; i++)
		if (mutation->compared[i].condition == mutation->condition && rng_below(mutation->rng, ++seen) == 0)
			pair = &mutation->compared[i];
	return pair;
}

static const struct seq *follow_comparison(const struct mutation *mutation, const struct seq *seq)
{
	const struct sk_compared *pair = pick_pair(mutation);
	bool swap = rng_chance(mutation->rng, 0.5);
	uint64_t old = swap ? pair->right : pair->left, wanted = swap ? pair->left : pair->right;
	uint32_t size = value_bytes(old, wanted), i = 0;
	size_t at = 0;
	if (old == wanted || looks_like_address(wanted) || !find_value(mutation, seq, old, size, &i, &at))
		return NULL;
	wanted += rng_below(mutation->rng, 8) == 0 ? rng_below(mutation->rng, 3) - 1 : 0;
	unsigned char *bytes = arena_memdup(mutation->arena, seq->steps[i]->bytes, seq->steps[i]->size);
	memcpy(bytes + at, &wanted, size);
	if (seq->steps[i]->is_string) {
		if (at + size >= seq->steps[i]->size)
			return NULL;
		for (uint32_t k = 0; k < size; k++)
			if (!bytes[at + k])
				return NULL;
	}
	return seq_with_bytes(mutation->arena, mutation->model, seq, i, bytes, seq->steps[i]->size);
}

/* ---- texts that were compared ---- */

/* Returns texts that decided the wanted condition, or NULL. */
static const struct sk_texts *texts_of_condition(const struct mutation *mutation)
{
	const struct sk_texts *found = NULL;
	uint64_t seen = 0;
	for (uint32_t i = 0; mutation->condition != NONE && i < mutation->n_texts; i++)
		if (mutation->texts[i].condition == mutation->condition && rng_below(mutation->rng, ++seen) == 0)
			found = &mutation->texts[i];
	return found;
}

static bool same_letters(const unsigned char *a, const unsigned char *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (tolower(a[i]) != tolower(b[i]))
			return false;
	return true;
}

static bool is_bytes(const struct mutation *mutation, const struct step *step)
{
	return step->kind != STEP_VALUE && step_is_literal(mutation->model, step) &&
	       step_element_size(mutation->model, step) == 1 && step_byte_is_free(mutation->model, step, 0);
}

/* Finds a place where a literal of the sequence holds the text. Case does not count, because units that ignore
 * it often change it before they compare. An empty text is found everywhere. */
static bool find_text(const struct mutation *mutation, const struct seq *seq, const uint8_t *text, size_t size,
                      uint32_t *step, size_t *at)
{
	uint64_t seen = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *literal = seq->steps[i];
		if (!is_bytes(mutation, literal))
			continue;
		for (size_t k = 0; k + size + literal->is_string <= literal->size; k++)
			if (same_letters((const unsigned char *)literal->bytes + k, text, size) &&
			    rng_below(mutation->rng, ++seen) == 0) {
				*step = i;
				*at = k;
			}
	}
	return seen > 0;
}

/* Puts a text in the place of another. The compared text may be longer than the recorded part, so now and then
 * only as many bytes are replaced as the new text has. */
static const struct seq *put_text(const struct mutation *mutation, const struct seq *seq, const uint8_t *old,
                                  size_t n_old, const uint8_t *new, size_t n_new)
{
	size_t at = 0;
	uint32_t i = 0;
	if (!find_text(mutation, seq, old, n_old, &i, &at))
		return NULL;
	const struct step *step = seq->steps[i];
	if (step->is_string && memchr(new, 0, n_new))
		return NULL;
	bool over = n_old == SK_TEXT_BYTES || rng_chance(mutation->rng, 0.3);
	size_t left = step->size - step->is_string - at, gone = over ? n_new : n_old;
	struct sb bytes = { 0 };
	gone = gone < left ? gone : left;
	sb_add_bytes(&bytes, step->bytes, at);
	sb_add_bytes(&bytes, new, n_new);
	sb_add_bytes(&bytes, (const char *)step->bytes + at + gone, step->size - at - gone);
	bool is_same = bytes.n == step->size && memcmp(sb_text(&bytes), step->bytes, bytes.n) == 0;
	bool is_long = bytes.n > MAX_TEXT && bytes.n > step->size;
	const struct seq *result = NULL;
	if (!is_same && !is_long)
		result = seq_with_bytes(mutation->arena, mutation->model, seq, i, sb_text(&bytes), bytes.n);
	sb_release(&bytes);
	return result;
}

/* Puts one side of a comparison in the place of the other. Compared memory may be a text with its terminating
 * zero and more bytes behind it. */
static const struct seq *put_side(const struct mutation *mutation, const struct seq *seq, const struct sk_texts *texts,
                                  bool side)
{
	const uint8_t *new = texts->sides[side], *old = texts->sides[!side];
	size_t n_new = texts->sizes[side], n_old = texts->sizes[!side];
	const struct seq *result = put_text(mutation, seq, old, n_old, new, n_new);
	if (!result && (memchr(old, 0, n_old) || memchr(new, 0, n_new)))
		result = put_text(mutation, seq, old, strnlen((const char *)old, n_old), new,
		                  strnlen((const char *)new, n_new));
	return result;
}

static const struct seq *follow_texts(const struct mutation *mutation, const struct seq *seq,
                                      const struct sk_texts *texts)
{
	bool side = rng_chance(mutation->rng, 0.5);
	const struct seq *result = put_side(mutation, seq, texts, side);
	return result ? result : put_side(mutation, seq, texts, !side);
}

/* Leaves out a call. Steps that used its result use another variable. */
static const struct seq *drop_call(const struct mutation *mutation, const struct seq *seq)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	uint32_t i = seq->n < 3 ? 0 : (uint32_t)rng_below(mutation->rng, seq->n);
	if (!i || !step_is_call(seq->steps[i]))
		return NULL;
	drop[i] = true;
	const struct seq *shorter = seq_without(mutation->arena, mutation->model, seq, drop);
	return shorter && seq_uses_the_living(mutation->model, shorter) && seq_ends_fit(mutation->model, shorter)
	               ? shorter
	               : NULL;
}

/* Makes a change that follows a comparison; NULL: none was drawn, or none fits. */
static const struct seq *follow(const struct mutation *mutation, const struct seq *seq)
{
	const struct sk_texts *texts = texts_of_condition(mutation);
	if (texts && rng_chance(mutation->rng, 0.5))
		return follow_texts(mutation, seq, texts);
	if (mutation->n_texts && rng_chance(mutation->rng, 0.1))
		return follow_texts(mutation, seq, &mutation->texts[rng_below(mutation->rng, mutation->n_texts)]);
	if (mutation->n_compared && rng_chance(mutation->rng, 0.3))
		return follow_comparison(mutation, seq);
	return NULL;
}

const struct seq *mutate_sequence(const struct mutation *mutation, const struct seq *seq)
{
	const struct seq *result = follow(mutation, seq);
	if (!result && rng_chance(mutation->rng, 0.05))
		result = drop_call(mutation, seq);
	if (result)
		return result;
	uint32_t i = pick_literal(mutation, seq);
	if (i == NONE)
		return NULL;
	return seq->steps[i]->kind == STEP_VALUE ? change_scalar(mutation, seq, i) : change_block(mutation, seq, i);
}

/* ---- one literal ---- */

/* Returns a number of any order of magnitude: the way to a number may be long, and its end needs small steps. */
static uint64_t any_size(struct rng *rng, uint64_t bits)
{
	return 1 + (rng_next(rng) >> (64 - 1 - rng_below(rng, bits)));
}

static int64_t stepped(const struct mutation *mutation, int64_t number, uint64_t bits)
{
	uint64_t old = (uint64_t)number, way = rng_below(mutation->rng, 10);
	uint64_t by = way < 5 ? 1 + rng_below(mutation->rng, way < 3 ? 4 : 20) : any_size(mutation->rng, bits);
	if (way < 7)
		return (int64_t)(rng_chance(mutation->rng, 0.5) ? old + by : old - by);
	if (way == 7)
		return (int64_t)(old ^ UINT64_C(1) << rng_below(mutation->rng, bits));
	if (way == 8)
		return (int64_t)(0 - old);
	return (int64_t)(rng_chance(mutation->rng, 0.5) ? old * 2 : old / 2);
}

/* Picks a double that a condition compared; false: none was drawn. */
static bool compared_real(const struct mutation *mutation, long double *number)
{
	double value;
	if (!mutation->n_compared)
		return false;
	const struct sk_compared *pair = pick_pair(mutation);
	memcpy(&value, rng_chance(mutation->rng, 0.5) ? &pair->left : &pair->right, sizeof value);
	*number = value;
	return pair->size == sizeof value;
}

static long double with_other_bit(const struct mutation *mutation, double number)
{
	uint64_t bits;
	memcpy(&bits, &number, sizeof bits);
	bits ^= UINT64_C(1) << rng_below(mutation->rng, 64);
	memcpy(&number, &bits, sizeof number);
	return number;
}

static long double stepped_real(const struct mutation *mutation, long double number)
{
	uint64_t way = rng_below(mutation->rng, 10);
	double sign = rng_chance(mutation->rng, 0.5) ? 1 : -1;
	if (way == 0 && compared_real(mutation, &number))
		return number;
	if (way <= 1)
		return (long double)nextafter((double)number, sign * HUGE_VAL);
	if (way <= 3)
		return number + (long double)(sign * (double)(1 + rng_below(mutation->rng, 20)));
	if (way <= 5) /* by a fraction of itself */
		return number + number * (long double)(sign * ldexp(1, -(int)rng_below(mutation->rng, 24)));
	if (way == 6)
		return -number;
	if (way == 7)
		return ldexpl(number, (int)(sign * (double)(UINT64_C(1) << rng_below(mutation->rng, 11))));
	return way == 8 ? with_other_bit(mutation, (double)number) : roundl(number);
}

static const struct seq *step_scalar(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	const struct type *type = model_canonical(mutation->model, step->type);
	bool is_whole = (type->kind == TYPE_INT || type->kind == TYPE_ENUM) && type->size <= 8;
	if ((!is_whole && type->kind != TYPE_FLOAT) || rng_chance(mutation->rng, 0.4))
		return change_scalar(mutation, seq, i);
	unsigned char *bytes = arena_alloc(mutation->arena, step->size + 16);
	memcpy(bytes, step->bytes, step->size);
	if (is_whole)
		value_set_int(type, bytes, stepped(mutation, value_int(type, step->bytes), 8 * type->size));
	else
		value_set_real(type, bytes, stepped_real(mutation, value_real(type, step->bytes)));
	return seq_with_bytes(mutation->arena, mutation->model, seq, i, bytes, step->size);
}

const struct seq *mutate_literal(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	if (!step_is_literal(mutation->model, seq->steps[i]) || !seq_is_free_literal(mutation->model, seq, i))
		return NULL;
	return seq->steps[i]->kind == STEP_VALUE ? step_scalar(mutation, seq, i) : change_block(mutation, seq, i);
}

const struct seq *mutate_towards(const struct mutation *mutation, const struct seq *seq)
{
	const struct sk_texts *texts = texts_of_condition(mutation);
	if (!texts && mutation->n_texts)
		texts = &mutation->texts[rng_below(mutation->rng, mutation->n_texts)];
	if (texts && (!mutation->n_compared || rng_chance(mutation->rng, 0.5)))
		return follow_texts(mutation, seq, texts);
	return mutation->n_compared ? follow_comparison(mutation, seq) : NULL;
}
