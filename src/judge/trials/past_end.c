/* past_end: see past_end.h. */
#include "judge/trials/past_end.h"

#include <string.h>

#include "judge/trials/blame.h"
#include "seq/literal.h"
#include "seq/value.h"

#define SLACK 64u            /* elements added behind the end */

/* The buffer that was overrun, and the call that got it. */
struct spot {
	uint32_t call, block, buffer, length; /* steps; parameters */
	uint64_t element;                     /* bytes */
};

/* The parameter of call i that the block was passed for; NONE: there is none, or there are several, of which each may
 * have a length of its own. */
static uint32_t passed_for(const struct incident *incident, uint32_t i, uint32_t block)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t found = NONE, n = 0;
	for (uint32_t a = 0; a < call->n_args; a++)
		if (seq_index(i, call->args[a]) == block && !call->args[a].address) {
			found = a;
			n++;
		}
	return n == 1 ? found : NONE;
}

/* The literal that holds the buffer's length; NULL if no literal does, or if an earlier call had its address. */
static const struct step *length_literal(const struct incident *incident, const struct spot *place)
{
	struct arg arg = incident->seq->steps[place->call]->args[place->length];
	uint32_t v = seq_index(place->call, arg);
	const struct step *literal = incident->seq->steps[v];
	if (arg.address && address_was_passed(incident, place->call, v))
		return NULL;
	return literal->kind == STEP_VALUE && literal->size <= 8 ? literal : NULL;
}

static bool is_exact(const struct incident *incident, const struct spot *place)
{
	const struct param *length = &called_at(incident, place->call)->params[place->length];
	const struct step *literal = length_literal(incident, place);
	uint64_t unit = length->length_in_bytes ? 1 : place->element;
	if (!literal)
		return false;
	int64_t said = value_int(model_canonical(incident->model, literal->type), literal->bytes);
	return said > 0 && (uint64_t)said * unit == incident->seq->steps[place->block]->size;
}

/* For a call that writes, the model must know from the code that the length belongs to this buffer, because the length
 * of another buffer may be meant. */
static bool is_believed(const struct incident *incident, const struct param *buffer)
{
	return buffer->role == ROLE_BUFFER && buffer->partner != NONE &&
	       (!incident->fault->is_write || buffer->belief >= BELIEF_CODE);
}

static bool find_place(const struct incident *incident, struct spot *place)
{
	const struct sk_fault *fault = incident->fault;
	place->call = incident_step(incident);
	place->block = fault->owner_step;
	if (fault->owner != SK_OWNER_TEST || fault->kind != SK_ASAN || place->call >= incident->seq->n ||
	    place->block >= place->call || !step_is_call(incident->seq->steps[place->call]) ||
	    fault->address < fault->region)
		return false;
	const struct step *block = incident->seq->steps[place->block];
	place->buffer = passed_for(incident, place->call, place->block);
	if (block->kind != STEP_BLOCK || block->is_string || !block->size || block->n_fills || place->buffer == NONE)
		return false;
	const struct function *called = called_at(incident, place->call);
	if (!is_believed(incident, &called->params[place->buffer]))
		return false;
	place->length = called->params[place->buffer].partner;
	place->element = step_element_size(incident->model, block);
	return called->params[place->length].role == ROLE_LENGTH && is_exact(incident, place);
}

/* The bytes of the block, repeated up to `size`. */
static char *repeated(struct arena *arena, const struct step *block, size_t size)
{
	char *bytes = arena_alloc(arena, size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = ((const char *)block->bytes)[i % block->size];
	return bytes;
}

/* The sequence with these bytes in block v; lengths stay as they are. */
static const struct seq *with_block(struct arena *arena, const struct seq *seq, uint32_t v, const void *bytes,
                                    size_t size)
{
	struct step step = *seq->steps[v];
	step.bytes = bytes;
	step.size = (uint32_t)size;
	return seq_replace(arena, seq, v, &step);
}

/* The sequence with `room` more elements in block v, which the length does not count. */
static const struct seq *with_room(struct arena *arena, const struct seq *seq, uint32_t v, size_t room, char filling)
{
	const struct step *block = seq->steps[v];
	char *bytes = memset(arena_alloc(arena, block->size + room), filling, block->size + room);
	memcpy(bytes, block->bytes, block->size);
	return with_block(arena, seq, v, bytes, block->size + room);
}

static const struct seq *with_elements(struct arena *arena, const struct incident *incident, const struct spot *place,
                                       size_t elements)
{
	size_t size = elements * place->element;
	return seq_with_bytes(arena, incident->model, incident->seq, place->block,
	                      repeated(arena, incident->seq->steps[place->block], size), size);
}

/* The sequence with zeroes for other numbers of the call that it does not look at, and for lengths of other buffers,
 * because one of them may have led outside. */
static const struct seq *with_zeroes(struct arena *arena, const struct incident *incident, const struct spot *place)
{
	const struct step *call = incident->seq->steps[place->call];
	const struct function *called = called_at(incident, place->call);
	const struct seq *changed = NULL;
	static const char zeroes[8];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct step *literal = incident->seq->steps[seq_index(place->call, call->args[a])];
		bool is_other = called->params[a].role == ROLE_LENGTH && a != place->length;
		if (!(is_other || called->params[a].role == ROLE_VALUE) || literal->kind != STEP_VALUE ||
		    literal->size > 8 || model_canonical(incident->model, literal->type)->kind != TYPE_INT ||
		    (!is_other && number_is_looked_at(incident, called, a)))
			continue;
		changed = seq_with_bytes(arena, incident->model, changed ? changed : incident->seq,
		                         seq_index(place->call, call->args[a]), zeroes, literal->size);
	}
	return changed;
}

