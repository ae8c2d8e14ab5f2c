/* plainer: see plainer.h.
 *
 * A plainer number is nearer to zero, positive before negative. A plainer text or buffer is
 * shorter, then has letters and digits that a reader takes in at a glance. */
#include "reduce/plainer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "reduce/plainer_behaviour.h"
#include "seq/literal.h"
#include "seq/value.h"

/* A large block gets few forms, because each form is a copy of it. */
#define MOST_BYTES (4u << 20)
#define LEAST_FORMS 8u
#define LONG_BLOCK 32u
#define MOST_NAMES 12u

struct forms {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	uint32_t i;
	const struct seq **out;
	size_t n, max;
};

static void offer(struct forms *forms, const void *bytes, size_t size)
{
	const struct step *step = forms->seq->steps[forms->i];
	if (forms->n == forms->max || (size == step->size && memcmp(bytes, step->bytes, size) == 0))
		return;
	forms->out[forms->n++] = seq_with_bytes(forms->arena, forms->model, forms->seq, forms->i, bytes, size);
}

/* The distance from zero; a negative result of value_int() is a large number if the type has no
 * sign. */
static uint64_t distance(const struct type *type, int64_t number)
{
	return number < 0 && type->is_signed ? 0 - (uint64_t)number : (uint64_t)number;
}

static bool is_plainer(const struct type *type, int64_t a, int64_t b)
{
	uint64_t from_a = distance(type, a), from_b = distance(type, b);
	return from_a != from_b ? from_a < from_b : a > b;
}

static void offer_number(struct forms *forms, const struct type *type, int64_t now, int64_t wanted)
{
	unsigned char bytes[16] = { 0 };
	if (!value_int_fits(type, wanted) || !is_plainer(type, wanted, now))
		return;
	value_set_int(type, bytes, wanted);
	offer(forms, bytes, type->size);
}

static bool has_enumerator(const struct type *type, int64_t value)
{
	for (uint32_t e = 0; e < type->n_enumerators; e++)
		if (type->enumerators[e].value == value)
			return true;
	return false;
}

/* The first call that gets the literal; *param is the parameter. NONE: no call does. */
static uint32_t first_call(const struct forms *forms, uint32_t *param)
{
	for (uint32_t k = forms->i + 1; k < forms->seq->n; k++) {
		const struct step *step = forms->seq->steps[k];
		for (uint32_t a = 0; step_is_call(step) && a < step->n_args; a++)
			if (seq_index(k, step->args[a]) == forms->i && !step->args[a].address) {
				*param = a;
				return step->index;
			}
	}
	return NONE;
}

/* Offers numbers for which the unit has names at this place. True if the present number has one: a
 * named number is plainer than any other, so nothing else is offered. */
static bool offer_names(struct forms *forms, const struct type *type, int64_t now)
{
	uint32_t param, function = first_call(forms, &param);
	size_t n = 0;
	const struct naming *namings = function == NONE ? NULL : model_namings_of(forms->model, function, &n);
	bool is_named = n && model_number_name(forms->model, function, param, now);
	for (size_t i = 0; i < n && forms->n < MOST_NAMES; i++)
		if (namings[i].param == param)
			offer_number(forms, type,
			             is_named          ? now
			             : type->is_signed ? INT64_MIN
			                               : -1,
			             forms->model->constants.at[namings[i].constant].value);
	return is_named;
}

static void plainer_integer(struct forms *forms, const struct type *type)
{
	static const int64_t plain[] = { 0, 1, 2, 3, 5, 7, 10, 16, 100, -1, 255, 256, 1000 };
	int64_t now = value_int(type, forms->seq->steps[forms->i]->bytes);
	if (type->kind == TYPE_ENUM) {
		bool named = has_enumerator(type, now);
		for (uint32_t e = 0; e < type->n_enumerators; e++)
			offer_number(forms, type, named ? now : INT64_MAX, type->enumerators[e].value);
		return;
	}
	if (offer_names(forms, type, now))
		return;
	if (type_is_char(type) && !isalnum((int)(now & 0x7f)))
		offer_number(forms, type, now, 'a');
	for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
		offer_number(forms, type, now, plain[k]);
	if (type->is_signed) {
		offer_number(forms, type, now, now / 2);
		offer_number(forms, type, now, (int64_t)(0 - (uint64_t)now));
		offer_number(forms, type, now, now - (now > 0) + (now < 0));
	} else {
		offer_number(forms, type, now, (int64_t)((uint64_t)now / 2));
		offer_number(forms, type, now, (int64_t)((uint64_t)now - 1));
	}
}

