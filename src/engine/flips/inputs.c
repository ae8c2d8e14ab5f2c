/* inputs: see inputs.h. */
#include "engine/flips/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "seq/literal.h"
#include "seq/value.h"

#define MAX_BUFFER 4096u      /* a buffer follows its length up to so many bytes */
#define MAX_TEXT 1024u

/* ---- one literal per use ---- */

/* True for a literal that is only read: a number by value, a text passed as const. */
static bool is_copyable(const struct model *model, const struct step *step)
{
	if (step->kind == STEP_VALUE)
		return step_is_literal(model, step) && !step->n_fills;
	if (step->kind != STEP_BLOCK || !step->is_string)
		return false;
	return model_type(model, model_canonical(model, step->type)->target)->is_const ||
	       model_type(model, model_type(model, step->type)->target)->is_const;
}

struct expansion {
	const struct model *model;
	const struct seq *seq;
	struct seq_builder builder;
	uint32_t place[SEQ_MAX_STEPS];  /* of each step in the new sequence */
	bool used[SEQ_MAX_STEPS];
	bool pinned[SEQ_MAX_STEPS];     /* its address is taken, so it must stay one variable */
};

static void pin_addressed(struct expansion *e)
{
	for (uint32_t i = 0; i < e->seq->n; i++) {
		const struct step *step = e->seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			if (step->args[a].address || !step_is_call(step))
				e->pinned[seq_index(i, step->args[a])] = true;
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (step->fills[f].arg.address)
				e->pinned[seq_index(i, step->fills[f].arg)] = true;
	}
}

/* Returns the place of the variable to which argument `arg` of step i refers; for a second use, of a copy. */
static uint32_t place_of(struct expansion *e, uint32_t i, struct arg arg)
{
	uint32_t v = seq_index(i, arg);
	const struct step *literal = e->seq->steps[v];
	size_t left = e->seq->n - i;
	if (e->used[v] && !e->pinned[v] && is_copyable(e->model, literal) &&
	    e->builder.steps.n + left + 2 < SEQ_MAX_STEPS)
		return seq_add(&e->builder, literal);
	e->used[v] = true;
	return e->place[v];
}

static void expand_step(struct expansion *e, uint32_t i, struct arena *arena)
{
	const struct step *step = e->seq->steps[i];
	struct step copy = *step;
	uint32_t n = step->n_args + step->n_fills, *places = ARENA_ARRAY(arena, uint32_t, n + 1);
	for (uint32_t k = 0; k < n; k++)
		places[k] = place_of(e, i, k < step->n_args ? step->args[k] : step->fills[k - step->n_args].arg);
	struct arg *args = arena_memdup(arena, step->args, step->n_args * sizeof *args);
	struct fill *fills = arena_memdup(arena, step->fills, step->n_fills * sizeof *fills);
	for (uint32_t a = 0; a < step->n_args; a++)
		args[a] = seq_arg(&e->builder, places[a], args[a].address);
	for (uint32_t f = 0; f < step->n_fills; f++)
		fills[f].arg = seq_arg(&e->builder, places[step->n_args + f], fills[f].arg.address);
	copy.args = args;
	copy.fills = fills;
	e->place[i] = seq_add(&e->builder, &copy);
}

const struct seq *inputs_expand(struct arena *arena, const struct model *model, const struct seq *seq)
{
	struct expansion *e = ARENA_NEW(arena, struct expansion);
	e->model = model;
	e->seq = seq;
	pin_addressed(e);
	seq_begin(&e->builder, arena);
	for (uint32_t i = 0; i < seq->n; i++)
		expand_step(e, i, arena);
	return seq_finish(&e->builder);
}

/* ---- which bytes ---- */