/* The sequence with more room in all blocks of the call but one. */
static const struct seq *with_room_elsewhere(struct arena *arena, const struct incident *incident,
                                             const struct spot *place, size_t elements)
{
	const struct step *call = incident->seq->steps[place->call];
	const struct seq *seq = incident->seq;
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(place->call, call->args[a]);
		const struct step *block = seq->steps[v];
		if (v == place->block || block->kind != STEP_BLOCK || block->is_string || block->n_fills ||
		    block->size > incident->seq->steps[v]->size)
			continue;
		seq = with_room(arena, seq, v, elements * step_element_size(incident->model, block), 0);
	}
	return seq;
}

/* The sequence in which the length is larger than the buffer by far, and the buffer has some room behind its end. If
 * the call does not go past it, the length is that of another buffer. NULL: the call compares the length with something,
 * and so may refuse it. */
static const struct seq *with_large_length(struct arena *arena, const struct incident *incident,
                                           const struct spot *place)
{
	const struct step *call = incident->seq->steps[place->call], *block = incident->seq->steps[place->block];
	const struct function *called = called_at(incident, place->call);
	uint32_t v = seq_index(place->call, call->args[place->length]);
	struct step literal = *incident->seq->steps[v];
	const struct type *type = model_canonical(incident->model, literal.type);
	uint64_t count = block->size / place->element, more = 4 * (count + SLACK);
	int64_t length = (int64_t)(called->params[place->length].length_in_bytes ? more * place->element : more);
	if (number_is_limited(incident->marks, called, place->length) || !value_int_fits(type, length))
		return NULL;
	const struct seq *seq = with_room_elsewhere(arena, incident, place, more);
	seq = with_room(arena, seq, place->block, SLACK * place->element, 1);
	char *bytes = memset(arena_alloc(arena, literal.size), 0, literal.size);
	value_set_int(type, bytes, length);
	literal.bytes = bytes;
	return seq_replace(arena, seq, v, &literal);
}

/* Elements wider than bytes may hold places, which the caller must keep in range. */
static void add_contents(struct arena *arena, const struct incident *incident, const struct spot *place,
                         struct past_end *variants)
{
	static const char fillings[PAST_END_CONTENTS] = { 0, 'a', 1 };
	size_t size = incident->seq->steps[place->block]->size;
	for (int i = 0; i < PAST_END_CONTENTS && place->element == 1; i++) {
		char *bytes = memset(arena_alloc(arena, size), fillings[i], size);
		variants->contents[i] = with_block(arena, incident->seq, place->block, bytes, size);
	}
}

/* The first byte is the number of wanted bytes, with or without itself. Then the block tells its own length, whatever
 * the number beside it is for, and the caller must make it true. */
static bool tells_own_length(const struct incident *incident, const struct spot *place)
{
	const struct step *block = incident->seq->steps[place->block];
	uint32_t first = block->size ? *(const unsigned char *)block->bytes : 0;
	uint32_t wanted = incident->fault->access_size;
	return place->element == 1 && wanted > 1 && (wanted == first || wanted == first + 1);
}

/* Another number that the call got says where the access ends: it may be the length that the caller must keep to. */
static bool ends_where_a_number_says(const struct incident *incident, const struct spot *place)
{
	const struct step *call = incident->seq->steps[place->call];
	const struct param *params = called_at(incident, place->call)->params;
	const struct sk_fault *fault = incident->fault;
	uint64_t end = fault->address + fault->access_size - fault->region, value;
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = model_canonical(incident->model, params[a].type);
		if (a == place->length || type->kind != TYPE_INT || !argument_value(incident, place->call, a, &value))
			continue;
		int64_t number = value_int(type, &value);
		if (number > 0 && ((uint64_t)number == end || (uint64_t)number * place->element == end))
			return true;
	}
	return false;
}

/* The sequence in which the buffer is larger by far, full of this byte, and its length says one. A call that goes past
 * the end all the same takes the buffer for a text. */
