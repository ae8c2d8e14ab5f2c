/* literal: see literal.h. */
#include "seq/literal.h"

#include <string.h>

#include "base/status.h"
#include "seq/arrays.h"
#include "seq/fields.h"
#include "seq/value.h"

bool step_is_literal(const struct model *model, const struct step *step)
{
	if (step->kind == STEP_BLOCK || step->kind == STEP_FILE || step->kind == STEP_PUT ||
	    (step->kind == STEP_PATH && !step->absent))
		return true;
	return step->kind == STEP_VALUE && step->size && model_canonical(model, step->type)->kind != TYPE_POINTER;
}

static bool tells_length(const struct model *model, const struct step *call, uint32_t a)
{
	const struct param *param = &model->functions.at[call->index].params[a];
	return param->role == ROLE_LENGTH && param->partner != NONE;
}

bool seq_is_length(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++)
			if (seq_index(i, call->args[a]) == v && tells_length(model, call, a))
				return true;
	}
	return false;
}

bool seq_is_descriptor(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++)
			if (seq_index(i, call->args[a]) == v &&
			    model->functions.at[call->index].params[a].role == ROLE_DESCRIPTOR)
				return true;
	}
	return false;
}

static bool is_fixed(const struct function *function, uint32_t a)
{
	return function->params[a].role == ROLE_FORMAT || (function->n_cases && function->case_param == a);
}

static bool seq_is_fixed(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++)
			if (seq_index(i, call->args[a]) == v && is_fixed(&model->functions.at[call->index], a))
				return true;
	}
	return false;
}

bool seq_is_free_literal(const struct model *model, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	return step_is_literal(model, step) && !seq_is_length(model, seq, i) && !seq_is_fixed(model, seq, i) &&
	       !(step->kind == STEP_VALUE && seq_is_descriptor(model, seq, i));
}

/* Goes over the calls once, because sequences have many literals. */
void seq_find_free(const struct model *model, const struct seq *seq, bool *is_free)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		is_free[i] = step_is_literal(model, call);
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
			uint32_t v = seq_index(i, call->args[a]);
			bool is_descriptor = seq->steps[v]->kind == STEP_VALUE &&
			                     model->functions.at[call->index].params[a].role == ROLE_DESCRIPTOR;
			is_free[v] = is_free[v] && !is_descriptor && !tells_length(model, call, a) &&
			             !is_fixed(&model->functions.at[call->index], a);
		}
	}
}

struct step step_plainest(const struct model *model, const struct param *param)
{
	static const unsigned char zeroes[16];
	if (param->role == ROLE_DESCRIPTOR)
		return (struct step){ .kind = STEP_FILE, .type = param->type };
	uint64_t size = model_canonical(model, param->type)->size;
	INVARIANT(size <= sizeof zeroes);
	return (struct step){ .kind = STEP_VALUE, .type = param->type, .size = (uint32_t)size, .bytes = zeroes };
}

uint64_t step_element_size(const struct model *model, const struct step *step)
{
	if (step->kind != STEP_BLOCK)
		return 1;
	uint64_t size = model_canonical(model, model_canonical(model, step->type)->target)->size;
	return size ? size : 1;
}

uint32_t seq_least_count(const struct model *model, const struct seq *seq, uint32_t v)
{
	uint32_t least = 0;
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
			const struct param *params = model->functions.at[call->index].params, *param = &params[a];
			if (seq_index(i, call->args[a]) != v || call->args[a].address)
				continue;
			uint32_t wanted = param->role == ROLE_OBJECT || param->role == ROLE_OUT ||
			                  param->role == ROLE_ARRAY;
			if (param->role == ROLE_BUFFER)
				wanted = param->partner == NONE ? param->count : params[param->partner].is_last;
			if (wanted > least)
				least = wanted;
		}
	}
	return least;
}

static bool is_free(const struct model *model, type_id id, uint64_t at)
{
	const struct type *type = model_canonical(model, id);
	if (type->kind == TYPE_ARRAY) {
		uint64_t size = model_canonical(model, type->target)->size;
		return !size || is_free(model, type->target, at % size);
	}
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct field *field = &type->fields[i];
		uint64_t start = field->bit_offset / 8, size = model_canonical(model, field->type)->size;
		if (!field->bit_width && at >= start && at - start < size && !is_free(model, field->type, at - start))
			return false;
	}
	return type->kind != TYPE_POINTER && type->kind != TYPE_BOOL;
}

bool step_byte_is_free(const struct model *model, const struct step *step, uint64_t at)
{
	if (step_byte_is_tag(model, step, at))
		return false;
	if (step->kind == STEP_VALUE)
		return is_free(model, step->type, at);
	if (step->kind != STEP_BLOCK)
		return true;
	return is_free(model, model_canonical(model, step->type)->target, at % step_element_size(model, step));
}

/* The number of elements or bytes, as the callee counts them, in the block that argument v leads
 * to; false: it is not known. */
static bool count_of(const struct model *model, const struct step *block, const struct param *buffer,
                     const struct param *length, uint64_t *count)
{
	uint64_t element = model_canonical(model, model_canonical(model, buffer->type)->target)->size;
	bool null = block->kind == STEP_VALUE && bytes_are_zero(block->bytes, block->size);
	*count = null ? 0 : length->length_in_bytes || !element ? block->size : block->size / element;
	return null || block->kind == STEP_BLOCK;
}

