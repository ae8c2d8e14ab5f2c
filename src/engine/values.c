/* values: see values.h. Every table is bounded: in a full table a random entry makes room, so memory does not
 * grow in a long campaign. */
#include "engine/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANCE_BITS 0.35       /* of a float that is made of bits, not of a number */
#define CHANCE_LARGE 0.05      /* of a large number where a small one would do */
#define SMALL 512
#define MAX_TEXTS 4096u
#define MAX_NUMBERS 4096u
#define MAX_LENGTH 4096u

struct own_text {
	char *bytes;
	uint32_t length;
};

struct piece {
	const char *bytes;
	uint32_t length;
};

typedef VEC(uint32_t) index_list;

struct values {
	const struct model *model;
	VEC(int64_t) numbers;              /* of the unit: literals and constants */
	VEC(struct piece) pieces;          /* of the unit: string literals, characters */
	index_list *by_function;           /* per function: indices of its number literals */
	index_list *usages_by_function;    /* and of constants passed to it */
	index_list *pieces_by_function;
	VEC(double) reals;
	VEC(int64_t) compared;             /* seen at conditions */
	VEC(struct own_text) texts;        /* of tests that covered something new */
	struct map known_texts, known_compared;
	struct arena *arena;
	uint64_t turn;                     /* the next entry to make room */
	bool is_wide;                      /* large numbers are as likely as others */
};

static void add_literal(struct values *values, const struct literal *literal)
{
	if (literal->is_real) {
		vec_push(&values->reals, literal->real);
		return;
	}
	if (literal->is_string) {
		if (literal->function != NONE)
			vec_push(&values->pieces_by_function[literal->function], (uint32_t)values->pieces.n);
		vec_push(&values->pieces, (struct piece){ literal->bytes, literal->length });
		return;
	}
	if (literal->function != NONE)
		vec_push(&values->by_function[literal->function], (uint32_t)values->numbers.n);
	vec_push(&values->numbers, literal->number);
	if (literal->number > 0 && literal->number < 256) {
		char *byte = arena_alloc(values->arena, 1);
		*byte = (char)literal->number;
		if (literal->function != NONE)
			vec_push(&values->pieces_by_function[literal->function], (uint32_t)values->pieces.n);
		vec_push(&values->pieces, (struct piece){ byte, 1 });
	}
}

static void add_indices(const index_list *from, index_list *to)
{
	for (size_t i = 0; i < from->n && to->n < MAX_NUMBERS; i++)
		vec_push(to, from->at[i]);
}

/* Gives the literals of functions that use a variable to the variable's setter, because the variable is
 * compared with them. */
static void lend_to_variables(struct values *values)
{
	const struct model *model = values->model;
	for (uint32_t f = 0; f < model->functions.n; f++)
		for (uint32_t i = 0; i < model->functions.at[f].n_uses; i++) {
			uint32_t setter = model->functions.at[f].uses[i];
			add_indices(&values->by_function[f], &values->by_function[setter]);
			add_indices(&values->pieces_by_function[f], &values->pieces_by_function[setter]);
		}
}

struct values *values_new(const struct model *model)
{
	struct values *values = xcalloc(1, sizeof *values);
	values->model = model;
	values->arena = arena_new();
	values->by_function = xcalloc(model->functions.n, sizeof *values->by_function);
	values->pieces_by_function = xcalloc(model->functions.n, sizeof *values->pieces_by_function);
	for (size_t i = 0; i < model->literals.n; i++)
		add_literal(values, &model->literals.at[i]);
	lend_to_variables(values);
	values->usages_by_function = xcalloc(model->functions.n, sizeof *values->usages_by_function);
	for (uint32_t i = 0; i < model->usages.n; i++)
		vec_push(&values->usages_by_function[model->usages.at[i].function], i);
	for (size_t i = 0; i < model->constants.n; i++)
		vec_push(&values->numbers, model->constants.at[i].value);
	return values;
}

