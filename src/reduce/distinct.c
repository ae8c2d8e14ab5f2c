/* distinct: see distinct.h. */
#include "reduce/distinct.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "seq/literal.h"
#include "seq/value.h"

#define OFFERS 4u          /* numbers tried in one place */
#define MAX_PLACES 48u     /* places looked at in one sequence */
#define WRITTEN_REAL 7.5L  /* the first number with a fraction in memory that calls write */
#define MOST_SMALL 9       /* of the numbers that are as good as any */
#define PAIRS 6u           /* texts from "ab" to "kl" */

struct telling {
	struct arena *arena;
	const struct model *model;
	const struct seq *best;
	reduce_test *test;
	void *context;
	VEC(int64_t) taken;      /* the numbers in use */
	uint32_t texts;          /* texts that are distinct so far */
	uint32_t reals;          /* numbers with fractions that were made distinct */
	uint32_t places;
};

static bool is_taken(const struct telling *telling, int64_t number)
{
	for (size_t i = 0; i < telling->taken.n; i++)
		if (telling->taken.at[i] == number)
			return true;
	return false;
}

static int64_t largest_taken(const struct telling *telling)
{
	int64_t largest = 0;
	for (size_t i = 0; i < telling->taken.n; i++)
		if (telling->taken.at[i] > largest)
			largest = telling->taken.at[i];
	return largest;
}

/* Offers the smallest numbers that are not in use, and one larger than all in use. */
static size_t offer_numbers(const struct telling *telling, int64_t *numbers)
{
	size_t n = 0;
	int64_t largest = largest_taken(telling);
	for (int64_t number = 1; n < OFFERS; number++)
		if (!is_taken(telling, number))
			numbers[n++] = number;
	if (largest < INT64_MAX && numbers[OFFERS - 1] < largest)
		numbers[OFFERS - 1] = largest + 1;
	return n;
}

/* Takes the first candidate that keeps what matters; *kept is n if none does. */
static status take_first(struct telling *telling, const struct seq *const *candidates, size_t n, uint32_t *kept)
{
	bool keeps[OFFERS] = { 0 };
	*kept = 0;
	if (n)
		TRY(telling->test(telling->context, candidates, n, keeps));
	while (*kept < n && !keeps[*kept])
		++*kept;
	if (*kept < n)
		telling->best = candidates[*kept];
	return NULL;
}

/* A later number is the same large one: where one of them is needed, the others need not be as large. */
static bool is_repeated_large(const struct telling *telling, uint32_t i, int64_t now)
{
	for (uint32_t k = i + 1; k < telling->best->n && (now < 0 || now > MOST_SMALL); k++) {
		const struct step *step = telling->best->steps[k];
		const struct type *type = model_canonical(telling->model, step->type);
		if (step->kind == STEP_VALUE && type->kind == TYPE_INT && type->size <= 8 &&
		    value_int(type, step->bytes) == now)
			return true;
	}
	return false;
}

/* Changes the number at byte `at` of literal i to one that is not in use. */
static status tell_apart(struct telling *telling, uint32_t i, uint32_t at, const struct type *type)
{
	const struct step *step = telling->best->steps[i];
	int64_t now = value_int(type, (const char *)step->bytes + at), numbers[OFFERS];
	const struct seq *candidates[OFFERS];
	size_t n = 0, offers = offer_numbers(telling, numbers);
	if (++telling->places > MAX_PLACES)
		return NULL;
	bool is_to_change = now == 0 || is_taken(telling, now) || is_repeated_large(telling, i, now);
	for (size_t k = 0; is_to_change && k < offers; k++) {
		char *bytes = arena_memdup(telling->arena, step->bytes, step->size);
		if (!value_int_fits(type, numbers[k]))
			continue;
		value_set_int(type, bytes + at, numbers[k]);
		numbers[n] = numbers[k];
		candidates[n++] = seq_with_bytes(telling->arena, telling->model, telling->best, i, bytes, step->size);
	}
	uint32_t kept;
	TRY(take_first(telling, candidates, n, &kept));
	vec_push(&telling->taken, kept < n ? numbers[kept] : now);
	return NULL;
}

/* An earlier text is equal. */
static bool is_repeated(const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	for (uint32_t k = 0; k < i; k++) {
		const struct step *other = seq->steps[k];
		if (other->kind == STEP_BLOCK && other->is_string && other->size == step->size &&
		    memcmp(other->bytes, step->bytes, step->size) == 0)
			return true;
	}
	return false;
}

/* Changes a text that is empty, or equal to an earlier one, to two letters of its own, or one. */
static status tell_text_apart(struct telling *telling, uint32_t i)
{
	const struct step *step = telling->best->steps[i];
	const char first = (char)('a' + 2 * (telling->texts++ % PAIRS)), pair[] = { first, (char)(first + 1), 0 },
	           single[] = { first, 0 };
	if (step->size > 1 && !is_repeated(telling->best, i))
		return NULL;
	if (++telling->places > MAX_PLACES)
		return NULL;
	const struct seq *candidates[] = {
		seq_with_bytes(telling->arena, telling->model, telling->best, i, pair, sizeof pair),
		seq_with_bytes(telling->arena, telling->model, telling->best, i, single, sizeof single)
	};
	uint32_t kept;
	return take_first(telling, candidates, sizeof candidates / sizeof *candidates, &kept);
}

