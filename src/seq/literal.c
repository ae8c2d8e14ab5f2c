/* literal: see literal.h. */
#include "seq/literal.h"

#include "seq/value.h"

bool step_is_literal(const struct model *model, const struct step *step)
{
	if (step->kind == STEP_BLOCK || step->kind == STEP_FILE || (step->kind == STEP_PATH && !step->absent))
		return true;
	return step->kind == STEP_VALUE && step->size && model_canonical(model, step->type)->kind != TYPE_POINTER;
}

bool seq_is_length(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
			const struct param *param = &model->functions.at[call->index].params[a];
			if (seq_index(i, call->args[a]) == v && param->role == ROLE_LENGTH && param->partner != NONE)
				return true;
		}
	}
	return false;
}

uint64_t step_element_size(const struct model *model, const struct step *step)
{
	if (step->kind != STEP_BLOCK)
		return 1;
	uint64_t size = model_canonical(model, model_canonical(model, step->type)->target)->size;
	return size ? size : 1;
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
	if (step->kind == STEP_VALUE)
		return is_free(model, step->type, at);
	if (step->kind != STEP_BLOCK)
		return true;
	return is_free(model, model_canonical(model, step->type)->target, at % step_element_size(model, step));
}

/* The literal that tells the length of block v in some call; NONE if none. */
static uint32_t find_length(const struct model *model, const struct seq *seq, uint32_t v, bool *in_bytes)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		if (call->kind != STEP_CALL)
			continue;
		const struct function *function = &model->functions.at[call->index];
		for (uint32_t a = 0; a < call->n_args; a++) {
			const struct param *param = &function->params[a];
			if (seq_index(i, call->args[a]) != v || param->role != ROLE_BUFFER || param->partner == NONE)
				continue;
			uint32_t length = seq_index(i, call->args[param->partner]);
			*in_bytes = function->params[param->partner].length_in_bytes;
			return seq->steps[length]->kind == STEP_VALUE ? length : NONE;
		}
	}
	return NONE;
}

/* Sets the number at literal i, if it is one. */
static const struct seq *with_number(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                     uint64_t number)
{
	struct step step = *seq->steps[i];
	const struct type *type = model_canonical(model, step.type);
	unsigned char value[16] = { 0 };
	if (!type_is_scalar(type) || type->kind == TYPE_FLOAT || type->size > 8)
		return seq;
	value_set_int(type, value, (int64_t)number);
	step.bytes = value;
	return seq_replace(arena, seq, i, &step);
}

const struct seq *seq_with_bytes(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                 const void *bytes, size_t size)
{
	struct step changed = *seq->steps[i];
	uint64_t element = step_element_size(model, &changed);
	bool in_bytes = false;
	size -= size % element;
	changed.bytes = bytes;
	changed.size = (uint32_t)size;
	while (changed.n_fills && changed.fills[changed.n_fills - 1].offset + sizeof(void *) > size)
		changed.n_fills--;
	const struct seq *result = seq_replace(arena, seq, i, &changed);
	uint32_t length = changed.kind == STEP_BLOCK ? find_length(model, seq, i, &in_bytes) : NONE;
	if (length == NONE)
		return result;
	return with_number(arena, model, result, length, in_bytes ? size : size / element);
}
