/* made_up: see made_up.h. */
#include "emit/suite/made_up.h"

#include <string.h>

#include "seq/value.h"

#define MAX_OBJECT 4096u /* bytes of the object behind another answer */
#define OTHER_LETTER '~' /* written into text in place of the old letter */

/* ---- other answers ---- */

static const struct type *function_of(const struct model *model, uint32_t missing)
{
	return model_type(model, model->missing.at[missing].type);
}

static bool is_number(const struct type *type)
{
	return (type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL) && type->size <= 8;
}

static int64_t other_number(const struct type *type, int64_t number)
{
	if (type->kind == TYPE_BOOL)
		return !number;
	for (uint32_t i = 0; i < type->n_enumerators; i++)
		if (type->enumerators[i].value != number)
			return type->enumerators[i].value;
	return value_int_fits(type, number + 1) ? number + 1 : number - 1;
}

/* Returns the bytes of another answer of this type; `bytes` NULL: zeroes. In arena. */
static const void *other_bytes(struct arena *arena, const struct type *type, const void *bytes)
{
	unsigned char *other = arena_alloc(arena, type->size + 8);
	memset(other, 0, type->size + 8);
	if (bytes)
		memcpy(other, bytes, type->size);
	value_set_int(type, other, other_number(type, value_int(type, other)));
	return other;
}

/* Returns the first parameter that leads to text or to a number which the function may write, or NONE. */
static uint32_t written_param(const struct model *model, const struct type *function, const struct type **target)
{
	for (uint32_t i = 0; i < function->n_params; i++) {
		const struct type *pointer = model_type(model, function->params[i]);
		if (pointer->kind != TYPE_POINTER || model_type(model, pointer->target)->is_const)
			continue;
		*target = model_canonical(model, pointer->target);
		if (is_number(*target))
			return i;
	}
	return NONE;
}

/* Makes the stand-in write other bytes, or some where it wrote none. */
static void write_other(struct arena *arena, const struct model *model, const struct type *function,
                        struct behaviour *b)
{
	const struct type *target = NULL;
	if (b->write_size) {
		unsigned char *bytes = arena_memdup(arena, b->write, b->write_size);
		bytes[0]++;
		b->write = bytes;
		return;
	}
	uint32_t param = written_param(model, function, &target);
	if (param == NONE)
		return;
	b->write_arg = param;
	b->write_size = (uint32_t)target->size;
	b->write = type_is_char(target) ? arena_strndup(arena, (const char[]){ OTHER_LETTER }, 1)
	                                : other_bytes(arena, target, NULL);
}

/* Makes *step an answer that differs. False: no other answer is possible. */
static bool answer_otherwise(struct arena *arena, const struct model *model, uint32_t missing,
                             const struct behaviour *now, struct step *step)
{
	const struct type *function = function_of(model, missing);
	struct behaviour *other = ARENA_NEW(arena, struct behaviour);
	if (function->kind != TYPE_FUNCTION || model->missing.at[missing].known_as)
		return false;
	const struct type *result = model_canonical(model, function->target);
	*other = now ? *now : (struct behaviour){ 0 };
	if (is_number(result)) {
		other->result = other_bytes(arena, result, other->result);
		other->result_size = (uint32_t)result->size;
		if (other->later)
			other->later = other_bytes(arena, result, other->later);
	}
	write_other(arena, model, function, other);
	*step = (struct step){ .kind = STEP_STUB, .index = missing, .behaviour = other };
	return other->result || other->write_size;
}

/* Returns the test with the address of an object as the answer of a function that returned null, because no
 * step chose its answer. */
static const struct seq *with_object(struct arena *arena, const struct model *model, const struct seq *seq,
                                     uint32_t missing)
{
	type_id pointer = function_of(model, missing)->target;
	const struct type *target = model_canonical(model, model_canonical(model, pointer)->target);
	uint32_t size = (uint32_t)(target->size ? target->size : 1);
	unsigned char *bytes = arena_alloc(arena, size);
	memset(bytes, 0, size);
	struct step block = { .kind = STEP_BLOCK, .type = pointer, .bytes = bytes, .size = size };
	struct fill fill = { 0, { .back = 1 } };
	struct step step = { .kind = STEP_STUB, .index = missing, .fills = &fill, .n_fills = 1 };
	return seq_insert(arena, seq_insert(arena, seq, 0, &block), 1, &step);
}