static void plainer_real(struct forms *forms, const struct type *type)
{
	static const long double plain[] = { 0,   1,    2,    0.5L,  1.5L,   -1,     10,
		                             100, -100, 1e6L, 1e10L, -1e10L, 1e100L, -1e100L };
	long double now = value_real(type, forms->seq->steps[forms->i]->bytes);
	for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
		unsigned char bytes[16] = { 0 };
		if (now == plain[k])
			return; /* the other forms are less plain */
		value_set_real(type, bytes, plain[k]);
		offer(forms, bytes, type->size);
	}
	if (isfinite(now) && truncl(now) != now) {
		unsigned char bytes[16] = { 0 };
		value_set_real(type, bytes, truncl(now));
		offer(forms, bytes, type->size);
	}
}

/* Offers the block without the bytes [at, at + size). */
static void offer_cut(struct forms *forms, uint64_t at, uint64_t size)
{
	const struct step *step = forms->seq->steps[forms->i];
	const char *bytes = step->bytes;
	struct sb cut = { 0 };
	if ((step->size - size) / step_element_size(forms->model, step) <
	    seq_least_count(forms->model, forms->seq, forms->i))
		return;
	sb_add_bytes(&cut, bytes, at);
	sb_add_bytes(&cut, bytes + at + size, step->size - at - size);
	offer(forms, sb_text(&cut), cut.n);
	sb_release(&cut);
}

static void offer_byte(struct forms *forms, size_t at, char byte)
{
	const struct step *step = forms->seq->steps[forms->i];
	if (forms->n == forms->max || ((const char *)step->bytes)[at] == byte)
		return;
	char *bytes = xmalloc(step->size);
	memcpy(bytes, step->bytes, step->size);
	bytes[at] = byte;
	offer(forms, bytes, step->size);
	free(bytes);
}

static size_t most_forms(const struct step *step, size_t max)
{
	size_t fit = step->size ? MOST_BYTES / step->size : max;
	fit = fit > LEAST_FORMS ? fit : LEAST_FORMS;
	return fit < max ? fit : max;
}

static bool is_readable(char c)
{
	return isalnum((unsigned char)c) || c == ' ';
}

/* Offers these bytes for all blocks that are equal to this one now, because the test may need them to be equal. */
static void offer_to_twins(struct forms *forms, const void *bytes)
{
	const struct step *step = forms->seq->steps[forms->i];
	const struct seq *seq = forms->seq;
	for (uint32_t k = 0; k < forms->seq->n; k++) {
		const struct step *twin = forms->seq->steps[k];
		if (k != forms->i && twin->kind == step->kind && twin->size == step->size && !twin->n_fills &&
		    memcmp(twin->bytes, step->bytes, step->size) == 0)
			seq = seq_with_bytes(forms->arena, forms->model, seq, k, bytes, step->size);
	}
	if (forms->n == forms->max || seq == forms->seq)
		return;
	forms->out[forms->n++] = seq_with_bytes(forms->arena, forms->model, seq, forms->i, bytes, step->size);
}

/* The block is plain memory that calls only read. */
static bool is_read(const struct forms *forms)
{
	const struct step *step = forms->seq->steps[forms->i];
	return !step->is_string && model_type(forms->model, model_type(forms->model, step->type)->target)->is_const;
}

/* Uses a different letter in each place, so a byte that is lost or copied to the wrong place shows. */
static void offer_letters(struct forms *forms, uint64_t n)
{
	const struct step *step = forms->seq->steps[forms->i];
	char *bytes = arena_alloc(forms->arena, step->size + 1);
	for (uint64_t k = 0; k < n; k++)
		bytes[k] = (char)('a' + k % 26);
	offer(forms, bytes, step->size);
}