const struct literal *values_usual(const struct values *values, struct rng *rng, uint32_t function, uint32_t param)
{
	const struct literal *found = NULL;
	uint64_t n = 0;
	for (size_t i = 0; i < values->usages_by_function[function].n; i++) {
		const struct usage *usage = &values->model->usages.at[values->usages_by_function[function].at[i]];
		if (usage->param == param && rng_below(rng, ++n) == 0)
			found = &usage->value;
	}
	return found;
}

void values_widen(struct values *values, bool is_wide)
{
	values->is_wide = is_wide;
}

void values_free(struct values *values)
{
	for (size_t i = 0; i < values->model->functions.n; i++) {
		vec_release(&values->by_function[i]);
		vec_release(&values->pieces_by_function[i]);
		vec_release(&values->usages_by_function[i]);
	}
	for (size_t i = 0; i < values->texts.n; i++)
		free(values->texts.at[i].bytes);
	free(values->by_function);
	free(values->pieces_by_function);
	free(values->usages_by_function);
	vec_release(&values->numbers);
	vec_release(&values->pieces);
	vec_release(&values->reals);
	vec_release(&values->compared);
	vec_release(&values->texts);
	map_release(&values->known_texts);
	map_release(&values->known_compared);
	arena_free(values->arena);
	free(values);
}

static int64_t small_number(struct rng *rng)
{
	static const signed char numbers[] = { 0, 0, 0,  1,  1,  1,  2,  2,   3,  4,  5,  6,  7,
		                               8, 9, 10, 16, 20, 32, 64, 100, -1, -1, -2, -10 };
	return numbers[rng_below(rng, sizeof numbers)];
}

static int64_t boundary(struct rng *rng)
{
	unsigned bit = (unsigned)rng_below(rng, 64);
	return (int64_t)((UINT64_C(1) << bit) + rng_below(rng, 3) - 1);
}

static int64_t own_number(struct values *values, struct rng *rng, uint32_t function)
{
	if (function == NONE || !values->by_function[function].n)
		return small_number(rng);
	uint32_t i = values->by_function[function].at[rng_below(rng, values->by_function[function].n)];
	int64_t near = rng_chance(rng, 0.3) ? (int64_t)rng_below(rng, 3) - 1 : 0;
	return (int64_t)((uint64_t)values->numbers.at[i] + (uint64_t)near);
}

static int64_t any_number(struct values *values, struct rng *rng)
{
	if (!values->numbers.n)
		return small_number(rng);
	return values->numbers.at[rng_below(rng, values->numbers.n)];
}

/* True if the number stays small. Numbers are sizes, too, and a test that moves megabytes costs as much as
 * thousands of others: large numbers are rare until the search needs them. */
static bool stays_small(const struct values *values, struct rng *rng)
{
	return !values->is_wide && !rng_chance(rng, CHANCE_LARGE);
}

static int64_t integer(struct values *values, struct rng *rng, uint32_t function)
{
	double choice = rng_unit(rng);
	if (choice >= 0.92 && stays_small(values, rng))
		return (int64_t)rng_below(rng, SMALL) - (rng_chance(rng, 0.1) ? SMALL : 0);
	if (choice < 0.40)
		return small_number(rng);
	if (choice < 0.60)
		return own_number(values, rng, function);
	if (choice < 0.70)
		return any_number(values, rng);
	if (choice < 0.80 && values->compared.n)
		return values->compared.at[rng_below(rng, values->compared.n)];
	if (choice < 0.92)
		return (int64_t)rng_below(rng, 128);
	if (choice < 0.97)
		return boundary(rng);
	return (int64_t)(rng_next(rng) >> rng_below(rng, 64));
}