type_id scalar_at(const struct model *model, type_id id, uint64_t offset, uint64_t *start)
{
	const struct type *type = model_canonical(model, id);
	uint64_t size, inner = 0;
	type_id found = 0;
	if (type->kind == TYPE_ARRAY) {
		size = model_canonical(model, type->target)->size;
		if (!size || (type->count && offset >= size * type->count))
			return 0;
		found = scalar_at(model, model_type(model, id)->target, offset % size, &inner); /* as it is spelled */
		*start = offset / size * size + inner;
		return found;
	}
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) {
		*start = 0;
		return offset < type->size ? id : 0;
	}
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct field *field = &type->fields[i];
		uint64_t at = field->bit_offset / 8;
		size = model_canonical(model, field->type)->size;
		if (offset < at || offset - at >= size)
			continue;
		type_id own = scalar_at(model, field->type, offset - at, &inner);
		if (!own || (found && model_canonical(model, own)->kind != TYPE_POINTER))
			continue;
		found = own;
		*start = at + inner;
	}
	return found;
}

type_id step_scalar_at(const struct model *model, const struct step *step, uint64_t offset, uint64_t *start)
{
	if (step->kind == STEP_VALUE)
		return scalar_at(model, step->type, offset, start);
	if (step->kind != STEP_BLOCK)
		return 0;
	type_id target = model_type(model, step->type)->target;
	uint64_t size = model_canonical(model, target)->size;
	if (!size)
		return 0;
	type_id found = scalar_at(model, target, offset % size, start);
	*start += offset / size * size;
	return found;
}

static bool is_filled(const struct step *step, uint64_t offset)
{
	for (uint32_t f = 0; f < step->n_fills; f++)
		if (offset >= step->fills[f].offset && offset - step->fills[f].offset < sizeof(void *))
			return true;
	return false;
}

static bool is_pointer_byte(const struct model *model, const struct step *step, uint64_t offset)
{
	uint64_t start = 0;
	type_id type = step_scalar_at(model, step, offset, &start);
	return is_filled(step, offset) || (type && model_canonical(model, type)->kind == TYPE_POINTER);
}

/* True for a format: another text would want other arguments. */
static bool is_format(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++)
		for (uint32_t a = 0; step_is_call(seq->steps[i]) && a < seq->steps[i]->n_args; a++)
			if (seq_index(i, seq->steps[i]->args[a]) == v &&
			    (step_function(model, seq->steps[i])->params[a].role == ROLE_FORMAT ||
			     (step_function(model, seq->steps[i])->n_cases &&
			      step_function(model, seq->steps[i])->case_param == a)))
				return true;
	return false;
}

static void add(struct inputs *inputs, uint32_t step, uint32_t offset, unsigned char value, bool fixed)
{
	vec_push(&inputs->bytes, (struct input_byte){ step, offset, value });
	vec_push(&inputs->fixed, fixed);
}

static void read_bytes(struct inputs *inputs, const struct model *model, const struct seq *seq, uint32_t i, bool wide)
{
	const struct step *step = seq->steps[i];
	const unsigned char *bytes = step->bytes;
	bool is_length = step->kind == STEP_VALUE && seq_is_length(model, seq, i) && step->size <= 8;
	bool frozen = (step->kind == STEP_BLOCK && is_format(model, seq, i)) ||
	              (step->kind == STEP_VALUE && seq_is_descriptor(model, seq, i));
	for (uint32_t k = 0; k < step->size; k++)
		add(inputs, i, k, bytes[k], frozen || (is_length && !wide && k > 0) || is_pointer_byte(model, step, k));
	inputs->has_lengths |= is_length;
}

#define PLACE_BYTES 2u        /* bytes of an offset that the solver may choose */

static void read_place(struct inputs *inputs, const struct seq *seq, uint32_t i, bool wide)
{
	for (uint32_t k = 0; k < PLACE_BYTES; k++)
		add(inputs, i, k, (unsigned char)(seq->steps[i]->index >> 8 * k), !wide && k > 0);
	inputs->has_lengths = true;
}

struct part {
	const void **bytes;
	uint32_t size;
};

/* Lists the data of a made-up function: its result, its later result, the bytes it writes. */
static void behaviour_parts(struct behaviour *b, struct part parts[3])
{
	parts[0] = (struct part){ &b->result, b->result ? b->result_size : 0 };
	parts[1] = (struct part){ &b->later, b->later ? b->result_size : 0 };
	parts[2] = (struct part){ &b->write, b->write_size };
}