/* Notes in `most` the largest value that each length of one call may have. */
static void limit_lengths(const struct model *model, const struct seq *seq, uint32_t i, uint64_t *most)
{
	const struct step *call = seq->steps[i];
	const struct function *function = &model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct param *buffer = &function->params[a];
		uint64_t count;
		if (buffer->role != ROLE_BUFFER || buffer->partner == NONE ||
		    function->params[buffer->partner].role != ROLE_LENGTH)
			continue;
		uint32_t length = seq_index(i, call->args[buffer->partner]);
		if (count_of(model, seq->steps[seq_index(i, call->args[a])], buffer, &function->params[buffer->partner],
		             &count) &&
		    count < most[length])
			most[length] = count;
	}
}

/* Sets the number in literal i, if the literal is a number. */
static const struct seq *with_number(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                     uint64_t number)
{
	struct step step = *seq->steps[i];
	const struct type *type = model_canonical(model, step.type);
	unsigned char value[16] = { 0 };
	if (!type_is_scalar(type) || type->kind == TYPE_FLOAT || type->kind == TYPE_POINTER || type->size > 8)
		return seq;
	value_set_int(type, value, (int64_t)number);
	if (memcmp(value, step.bytes, step.size) == 0)
		return seq;
	step.bytes = value;
	return seq_replace(arena, seq, i, &step);
}

static bool is_null_value(const struct step *step)
{
	return step->kind == STEP_VALUE && bytes_are_zero(step->bytes, step->size);
}

static bool end_fits(const struct seq *seq, uint32_t i, struct arg begin, struct arg end, bool is_cursor)
{
	uint32_t buffer = seq_index(i, begin), v = seq_index(i, end);
	const struct step *place = seq->steps[v];
	if (end.address || (place->kind == STEP_PLACE && begin.address != is_cursor))
		return false;
	if (place->kind != STEP_PLACE)
		return is_null_value(place) && is_null_value(seq->steps[buffer]);
	return seq_index(v, place->args[0]) == buffer;
}

bool seq_ends_fit(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		if (call->kind != STEP_CALL)
			continue;
		const struct param *params = model->functions.at[call->index].params;
		for (uint32_t a = 0; a < call->n_args; a++)
			if (params[a].role == ROLE_END &&
			    !end_fits(seq, i, call->args[params[a].partner], call->args[a],
			              params[params[a].partner].role == ROLE_OBJECT))
				return false;
	}
	return true;
}

static const struct seq *with_place(struct arena *arena, const struct seq *seq, uint32_t i, uint32_t offset)
{
	struct step step = *seq->steps[i];
	step.index = offset;
	return seq_replace(arena, seq, i, &step);
}

/* Moves places that are outside of their block to its end. */
static const struct seq *settle_places(struct arena *arena, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->kind != STEP_PLACE)
			continue;
		const struct step *base = seq->steps[seq_index(i, step->args[0])];
		uint32_t most = base->kind == STEP_BLOCK ? base->size : 0;
		if (step->index > most)
			seq = with_place(arena, seq, i, most);
	}
	return seq;
}

/* The block had `old` bytes: moves places at its old end to its new end, and places at its last
 * element to its new last element, because a call may take a pointer to the last one. */
static const struct seq *follow_end(struct arena *arena, const struct seq *seq, uint32_t block, uint32_t old,
                                    uint32_t element)
{
	uint32_t now = seq->steps[block]->size;
	for (uint32_t i = block + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->kind != STEP_PLACE || seq_index(i, step->args[0]) != block)
			continue;
		if (step->index == old)
			seq = with_place(arena, seq, i, now);
		else if (step->index + element == old && now >= element)
			seq = with_place(arena, seq, i, now - element);
	}
	return seq;
}

const struct seq *seq_settle_lengths(struct arena *arena, const struct model *model, const struct seq *seq)
{
	uint64_t most[SEQ_MAX_STEPS];
	memset(most, 0xff, seq->n * sizeof *most);
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL)
			limit_lengths(model, seq, i, most);
	for (uint32_t i = 0; i < seq->n; i++)
		if (most[i] != UINT64_MAX && seq->steps[i]->kind == STEP_VALUE)
			seq = with_number(arena, model, seq, i, most[i]);
	seq = seq_settle_arrays(arena, model, seq);
	return settle_places(arena, seq_settle_fields(arena, model, seq));
}

/* The number of bytes that an array of the unit is set from block v; 0: no array is. */
static uint32_t bytes_for_array(const struct model *model, const struct seq *seq, uint32_t v)
{
	uint32_t most = 0;
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		const struct function *called = call->kind == STEP_CALL ? &model->functions.at[call->index] : NULL;
		if (called && called->sets_bytes > most && seq_index(i, call->args[0]) == v)
			most = called->sets_bytes;
	}
	return most;
}

const struct seq *seq_with_bytes(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 const void *bytes, size_t size)
{
	struct step changed = *seq->steps[i];
	size -= size % step_element_size(model, &changed);
	uint32_t least = bytes_for_array(model, seq, i);
	if (size < least) {
		char *longer = arena_alloc(arena, least);
		memcpy(longer, bytes, size);
		bytes = longer;
		size = least;
	}
	changed.bytes = bytes;
	changed.size = (uint32_t)size;
	while (changed.n_fills && changed.fills[changed.n_fills - 1].offset + sizeof(void *) > size)
		changed.n_fills--;
	uint32_t old = seq->steps[i]->size, element = (uint32_t)step_element_size(model, &changed);
	const struct seq *replaced = seq_replace(arena, seq, i, &changed);
	if (changed.kind == STEP_BLOCK && changed.size != old)
		replaced = follow_end(arena, replaced, i, old, element);
	return seq_settle_lengths(arena, model, replaced);
}