static const struct seq *with_short_length(struct arena *arena, const struct incident *incident,
                                           const struct spot *place, char filling)
{
	uint32_t v = seq_index(place->call, incident->seq->steps[place->call]->args[place->length]);
	struct step literal = *incident->seq->steps[v];
	char *one = memset(arena_alloc(arena, literal.size), 0, literal.size);
	value_set_int(model_canonical(incident->model, literal.type), one, 1);
	literal.bytes = one;
	char *bytes = memset(arena_alloc(arena, SLACK), filling, SLACK);
	const struct seq *seq = with_room_elsewhere(arena, incident, place, 4 * SLACK);
	return with_block(arena, seq_replace(arena, seq, v, &literal), place->block, bytes, SLACK);
}

/* Adds a variant for each bit of this literal: short_length[0] without the bit. */
static void add_bits_of(struct arena *arena, const struct incident *incident, uint32_t v, struct past_end *variants)
{
	const struct step *literal = incident->seq->steps[v];
	const struct type *type = model_canonical(incident->model, literal->type);
	uint64_t number = (uint64_t)value_int(type, literal->bytes);
	for (uint64_t bit = 1; bit && bit <= number && variants->n_options < PAST_END_OPTIONS; bit <<= 1) {
		struct step other = *literal;
		char *bytes = memset(arena_alloc(arena, literal->size), 0, literal->size);
		if (!(number & bit))
			continue;
		value_set_int(type, bytes, (int64_t)(number & ~bit));
		other.bytes = bytes;
		variants->options[variants->n_options++] = seq_replace(arena, variants->short_length[0], v, &other);
	}
}

/* Numbers that the function looks at may be options, or hold an option in a bit. */
static void add_options(struct arena *arena, const struct incident *incident, const struct spot *place,
                        struct past_end *variants)
{
	const struct step *call = incident->seq->steps[place->call];
	const struct function *called = called_at(incident, place->call);
	if (place->element != 1)
		return;
	variants->short_length[0] = with_short_length(arena, incident, place, 'a');
	variants->short_length[1] = with_short_length(arena, incident, place, 1);
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(place->call, call->args[a]);
		const struct step *literal = incident->seq->steps[v];
		enum type_kind kind = model_canonical(incident->model, literal->type)->kind;
		if (called->params[a].role == ROLE_VALUE && !call->args[a].address && literal->kind == STEP_VALUE &&
		    literal->size <= 8 && (kind == TYPE_INT || kind == TYPE_ENUM || kind == TYPE_BOOL))
			add_bits_of(arena, incident, v, variants);
	}
}

static bool is_by_internal(const struct incident *incident, const struct spot *place)
{
	return incident->internal[incident->seq->steps[place->call]->index];
}

/* The element behind the last is written, mostly with a zero. Who calls functions that are not for users may know, and
 * so may who reads the comment of the function. */
static bool ends_behind_as_known(const struct incident *incident, const struct spot *place)
{
	const struct sk_fault *fault = incident->fault;
	bool is_known = is_by_internal(incident, place) || called_at(incident, place->call)->wants_room;
	return is_known && fault->is_write && fault->access_size <= place->element &&
	       fault->address == fault->region + fault->region_size;
}

/* The length counts bytes, and the elements are structs: the struct may be a head with so many bytes behind it. */
static bool may_count_behind_struct(const struct incident *incident, const struct spot *place)
{
	const struct param *params = called_at(incident, place->call)->params;
	const struct type *pointer = model_canonical(incident->model, params[place->buffer].type);
	return params[place->length].length_in_bytes && pointer->kind == TYPE_POINTER &&
	       model_canonical(incident->model, pointer->target)->kind == TYPE_STRUCT;
}

bool past_end_variants(struct arena *arena, const struct incident *incident, struct past_end *variants)
{
	struct spot place;
	*variants = (struct past_end){ 0 };
	if (!find_place(incident, &place) || tells_own_length(incident, &place) ||
	    ends_where_a_number_says(incident, &place) || ends_behind_as_known(incident, &place))
		return false;
	size_t count = incident->seq->steps[place.block]->size / place.element;
	variants->numbers = with_zeroes(arena, incident, &place);
	variants->slack = with_room(arena, incident->seq, place.block, SLACK * place.element, 1);
	add_contents(arena, incident, &place, variants);
	add_options(arena, incident, &place, variants);
	variants->larger[0] = with_elements(arena, incident, &place, 2 * count);
	variants->larger[1] = with_elements(arena, incident, &place, count + SLACK);
	variants->long_length = with_large_length(arena, incident, &place);
	variants->block = place.block;
	if (is_by_internal(incident, &place) || may_count_behind_struct(incident, &place))
		return true;
	variants->one_more[0] = with_room(arena, incident->seq, place.block, place.element, 0);
	variants->one_more[1] = with_room(arena, with_elements(arena, incident, &place, 3 * count + 5), place.block,
	                                  place.element, 0);
	return true;
}