static double real(struct values *values, struct rng *rng, uint32_t function)
{
	static const double special[] = { 0.0,   -0.0,   0.5,  1.5,      -1.5,      1e-9, 1e10,
		                          1e300, -1e300, 3.25, INFINITY, -INFINITY, NAN };
	double choice = rng_unit(rng);
	if (choice < 0.3 && values->reals.n)
		return values->reals.at[rng_below(rng, values->reals.n)];
	if (choice < 0.5)
		return special[rng_below(rng, sizeof special / sizeof *special)];
	double number = (double)integer(values, rng, function);
	return choice < 0.8 ? number : number / 8;
}

/* Returns the bits of a float of 4 or 8 bytes. Code that takes floats apart compares their upper bits with
 * whole numbers, and treats numbers with the least exponent specially. */
static uint64_t float_bits(struct values *values, struct rng *rng, uint32_t function, unsigned size)
{
	unsigned width = size == 4 ? 23 : 52;
	uint64_t fraction = rng_next(rng) & ((UINT64_C(1) << width) - 1), sign = rng_below(rng, 2) << (8 * size - 1);
	uint64_t shape = rng_below(rng, 4), exponent = rng_below(rng, UINT64_C(1) << (8 * size - 1 - width));
	if (shape == 0)
		fraction = 0;
	else if (shape == 1)
		fraction = UINT64_C(1) << rng_below(rng, width);
	else if (shape == 2)
		fraction >>= rng_below(rng, width);
	switch (rng_below(rng, 5)) {
	case 0:
		return sign | fraction;
	case 1:
	case 2:
		return sign | exponent << width | fraction;
	default: {
		uint64_t upper = (uint32_t)(rng_chance(rng, 0.8) ? own_number(values, rng, function)
		                                                 : integer(values, rng, function));
		upper += rng_below(rng, 3) - 1;
		return sign ^ (size == 4 ? upper & UINT32_MAX : upper << 32 | (fraction & UINT32_MAX));
	}
	}
}

static void put_real(struct values *values, struct rng *rng, const struct type *type, uint32_t function, void *out)
{
	double wide = real(values, rng, function);
	float narrow = (float)wide;
	long double extended;
	if (rng_chance(rng, CHANCE_BITS)) {
		uint64_t bits = float_bits(values, rng, function, type->size == 4 ? 4 : 8);
		uint32_t lower = (uint32_t)bits;
		memcpy(&wide, &bits, sizeof wide);
		memcpy(&narrow, &lower, sizeof narrow);
	}
	extended = wide;
	memset(out, 0, type->size);
	memcpy(out,
	       type->size == 4   ? (void *)&narrow
	       : type->size == 8 ? (void *)&wide
	                         : (void *)&extended,
	       type->size == 16 ? 10 : type->size);
}

static int64_t character(struct values *values, struct rng *rng, uint32_t function)
{
	if (rng_chance(rng, 0.5))
		return (int64_t)(' ' + rng_below(rng, 95));
	return integer(values, rng, function);
}

void values_scalar(struct values *values, struct rng *rng, type_id id, uint32_t function, void *out)
{
	const struct type *type = model_canonical(values->model, id);
	int64_t number = 0;
	switch (type->kind) {
	case TYPE_FLOAT:
		put_real(values, rng, type, function, out);
		return;
	case TYPE_BOOL:
		number = (int64_t)rng_below(rng, 2);
		break;
	case TYPE_ENUM:
		if (type->n_enumerators && rng_chance(rng, 0.9))
			number = type->enumerators[rng_below(rng, type->n_enumerators)].value;
		else
			number = integer(values, rng, function);
		break;
	case TYPE_INT:
		number = type->size == 1 ? character(values, rng, function) : integer(values, rng, function);
		break;
	default:
		break;
	}
	memset(out, number < 0 ? 0xff : 0, type->size);
	memcpy(out, &number, type->size < 8 ? type->size : 8);
}