static void read_behaviour(struct inputs *inputs, uint32_t i, const struct behaviour *old)
{
	struct behaviour b = *old;
	struct part parts[3];
	uint32_t offset = 0;
	behaviour_parts(&b, parts);
	for (int p = 0; p < 3; p++) {
		for (uint32_t k = 0; k < parts[p].size; k++)
			add(inputs, i, offset + k, ((const unsigned char *)*parts[p].bytes)[k], false);
		offset += (parts[p].size + 7) & ~7u;
	}
}

void inputs_read(struct inputs *inputs, const struct model *model, const struct seq *seq, bool wide)
{
	vec_clear(&inputs->bytes);
	vec_clear(&inputs->fixed);
	inputs->has_lengths = false;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->kind == STEP_VALUE || step->kind == STEP_BLOCK || step->kind == STEP_FILE ||
		    step->kind == STEP_PATH || step->kind == STEP_PUT)
			read_bytes(inputs, model, seq, i, wide);
		else if (step->kind == STEP_PLACE)
			read_place(inputs, seq, i, wide);
		else if ((step->kind == STEP_CALLBACK || step->kind == STEP_STUB) && step->behaviour)
			read_behaviour(inputs, i, step->behaviour);
	}
}

void inputs_release(struct inputs *inputs)
{
	vec_release(&inputs->bytes);
	vec_release(&inputs->fixed);
}

/* ---- changing them ---- */

static const struct seq *change_behaviour(struct arena *arena, const struct seq *seq, uint32_t i,
                                          const struct input_byte *changes, size_t n)
{
	struct step step = *seq->steps[i];
	struct behaviour b = *step.behaviour;
	struct part parts[3];
	uint32_t offset = 0;
	behaviour_parts(&b, parts);
	for (int p = 0; p < 3; p++) {
		if (!parts[p].size)
			continue;
		unsigned char *bytes = arena_memdup(arena, *parts[p].bytes, parts[p].size);
		for (size_t k = 0; k < n; k++)
			if (changes[k].offset >= offset && changes[k].offset - offset < parts[p].size)
				bytes[changes[k].offset - offset] = changes[k].value;
		*parts[p].bytes = bytes;
		offset += (parts[p].size + 7) & ~7u;
	}
	step.behaviour = &b;
	return seq_replace(arena, seq, i, &step);
}

static const struct seq *change_bytes(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                      const struct input_byte *changes, size_t n, bool *resized)
{
	struct step step = *seq->steps[i];
	unsigned char *bytes = arena_alloc(arena, step.size + 2);
	uint64_t start = 0;
	memcpy(bytes, step.bytes, step.size);
	for (size_t k = 0; k < n; k++) {
		if (changes[k].offset >= step.size)
			return NULL;
		type_id type = step_scalar_at(model, &step, changes[k].offset, &start);
		bool is_bool = type && model_canonical(model, type)->kind == TYPE_BOOL;
		bytes[changes[k].offset] = is_bool ? changes[k].value != 0 : changes[k].value;
	}
	if (step.is_string && step.size && bytes[step.size - 1]) {
		step.size++; /* its end was overwritten; the arena has a zero behind it */
		*resized = true;
		if (step.size > MAX_TEXT)
			return NULL;
	}
	step.bytes = bytes;
	return seq_replace(arena, seq, i, &step);
}

/* Gives block v of a call `size` bytes; a null pointer becomes a block. */
static const struct seq *resize(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t v,
                                uint64_t size, bool *resized)
{
	struct step step = *seq->steps[v];
	bool null = step.kind == STEP_VALUE && bytes_are_zero(step.bytes, step.size) &&
	            model_canonical(model, step.type)->kind == TYPE_POINTER;
	if ((step.kind != STEP_BLOCK && !null) || step.is_string || size > MAX_BUFFER || (null && !size) ||
	    (!null && size == step.size))
		return seq;
	unsigned char *bytes = arena_alloc(arena, size + 1);
	if (!null)
		memcpy(bytes, step.bytes, size < step.size ? size : step.size);
	step.kind = STEP_BLOCK;
	step.bytes = bytes;
	step.size = (uint32_t)size;
	while (step.n_fills && step.fills[step.n_fills - 1].offset + sizeof(void *) > size)
		step.n_fills--;
	*resized = true;
	return seq_replace(arena, seq, v, &step);
}

