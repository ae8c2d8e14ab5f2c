/* fields: see fields.h. */
#include "seq/fields.h"

#include <string.h>

#include "seq/value.h"

struct records {
	const struct model *model;
	const struct step *step;
	void (*each)(void *, type_id, uint64_t);
	void *context;
};

static bool has_roles(const struct model *model, type_id record)
{
	size_t n;
	model_field_roles_of(model, record, &n);
	return n > 0;
}

/* The member of the union at this offset of a struct that the union's tag selects; NULL: it is not
 * known. */
static const struct field *meant_member(const struct records *records, const struct type *record, uint32_t field,
                                        uint64_t offset)
{
	const struct model *model = records->model;
	const struct type *choice = model_canonical(model, record->fields[field].type);
	for (size_t i = 0; i < model->tag_cases.n; i++) {
		const struct tag_case *tag = &model->tag_cases.at[i];
		if (tag->record != record->canonical ||
		    model_field_role(model, tag->record, tag->tag)->partner != field)
			continue;
		const struct field *from = &record->fields[tag->tag];
		const unsigned char *place = (const unsigned char *)records->step->bytes + offset +
		                             from->bit_offset / 8;
		if (value_int(model_canonical(model, from->type), place) == tag->value)
			return &choice->fields[tag->member];
	}
	return NULL;
}

static void look_into(const struct records *records, type_id id, uint64_t offset, uint64_t size)
{
	const struct model *model = records->model;
	const struct type *type = model_canonical(model, id);
	if (!type->size || type->size > size)
		return;
	if (type->kind == TYPE_ARRAY) {
		uint64_t element = model_canonical(model, type->target)->size;
		for (uint64_t i = 0; element && i < type->count && i < 64; i++)
			look_into(records, type->target, offset + i * element, element);
	}
	if (type->kind != TYPE_STRUCT)
		return;
	if (has_roles(model, type->canonical))
		records->each(records->context, type->canonical, offset);
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct type *inner = model_canonical(model, type->fields[i].type);
		const struct field *member = inner->kind == TYPE_UNION ? meant_member(records, type, i, offset) : NULL;
		look_into(records, member ? member->type : type->fields[i].type,
		          offset + type->fields[i].bit_offset / 8, inner->size);
	}
}

void step_each_record(const struct model *model, const struct step *step,
                      void (*each)(void *context, type_id record, uint64_t offset), void *context)
{
	struct records records = { model, step, each, context };
	if (!model->field_roles.n || (step->kind != STEP_VALUE && step->kind != STEP_BLOCK))
		return;
	const struct type *type = model_canonical(model, step->type);
	type_id element = step->kind == STEP_BLOCK ? type->target : step->type;
	uint64_t size = model_canonical(model, element)->size;
	for (uint64_t at = 0; size && at + size <= step->size; at += size)
		look_into(&records, element, at, size);
}

/* ---- lengths ---- */

struct settling {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	uint32_t i;             /* the step with the struct */
	unsigned char *bytes;   /* its changed bytes; NULL: nothing changed */
};

static const unsigned char *bytes_of(const struct settling *settling)
{
	return settling->bytes ? settling->bytes : settling->seq->steps[settling->i]->bytes;
}

/* The number of elements, or bytes, that there are behind the pointer at this offset of the step. */
static uint64_t room_at(const struct settling *settling, const struct field_role *buffer, uint64_t offset)
{
	const struct step *holder = settling->seq->steps[settling->i];
	const struct field *field = &settling->model->types.at[buffer->record].fields[buffer->field];
	uint64_t element =
	        model_canonical(settling->model, model_canonical(settling->model, field->type)->target)->size;
	for (uint32_t f = 0; f < holder->n_fills; f++) {
		if (holder->fills[f].offset != offset)
			continue;
		const struct step *from = settling->seq->steps[seq_index(settling->i, holder->fills[f].arg)];
		uint64_t size = from->kind == STEP_BLOCK ? from->size : 0, unit = element ? element : 1;
		if (buffer->has_end)
			size = size > unit ? size - unit : 0;
		return buffer->length_in_bytes ? size : size / unit;
	}
	return 0;
}

static void limit_field(struct settling *settling, const struct field_role *role, uint64_t start, uint64_t room)
{
	const struct field *field = &settling->model->types.at[role->record].fields[role->field];
	const struct type *type = model_canonical(settling->model, field->type);
	uint64_t offset = start + field->bit_offset / 8;
	int64_t number = value_int(type, bytes_of(settling) + offset);
	const struct step *holder = settling->seq->steps[settling->i];
	if (number >= 0 && (uint64_t)number <= room)
		return;
	if (!settling->bytes)
		settling->bytes = arena_memdup(settling->arena, holder->bytes, holder->size);
	value_set_int(type, settling->bytes + offset, (int64_t)room);
}

static void limit_fields(void *context, type_id record, uint64_t offset)
{
	struct settling *settling = context;
	const struct type *type = &settling->model->types.at[record];
	size_t n;
	const struct field_role *role = model_field_roles_of(settling->model, record, &n);
	for (; n; role++, n--) {
		const struct field_role *buffer = role->partner != NONE
		                                          ? model_field_role(settling->model, record, role->partner)
		                                          : NULL;
		if (!buffer || (role->use != FIELD_LENGTH && role->use != FIELD_CAPACITY))
			continue;
		uint64_t at = offset + type->fields[role->partner].bit_offset / 8;
		limit_field(settling, role, offset, room_at(settling, buffer, at));
	}
}

const struct seq *seq_settle_fields(struct arena *arena, const struct model *model, const struct seq *seq)
{
	if (!model->field_roles.n)
		return seq;
	for (uint32_t i = 0; i < seq->n; i++) {
		struct settling settling = { arena, model, seq, i, NULL };
		step_each_record(model, seq->steps[i], limit_fields, &settling);
		if (!settling.bytes)
			continue;
		struct step step = *seq->steps[i];
		step.bytes = settling.bytes;
		seq = seq_replace(arena, seq, i, &step);
	}
	return seq;
}

/* ---- tags ---- */

struct tag_search {
	const struct model *model;
	uint64_t at;
	bool found;
};

static void look_for_tag(void *context, type_id record, uint64_t offset)
{
	struct tag_search *search = context;
	const struct type *type = &search->model->types.at[record];
	size_t n;
	const struct field_role *role = model_field_roles_of(search->model, record, &n);
	for (; n; role++, n--) {
		const struct field *field = &type->fields[role->field];
		uint64_t start = offset + field->bit_offset / 8;
		search->found |= role->use == FIELD_TAG && search->at >= start &&
		                 search->at - start < model_canonical(search->model, field->type)->size;
	}
}

bool step_byte_is_tag(const struct model *model, const struct step *step, uint64_t at)
{
	struct tag_search search = { model, at, false };
	if (model->tag_cases.n)
		step_each_record(model, step, look_for_tag, &search);
	return search.found;
}