/* An empty piece of memory without a type, of which nobody tells the length: the unit keeps or compares the pointer. */
static bool is_token(const struct telling *telling, uint32_t i)
{
	const struct step *step = telling->best->steps[i];
	if (step->kind != STEP_BLOCK || step->size || step->n_fills ||
	    model_canonical(telling->model, model_canonical(telling->model, step->type)->target)->kind != TYPE_VOID)
		return false;
	for (uint32_t k = i + 1; k < telling->best->n; k++)
		for (uint32_t a = 0; a < telling->best->steps[k]->n_args; a++) {
			const struct step *call = telling->best->steps[k];
			if (seq_index(k, call->args[a]) == i &&
			    (!step_is_call(call) || step_function(telling->model, call)->params[a].partner != NONE))
				return false;
		}
	return true;
}

/* It becomes a text, which reads better than a piece of nothing. */
static status tell_token_apart(struct telling *telling, uint32_t i)
{
	const char first = (char)('a' + 2 * (telling->texts++ % PAIRS)), pair[] = { first, (char)(first + 1), 0 };
	struct step text = *telling->best->steps[i];
	text.bytes = pair;
	text.size = sizeof pair;
	text.is_string = true;
	const struct seq *candidate = seq_replace(telling->arena, telling->best, i, &text);
	uint32_t kept;
	return take_first(telling, &candidate, 1, &kept);
}

static bool passed_by_address(const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			if (step->args[a].address && seq_index(i, step->args[a]) == v)
				return true;
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (step->fills[f].arg.address && seq_index(i, step->fills[f].arg) == v)
				return true;
	}
	return false;
}

/* ---- numbers with a fraction ---- */

/* Halves that no earlier number of the test is: 1.5, 2.5, ... */
static long double free_real(const struct telling *telling)
{
	return 1.5L + telling->reals;
}

/* The number at byte `at` of literal i, if it is zero or stands there twice, becomes one that no other is. In memory
 * that calls write (`written`), it depends on its place alone: similar tests shall be equal there. */
static status tell_real_apart(struct telling *telling, uint32_t i, uint32_t at, const struct type *type, bool written)
{
	const struct step *step = telling->best->steps[i];
	long double now = value_real(type, (const char *)step->bytes + at);
	if (now != 0 && now != 1 && now != -1)
		return NULL;
	if (++telling->places > MAX_PLACES)
		return NULL;
	const uint32_t nth = at / (uint32_t)type->size;
	const long double half = written ? WRITTEN_REAL + nth : free_real(telling),
	                  offers[] = { half, -half, 10 * half, half / 2 };
	const struct seq *candidates[OFFERS];
	for (size_t k = 0; k < OFFERS; k++) {
		char *bytes = arena_memdup(telling->arena, step->bytes, step->size);
		value_set_real(type, bytes + at, offers[k]);
		candidates[k] = seq_with_bytes(telling->arena, telling->model, telling->best, i, bytes, step->size);
	}
	uint32_t kept;
	TRY(take_first(telling, candidates, OFFERS, &kept));
	telling->reals += kept < OFFERS && !written;
	return NULL;
}

static bool is_plain_integer(const struct type *type)
{
	return type->kind == TYPE_INT && !type_is_char(type) && type->size <= 8;
}

static status look_at(struct telling *telling, uint32_t i)
{
	const struct model *model = telling->model;
	const struct step *step = telling->best->steps[i];
	if (is_token(telling, i))
		return tell_token_apart(telling, i);
	if (!seq_is_free_literal(model, telling->best, i) || step->n_fills)
		return NULL;
	const struct type *type = model_canonical(model, step->type);
	if (step->kind == STEP_VALUE && is_plain_integer(type) && !passed_by_address(telling->best, i))
		return tell_apart(telling, i, 0, type);
	if (step->kind == STEP_VALUE && type->kind == TYPE_FLOAT && !passed_by_address(telling->best, i))
		return tell_real_apart(telling, i, 0, type, false);
	if (step->kind == STEP_BLOCK && step->is_string && step_element_size(model, step) == 1)
		return tell_text_apart(telling, i);
	if (step->kind != STEP_BLOCK || step->is_string)
		return NULL;
	bool written = !model_type(model, model_type(model, step->type)->target)->is_const;
	type = model_canonical(model, type->target);
	for (uint32_t at = 0; is_plain_integer(type) && at + type->size <= step->size; at += (uint32_t)type->size)
		TRY(tell_apart(telling, i, at, type));
	for (uint32_t at = 0; type->kind == TYPE_FLOAT && at + type->size <= step->size; at += (uint32_t)type->size)
		TRY(tell_real_apart(telling, i, at, type, written));
	return NULL;
}

status distinct_literals(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                         void *context, const struct seq **result)
{
	struct telling telling = { .arena = arena, .model = model, .best = seq, .test = test, .context = context };
	status st = NULL;
	for (uint32_t i = 0; i < telling.best->n; i++)
		TRY_OUT(look_at(&telling, i));
	*result = telling.best;
out:
	vec_release(&telling.taken);
	return st;
}