static bool gives_object(const struct model *model, uint32_t missing)
{
	const struct type *function = function_of(model, missing);
	if (function->kind != TYPE_FUNCTION || model->missing.at[missing].known_as)
		return false;
	const struct type *result = model_canonical(model, function->target);
	const struct type *target = result->kind == TYPE_POINTER ? model_canonical(model, result->target) : NULL;
	return target && target->kind != TYPE_FUNCTION && target->size && target->size <= MAX_OBJECT;
}

static bool is_told(const struct seq *seq, uint32_t missing)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_STUB && seq->steps[i]->index == missing)
			return true;
	return false;
}

const struct seq *with_other_answers(struct arena *arena, const struct model *model, const struct seq *observed,
                                     const uint16_t *stood_in, uint32_t n_stood_in, uint32_t *shift)
{
	const struct seq *other = observed;
	struct step step;
	for (uint32_t i = 0; i < observed->n; i++)
		if (observed->steps[i]->kind == STEP_STUB &&
		    answer_otherwise(arena, model, observed->steps[i]->index, observed->steps[i]->behaviour, &step))
			other = seq_replace(arena, other, i, &step);
	for (uint32_t i = 0; i < n_stood_in && other->n + 2 <= SEQ_MAX_STEPS; i++) {
		if ((stood_in[i] & SK_STOOD_IN_VARIABLE) || is_told(observed, stood_in[i]))
			continue;
		if (gives_object(model, stood_in[i]))
			other = with_object(arena, model, other, stood_in[i]);
		else if (answer_otherwise(arena, model, stood_in[i], NULL, &step))
			other = seq_insert(arena, other, 0, &step);
	}
	*shift = other->n - observed->n;
	return other == observed ? NULL : other;
}

/* ---- what repeats them ---- */

static bool is_number_in(const struct type *type, const void *bytes, int64_t number)
{
	return bytes && is_number(type) && value_int(type, bytes) == number;
}

/* True if the step made the stand-in return or write the number. */
static bool answers(const struct model *model, const struct step *told, int64_t number)
{
	const struct behaviour *b = told->behaviour;
	const struct type *function = function_of(model, told->index);
	const struct type *result = model_canonical(model, function->target);
	if (is_number_in(result, b->result, number) || is_number_in(result, b->later, number))
		return true;
	if (!b->write_size)
		return false;
	const struct type *written = model_canonical(model, model_type(model, function->params[b->write_arg])->target);
	return b->write_size == written->size && is_number_in(written, b->write, number);
}

static bool is_answer(const struct model *model, const struct seq *seq, int64_t number)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_STUB && seq->steps[i]->behaviour &&
		    answers(model, seq->steps[i], number))
			return true;
	return false;
}

/* True if the sight only repeats an answer. The new number must be one of the new answers; addresses, text and
 * bytes need only differ. */
static bool repeats(const struct model *model, const struct sight *was, const struct sight *is, const struct seq *other)
{
	const struct type *type = model_canonical(model, was->type);
	if (was->size == is->size && memcmp(was->bytes, is->bytes, was->size) == 0)
		return false;
	if (was->kind == SIGHT_STRING || was->kind == SIGHT_BYTES)
		return true;
	if (type->kind == TYPE_POINTER) /* null became the address of an object */
		return bytes_are_zero(was->bytes, was->size);
	return is_number(type) && is_answer(model, other, value_int(type, is->bytes));
}

static bool is_same_place(const struct sight *was, const struct sight *is, uint32_t shift)
{
	bool is_text = was->kind == SIGHT_STRING || was->kind == SIGHT_BYTES;
	bool same_kind = was->kind == is->kind || (is_text && (is->kind == SIGHT_STRING || is->kind == SIGHT_BYTES));
	return same_kind && is->step == was->step + shift && is->variable == was->variable + shift &&
	       str_equal(was->access ? was->access : "", is->access ? is->access : "");
}

size_t drop_made_up(struct arena *arena, const struct model *model, struct sight *sights, size_t n,
                    const struct seq *other, const struct run *run, uint32_t shift)
{
	struct sight *again;
	size_t n_again = sights_of(arena, model, other, run, &again), kept = 0;
	for (size_t i = 0; i < n; i++) {
		bool made_up = false;
		for (size_t k = 0; k < n_again && !made_up; k++)
			made_up = is_same_place(&sights[i], &again[k], shift) &&
			          repeats(model, &sights[i], &again[k], other);
		if (!made_up)
			sights[kept++] = sights[i];
	}
	return kept;
}