/* Fills the bytes with numbers 1, 2, 3 and so on. False: the elements are no integers, or there are too many. */
static bool count_up(const struct forms *forms, uint64_t n, char *bytes)
{
	const struct step *step = forms->seq->steps[forms->i];
	const struct type *element = model_canonical(forms->model, model_type(forms->model, step->type)->target);
	if (!is_read(forms) || element->kind != TYPE_INT || element->size > 8 || n >= LONG_BLOCK || step->n_fills)
		return false;
	for (uint64_t k = 0; k < n; k++)
		value_set_int(element, bytes + k * element->size, (int64_t)k + 1);
	return true;
}

static bool all_readable(const char *bytes, uint64_t n)
{
	uint64_t k = 0;
	while (k < n && is_readable(bytes[k]))
		k++;
	return k == n;
}

/* Offers all bytes at once: zeroes for memory that calls only write, letters for memory that they
 * read. */
static void offer_whole(struct forms *forms, uint64_t n)
{
	const struct step *step = forms->seq->steps[forms->i];
	char *bytes = arena_alloc(forms->arena, step->size + 1);
	bool unreadable = false;
	bool reads_well = is_read(forms) && all_readable(step->bytes, n);
	if (is_read(forms) && n < LONG_BLOCK && !reads_well)
		offer_letters(forms, n);
	if (!step->is_string && bytes_are_zero(step->bytes, n))
		return;
	if (!step->is_string && !reads_well)
		offer(forms, bytes, step->size);
	memcpy(bytes, step->bytes, step->size);
	for (uint64_t k = 0; k < n; k++)
		if (!is_readable(bytes[k])) {
			bytes[k] = 'a';
			unreadable = true;
		}
	if (!unreadable)
		return;
	offer(forms, bytes, step->size);
	offer_to_twins(forms, bytes);
}

/* ---- fields of structs ---- */

static void offer_leaf(struct forms *forms, const struct type *type, uint64_t at, int64_t number)
{
	const struct step *step = forms->seq->steps[forms->i];
	if (!value_int_fits(type, number))
		return;
	char *bytes = arena_memdup(forms->arena, step->bytes, step->size);
	value_set_int(type, bytes + at, number);
	offer(forms, bytes, step->size);
}

/* A number nobody would write gets plainer ones in its place; what has no name in its enum, the first behind those that
 * have. */
static void plainer_leaf(struct forms *forms, const struct type *type, uint64_t at)
{
	static const int64_t plain[] = { 0, 1, 2, 5, 10, 100 };
	int64_t now = value_int(type, (const char *)forms->seq->steps[forms->i]->bytes + at), behind = 0;
	for (uint32_t e = 0; type->kind == TYPE_ENUM && e < type->n_enumerators; e++)
		behind = type->enumerators[e].value >= behind ? type->enumerators[e].value + 1 : behind;
	if (type->kind == TYPE_ENUM ? has_enumerator(type, now) || now == behind : now >= -16 && now <= 100)
		return;
	if (type->kind == TYPE_ENUM)
		offer_leaf(forms, type, at, behind);
	for (size_t k = 0; type->kind == TYPE_INT && k < sizeof plain / sizeof *plain; k++)
		offer_leaf(forms, type, at, plain[k]);
	if (type->kind == TYPE_INT)
		offer_leaf(forms, type, at, type->is_signed ? now / 2 : (int64_t)((uint64_t)now / 2));
}

/* A number with a fraction that nobody would write gets plainer ones in its place. */
static void plainer_real_leaf(struct forms *forms, const struct type *type, uint64_t at)
{
	static const long double plain[] = { 0, 1, 2, -1, 0.5L, 10, 100, 1e10L };
	const struct step *step = forms->seq->steps[forms->i];
	long double now = value_real(type, (const char *)step->bytes + at);
	for (size_t k = 0; k < sizeof plain / sizeof *plain && now != plain[k]; k++) {
		char *bytes = arena_memdup(forms->arena, step->bytes, step->size);
		value_set_real(type, bytes + at, plain[k]);
		offer(forms, bytes, step->size);
	}
}