void values_answer(struct values *values, struct rng *rng, type_id id, uint32_t function, void *out)
{
	const struct type *type = model_canonical(values->model, id);
	double choice = rng_unit(rng);
	int64_t number = 0;
	if (type->kind != TYPE_INT || choice < 0.15) {
		values_scalar(values, rng, id, function, out);
		return;
	}
	if (choice < 0.4)
		number = type->is_signed ? (int64_t)rng_below(rng, 3) - 1 : (int64_t)rng_below(rng, 2);
	else if (choice < 0.7)
		number = own_number(values, rng, function);
	else if (choice < 0.85 && values->compared.n)
		number = values->compared.at[rng_below(rng, values->compared.n)];
	else
		number = (int64_t)rng_below(rng, 16);
	memset(out, number < 0 ? 0xff : 0, type->size);
	memcpy(out, &number, type->size < 8 ? type->size : 8);
}

/* Adds a piece of text to build with: from the function, from the unit, or made up. */
static void add_piece(struct values *values, struct rng *rng, uint32_t function, struct sb *out)
{
	double choice = rng_unit(rng);
	if (choice < 0.35 && function != NONE && values->pieces_by_function[function].n) {
		uint32_t i =
		        values->pieces_by_function[function].at[rng_below(rng, values->pieces_by_function[function].n)];
		sb_add_bytes(out, values->pieces.at[i].bytes, values->pieces.at[i].length);
	} else if (choice < 0.75 && values->pieces.n) {
		const struct piece *piece = &values->pieces.at[rng_below(rng, values->pieces.n)];
		sb_add_bytes(out, piece->bytes, piece->length);
	} else if (choice < 0.85) {
		sb_addf(out, "%lld", (long long)integer(values, rng, function));
	} else {
		sb_add_char(out, (char)(' ' + rng_below(rng, 95)));
	}
}

static void clip(struct sb *out, size_t limit)
{
	if (out->n > limit) {
		out->n = limit;
		out->text[limit] = 0;
	}
}

void values_text(struct values *values, struct rng *rng, uint32_t function, struct sb *out)
{
	double choice = rng_unit(rng);
	size_t start = out->n;
	if (choice < 0.08)
		return;
	if (choice < 0.40 && values->texts.n) {
		const struct own_text *text = &values->texts.at[rng_below(rng, values->texts.n)];
		sb_add_bytes(out, text->bytes, text->length);
		if (rng_chance(rng, 0.7))
			values_mutate(values, rng, function, true, out);
	} else {
		size_t pieces = 1 + (rng_chance(rng, 0.5) ? rng_below(rng, 8) : 0);
		while (pieces--)
			add_piece(values, rng, function, out);
		clip(out, start + 64);
	}
	for (size_t i = start; i < out->n; i++)
		if (!out->text[i])
			out->text[i] = ' ';
}

void values_bytes(struct values *values, struct rng *rng, uint32_t function, struct sb *out)
{
	if (rng_chance(rng, 0.5)) {
		values_text(values, rng, function, out);
		return;
	}
	size_t n = rng_below(rng, rng_chance(rng, 0.8) ? 17 : 65);
	bool wild = rng_chance(rng, 0.5);
	while (n--)
		sb_add_char(out, (char)(wild ? rng_next(rng) : (uint64_t)small_number(rng)));
}

static void insert(struct sb *bytes, size_t at, const void *what, size_t size)
{
	struct sb tail = { 0 };
	sb_add_bytes(&tail, bytes->text + at, bytes->n - at);
	bytes->n = at;
	sb_add_bytes(bytes, what, size);
	sb_add_bytes(bytes, tail.text, tail.n);
	sb_release(&tail);
}

static void erase(struct sb *bytes, size_t at, size_t size)
{
	memmove(bytes->text + at, bytes->text + at + size, bytes->n - at - size);
	bytes->n -= size;
	bytes->text[bytes->n] = 0;
}

