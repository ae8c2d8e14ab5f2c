/* arrays: see arrays.h. */
#include "seq/arrays.h"

#include <string.h>

#include "seq/fields.h"
#include "seq/value.h"

static const struct type *element_of(const struct model *model, type_id pointer)
{
	return model_canonical(model, model_canonical(model, pointer)->target);
}

uint64_t ending_place(const struct model *model, type_id pointer, const struct array_end *ending, type_id *type)
{
	const struct type *element = element_of(model, pointer);
	const struct field *field = ending->field != NONE ? &element->fields[ending->field] : NULL;
	*type = field ? field->type : model_canonical(model, pointer)->target;
	return field ? field->bit_offset / 8 : 0;
}

void ending_set(const struct model *model, type_id pointer, const struct array_end *ending, unsigned char *at)
{
	type_id type;
	uint64_t offset = ending_place(model, pointer, ending, &type);
	memset(at, 0, element_of(model, pointer)->size);
	if (ending->value)
		value_set_int(model_canonical(model, type), at + offset, ending->value);
}

bool ending_is_at(const struct model *model, type_id pointer, const struct array_end *ending, const unsigned char *at)
{
	type_id type;
	uint64_t offset = ending_place(model, pointer, ending, &type);
	const struct type *told = model_canonical(model, type);
	if (told->kind == TYPE_STRUCT)
		return bytes_are_zero(at, told->size);
	return value_int(told, at + offset) == ending->value;
}

/* ---- the ends of blocks ---- */

struct settling {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	uint32_t i;            /* the step that refers to blocks */
};

/* The last element is an end, and all of it is what an end is made of. */
static bool has_end(const struct settling *settling, const struct step *block, type_id pointer,
                    const struct array_end *ending)
{
	uint64_t size = element_of(settling->model, pointer)->size;
	if (block->size < size)
		return false;
	for (uint32_t f = 0; f < block->n_fills; f++)
		if (block->fills[f].offset + sizeof(void *) > block->size - size)
			return false;
	unsigned char *end = arena_alloc(settling->arena, size);
	ending_set(settling->model, pointer, ending, end);
	return memcmp(end, (const unsigned char *)block->bytes + block->size - size, size) == 0;
}

/* Makes the last element of the block its end. A block of one element gets another one, because it was made
 * for a call that takes a single element, too. */
static void settle_block(struct settling *settling, uint32_t v, type_id pointer, const struct array_end *ending)
{
	const struct step *block = settling->seq->steps[v];
	uint64_t size = element_of(settling->model, pointer)->size;
	if (block->kind != STEP_BLOCK || !model_ending_fits(settling->model, block->type, ending) ||
	    element_of(settling->model, block->type)->size != size || has_end(settling, block, pointer, ending))
		return;
	uint64_t count = block->size / size, whole = (count < 2 ? count + 1 : count) * size;
	unsigned char *bytes = arena_alloc(settling->arena, whole);
	memset(bytes, 0, whole);
	memcpy(bytes, block->bytes, block->size < whole ? block->size : whole);
	ending_set(settling->model, pointer, ending, bytes + whole - size);
	struct step changed = *block;
	struct fill *fills = arena_memdup(settling->arena, block->fills, block->n_fills * sizeof *fills);
	changed.n_fills = 0;
	for (uint32_t f = 0; f < block->n_fills; f++)
		if (fills[f].offset + sizeof(void *) <= whole - size)
			fills[changed.n_fills++] = fills[f];
	changed.fills = fills;
	changed.bytes = bytes;
	changed.size = (uint32_t)whole;
	changed.is_string = false;
	settling->seq = seq_replace(settling->arena, settling->seq, v, &changed);
}

static void settle_fields(void *context, type_id record, uint64_t offset)
{
	struct settling *settling = context;
	const struct type *type = &settling->model->types.at[record];
	size_t n;
	const struct field_role *role = model_field_roles_of(settling->model, record, &n);
	for (; n; role++, n--) {
		const struct step *holder = settling->seq->steps[settling->i];
		const struct field *field = &type->fields[role->field];
		for (uint32_t f = 0; role->use == FIELD_ARRAY && f < holder->n_fills; f++)
			if (holder->fills[f].offset == offset + field->bit_offset / 8 && !holder->fills[f].arg.address)
				settle_block(settling, seq_index(settling->i, holder->fills[f].arg), field->type,
				             &role->ending);
	}
}

static void settle_arguments(struct settling *settling)
{
	const struct step *call = settling->seq->steps[settling->i];
	const struct function *function = step_function(settling->model, call);
	for (uint32_t a = 0; function && a < call->n_args; a++)
		if (function->params[a].role == ROLE_ARRAY && !call->args[a].address)
			settle_block(settling, seq_index(settling->i, call->args[a]), function->params[a].type,
			             &function->params[a].ending);
}

const struct seq *seq_settle_arrays(struct arena *arena, const struct model *model, const struct seq *seq)
{
	struct settling settling = { arena, model, seq, 0 };
	for (; settling.i < seq->n; settling.i++) {
		step_each_record(model, seq->steps[settling.i], settle_fields, &settling);
		settle_arguments(&settling);
	}
	return settling.seq;
}