static void plainer_leaves(struct forms *forms, const struct type *type, uint64_t at)
{
	if (type->kind == TYPE_FLOAT) {
		if (at + type->size <= forms->seq->steps[forms->i]->size)
			plainer_real_leaf(forms, type, at);
		return;
	}
	if (type->kind == TYPE_INT || type->kind == TYPE_ENUM) {
		if (type->size <= 8 && at + type->size <= forms->seq->steps[forms->i]->size)
			plainer_leaf(forms, type, at);
		return;
	}
	for (uint32_t f = 0; type->kind == TYPE_STRUCT && f < type->n_fields && forms->n < forms->max; f++)
		if (!type->fields[f].bit_width)
			plainer_leaves(forms, model_canonical(forms->model, type->fields[f].type),
			               at + type->fields[f].bit_offset / 8);
	if (type->kind != TYPE_ARRAY)
		return;
	const struct type *element = model_canonical(forms->model, type->target);
	for (uint64_t k = 0; k < type->count && k < LONG_BLOCK && forms->n < forms->max; k++)
		plainer_leaves(forms, element, at + k * element->size);
}

/* Each element that is no plain number, as such a number. */
static void plainer_reals(struct forms *forms, const struct type *type, uint64_t n)
{
	static const long double plain[] = { 0, 1, 2, -1, 10, 100, 1e10L, -1e10L };
	const struct step *step = forms->seq->steps[forms->i];
	for (uint64_t k = 0; k < n && forms->n < forms->max; k++) {
		long double now = value_real(type, (const char *)step->bytes + k * type->size);
		for (size_t p = 0; p < sizeof plain / sizeof *plain && now != plain[p]; p++) {
			char *bytes = arena_memdup(forms->arena, step->bytes, step->size);
			value_set_real(type, bytes + k * type->size, plain[p]);
			offer(forms, bytes, step->size);
		}
	}
}

static void plainer_block(struct forms *forms)
{
	const struct step *step = forms->seq->steps[forms->i];
	const char *bytes = step->bytes;
	uint64_t element = step_element_size(forms->model, step);
	uint64_t n = (step->size - (step->is_string && step->size)) / element;
	if (n && !step->n_fills) {
		offer_cut(forms, 0, n * element);
		for (uint64_t size = n / 2; size >= 1 && forms->n < forms->max / 2; size /= 2)
			for (uint64_t at = 0; at + size <= n && forms->n < forms->max / 2; at += size)
				offer_cut(forms, at * element, size * element);
	}
	if (n && element == 1)
		offer_whole(forms, n);
	if (element == 1 && !step->is_string && bytes_are_zero(bytes, n))
		return;
	const struct type *whole = model_canonical(forms->model, model_canonical(forms->model, step->type)->target);
	for (uint64_t k = 0; whole->kind == TYPE_STRUCT && k < n && forms->n < forms->max; k++)
		plainer_leaves(forms, whole, k * element);
	char *numbers = arena_alloc(forms->arena, step->size + 1);
	if (element > 1 && count_up(forms, n, numbers)) {
		if (memcmp(numbers, bytes, step->size) == 0)
			return;
		offer(forms, numbers, step->size);
	}
	if (whole->kind == TYPE_FLOAT) {
		plainer_reals(forms, whole, n);
		return;
	}
	for (uint64_t k = 0; k < n * element && k < step->size && forms->n < forms->max; k++) {
		if (element == 1 && !is_readable(bytes[k]))
			offer_byte(forms, k, 'a');
		if (element > 1 && bytes[k] && bytes[k] != 1)
			offer_byte(forms, k, bytes[k] > 1 || bytes[k] < 0 ? 1 : 0);
		if (element > 1 && bytes[k])
			offer_byte(forms, k, 0);
	}
}

/* Offers a struct by value with one non-zero byte changed to zero. */
static void plainer_struct(struct forms *forms)
{
	const struct step *step = forms->seq->steps[forms->i];
	const char *bytes = step->bytes;
	char *zeroes = arena_alloc(forms->arena, step->size);
	offer(forms, zeroes, step->size);
	plainer_leaves(forms, model_canonical(forms->model, step->type), 0);
	for (uint32_t k = 0; k < step->size; k++)
		if (bytes[k])
			offer_byte(forms, k, 0);
}