static void insert_piece(struct values *values, struct rng *rng, uint32_t function, struct sb *bytes)
{
	struct sb piece = { 0 };
	add_piece(values, rng, function, &piece);
	size_t at = rng_below(rng, bytes->n + 1);
	if (rng_chance(rng, 0.3) && bytes->n) { /* overwrite instead of insert */
		size_t size = piece.n < bytes->n - at ? piece.n : bytes->n - at;
		erase(bytes, at, size);
	}
	insert(bytes, at, sb_text(&piece), piece.n);
	sb_release(&piece);
}

static void repeat_part(struct rng *rng, struct sb *bytes)
{
	size_t from = rng_below(rng, bytes->n), size = 1 + rng_below(rng, bytes->n - from);
	size = size > 32 ? 32 : size;
	char part[32];
	memcpy(part, bytes->text + from, size);
	for (size_t times = 1 + (rng_chance(rng, 0.2) ? rng_below(rng, 16) : 0); times && bytes->n < MAX_LENGTH;
	     times--)
		insert(bytes, from, part, size);
}

static void cross(struct values *values, struct rng *rng, struct sb *bytes)
{
	const struct own_text *other = &values->texts.at[rng_below(rng, values->texts.n)];
	size_t keep = rng_below(rng, bytes->n + 1), from = rng_below(rng, other->length + 1);
	bytes->n = keep;
	sb_add_bytes(bytes, other->bytes + from, other->length - from);
}

static void mutate_once(struct values *values, struct rng *rng, uint32_t function, struct sb *bytes)
{
	uint64_t way = rng_below(rng, 10);
	size_t n = bytes->n;
	if (!n || way < 3) {
		insert_piece(values, rng, function, bytes);
		return;
	}
	size_t at = rng_below(rng, n);
	if (way == 3)
		bytes->text[at] ^= (char)(1u << rng_below(rng, 8));
	else if (way == 4)
		bytes->text[at] = (char)(bytes->text[at] + (char)rng_below(rng, 9) - 4);
	else if (way == 5)
		bytes->text[at] = (char)character(values, rng, function);
	else if (way == 6)
		erase(bytes, at, 1 + rng_below(rng, n - at));
	else if (way == 7)
		erase(bytes, at, 1);
	else if (way == 8)
		repeat_part(rng, bytes);
	else if (values->texts.n)
		cross(values, rng, bytes);
}

void values_mutate(struct values *values, struct rng *rng, uint32_t function, bool is_text, struct sb *bytes)
{
	sb_add(bytes, ""); /* make sure there is a text to edit */
	for (uint64_t times = 1 + rng_below(rng, 4); times; times--)
		mutate_once(values, rng, function, bytes);
	clip(bytes, MAX_LENGTH);
	for (size_t i = 0; is_text && i < bytes->n; i++)
		if (!bytes->text[i])
			bytes->text[i] = ' ';
}

void values_add_text(struct values *values, const void *bytes, size_t size)
{
	bool added;
	if (size > MAX_LENGTH)
		return;
	map_put(&values->known_texts, hash_bytes(bytes, size, 0), &added);
	if (!added)
		return;
	char *copy = xmalloc(size);
	memcpy(copy, bytes, size);
	struct own_text text = { copy, (uint32_t)size };
	if (values->texts.n < MAX_TEXTS) {
		vec_push(&values->texts, text);
		return;
	}
	struct own_text *old = &values->texts.at[values->turn++ % MAX_TEXTS];
	free(old->bytes);
	*old = text;
}

bool looks_like_address(uint64_t value)
{
	return value >> 40 && value >> 47 == 0;
}

void values_add_compared(struct values *values, const struct sk_compared *compared)
{
	const uint64_t sides[2] = { compared->left, compared->right };
	for (int i = 0; i < 2; i++) {
		bool added;
		if (values->known_compared.n >= MAX_NUMBERS)
			return;
		if (looks_like_address(sides[i]))
			continue;
		map_put(&values->known_compared, sides[i], &added);
		if (added)
			vec_push(&values->compared, (int64_t)sides[i]);
	}
}