/* Resizes the buffers whose length is literal i. A negative or very large length is left as it is, in contrast
 * to the buffer's size: a test should show whether the unit checks it. */
static const struct seq *follow_length(struct arena *arena, const struct model *model, const struct seq *seq,
                                       uint32_t i, bool *resized)
{
	const struct type *type = model_canonical(model, seq->steps[i]->type);
	if (!type_is_scalar(type) || type->kind == TYPE_FLOAT || type->size > 8)
		return seq;
	int64_t number = value_int(type, seq->steps[i]->bytes);
	if (number < 0 || number > MAX_BUFFER)
		return seq;
	for (uint32_t c = i + 1; c < seq->n; c++) {
		const struct step *call = seq->steps[c];
		for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
			const struct function *function = step_function(model, call);
			const struct param *buffer = &function->params[a];
			if (buffer->role != ROLE_BUFFER || buffer->partner == NONE ||
			    seq_index(c, call->args[buffer->partner]) != i || call->args[a].address)
				continue;
			uint64_t element = model_canonical(model, model_canonical(model, buffer->type)->target)->size;
			uint64_t unit = function->params[buffer->partner].length_in_bytes || !element ? 1 : element;
			seq = resize(arena, model, seq, seq_index(c, call->args[a]), (uint64_t)number * unit, resized);
			call = seq->steps[c];
		}
	}
	return seq;
}

/* Moves a place. A block that ended there ends at the new place, and every block has room for it. */
static const struct seq *move_place(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                    const struct input_byte *changes, size_t n, bool *resized)
{
	struct step step = *seq->steps[i];
	uint32_t v = seq_index(i, step.args[0]), old = seq->steps[v]->size, offset = step.index;
	for (size_t k = 0; k < n; k++)
		if (changes[k].offset < PLACE_BYTES)
			offset = (offset & ~(UINT32_C(0xff) << 8 * changes[k].offset)) |
			         (uint32_t)changes[k].value << 8 * changes[k].offset;
	if (seq->steps[v]->kind != STEP_BLOCK)
		return NULL;
	offset -= offset % (uint32_t)step_element_size(model, seq->steps[v]);
	if (step.index == old || offset > old)
		seq = resize(arena, model, seq, v, offset, resized);
	if (offset > seq->steps[v]->size)
		return NULL;
	step.index = offset;
	return seq_settle_lengths(arena, model, seq_replace(arena, seq, i, &step));
}

const struct seq *inputs_change(struct arena *arena, const struct model *model, const struct seq *seq,
                                const struct input_byte *changes, size_t n, bool *resized)
{
	*resized = false;
	for (size_t first = 0, next; first < n && seq; first = next) {
		uint32_t i = changes[first].step;
		for (next = first; next < n && changes[next].step == i; next++)
			;
		if (i >= seq->n)
			return NULL;
		const struct step *step = seq->steps[i];
		if (step->kind == STEP_CALLBACK || step->kind == STEP_STUB) {
			if (step->behaviour)
				seq = change_behaviour(arena, seq, i, changes + first, next - first);
		} else if (step->kind == STEP_PLACE) {
			seq = move_place(arena, model, seq, i, changes + first, next - first, resized);
		} else if (step->bytes) {
			seq = change_bytes(arena, model, seq, i, changes + first, next - first, resized);
		}
		if (seq && seq_is_length(model, seq, i))
			seq = follow_length(arena, model, seq, i, resized);
	}
	return seq && seq_is_valid(seq, model) ? seq : NULL;
}