/* It is for callbacks: the unit hands it on. */
static bool is_user_data(const struct function *called, uint32_t a)
{
	const struct param *param = &called->params[a];
	bool has_no_role = param->role == ROLE_VALUE || (param->role == ROLE_BUFFER && param->partner == NONE);
	return param->role == ROLE_USER_DATA || (called->is_maker && has_no_role && param->null != NULL_FORBIDDEN);
}

/* Memory that nobody looks into, because what it holds has no type, may be none. */
static void offer_null(struct forms *forms)
{
	static const unsigned char zeroes[8];
	const struct step *step = forms->seq->steps[forms->i];
	const struct step none = { .kind = STEP_VALUE, .type = step->type, .size = 8, .bytes = zeroes };
	if (model_canonical(forms->model, model_canonical(forms->model, step->type)->target)->kind != TYPE_VOID)
		return;
	for (uint32_t i = forms->i + 1; i < forms->seq->n; i++)
		for (uint32_t a = 0; a < forms->seq->steps[i]->n_args; a++) {
			const struct step *call = forms->seq->steps[i];
			if (seq_index(i, call->args[a]) != forms->i)
				continue;
			if (!step_is_call(call) || call->args[a].address ||
			    !is_user_data(step_function(forms->model, call), a))
				return;
		}
	forms->out[forms->n++] = seq_replace(forms->arena, forms->seq, forms->i, &none);
}

size_t plainer_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                     const struct seq **out, size_t max)
{
	const struct step *step = seq->steps[i];
	struct forms forms = { .arena = arena, .model = model, .seq = seq, .i = i, .out = out };
	forms.max = most_forms(step, max);
	if (step->behaviour)
		return plainer_behaviours(arena, model, seq, i, out, max);
	if (!seq_is_free_literal(model, seq, i))
		return 0;
	const struct type *type = model_canonical(model, step->type);
	if (step->kind != STEP_VALUE)
		offer_null(&forms);
	if (step->kind != STEP_VALUE)
		plainer_block(&forms);
	else if (type->kind == TYPE_FLOAT)
		plainer_real(&forms, type);
	else if (type_is_scalar(type) && type->size <= 8)
		plainer_integer(&forms, type);
	else
		plainer_struct(&forms);
	return forms.n;
}

/* ---- ranges of long literals ---- */

/* The end of the ranges: the zero that ends a text is never cut. */
static uint32_t range_end(const struct step *step)
{
	return step->size - (step->is_string && step->size);
}

uint32_t plainer_units(const struct model *model, const struct seq *seq, uint32_t i, uint32_t *unit)
{
	const struct step *step = seq->steps[i];
	bool is_block = step->kind != STEP_VALUE;
	*unit = 1;
	if (!seq_is_free_literal(model, seq, i) || (!is_block && type_is_scalar(model_canonical(model, step->type))))
		return 0;
	if (is_block)
		*unit = (uint32_t)step_element_size(model, step);
	return range_end(step) / *unit;
}

const struct seq *plainer_without(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                  uint32_t at, uint32_t size)
{
	const struct seq *cut = NULL;
	struct forms forms = { .arena = arena, .model = model, .seq = seq, .i = i, .out = &cut, .max = 1 };
	const struct step *step = seq->steps[i];
	if (step->kind != STEP_VALUE && !step->n_fills && at + size <= range_end(step))
		offer_cut(&forms, at, size);
	return cut;
}

const struct seq *plainer_filled(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 uint32_t at, uint32_t size)
{
	const struct step *step = seq->steps[i];
	const char *bytes = step->bytes, plain = step->is_string ? 'a' : 0;
	const struct seq *filled = NULL;
	struct forms forms = { .arena = arena, .model = model, .seq = seq, .i = i, .out = &filled, .max = 1 };
	uint32_t differ = at;
	while (differ < at + size && bytes[differ] == plain)
		differ++;
	if (differ == at + size || at + size > range_end(step))
		return NULL;
	char *changed = xmalloc(step->size);
	memcpy(changed, bytes, step->size);
	memset(changed + at, plain, size);
	offer(&forms, changed, step->size);
	free(changed);
	return filled;
}
