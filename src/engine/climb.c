/* climb: see climb.h. */
#include "engine/climb.h"

#include <string.h>

#include "seq/literal.h"
#include "seq/value.h"

#define MAX_BYTES 40u        /* of a text or buffer, each moved by itself */
#define MAX_PLACES 256u

void climb_init(struct climb *climb, const struct model *model)
{
	*climb = (struct climb){ .model = model, .arena = arena_new(), .spare = arena_new() };
}

void climb_release(struct climb *climb)
{
	arena_free(climb->arena);
	arena_free(climb->spare);
	vec_release(&climb->places);
	vec_release(&climb->neighbours);
}

/* ---- what can be moved ---- */

static void add_place(struct climb *climb, struct climb_place place)
{
	if (climb->places.n < MAX_PLACES)
		vec_push(&climb->places, place);
}

static void find_in_value(struct climb *climb, uint32_t i)
{
	const struct step *step = climb->seq->steps[i];
	const struct type *type = model_canonical(climb->model, step->type);
	bool is_real = type->kind == TYPE_FLOAT && type->size <= 8;
	if (is_real ||
	    ((type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL) && type->size <= 8))
		add_place(climb, (struct climb_place){ i, 0, (uint32_t)type->size, is_real });
}

static void find_in_block(struct climb *climb, uint32_t i)
{
	const struct step *step = climb->seq->steps[i];
	uint64_t element = step_element_size(climb->model, step);
	uint32_t size = step->size - (step->is_string && step->size > 0);
	if (element == 0 || element > 8 || (element & (element - 1)))
		element = 1;
	for (uint32_t at = 0; at + element <= size && at < MAX_BYTES * element; at += (uint32_t)element)
		if (step_byte_is_free(climb->model, step, at))
			add_place(climb, (struct climb_place){ i, at, (uint32_t)element, false });
	if (element == 1)
		add_place(climb, (struct climb_place){ .step = i });
}

static void find_places(struct climb *climb)
{
	bool is_free[SEQ_MAX_STEPS];
	vec_clear(&climb->places);
	seq_find_free(climb->model, climb->seq, is_free);
	for (uint32_t i = 0; i < climb->seq->n; i++) {
		if (!is_free[i])
			continue;
		if (climb->seq->steps[i]->kind == STEP_VALUE)
			find_in_value(climb, i);
		else
			find_in_block(climb, i);
	}
}

void climb_begin(struct climb *climb, const struct seq *seq, double distance)
{
	arena_clear(climb->arena);
	climb->seq = seq_copy(climb->arena, seq);
	climb->distance = distance;
	climb->now = climb->in_vain = 0;
	find_places(climb);
}

/* ---- neighbours ---- */

static void add_neighbour(struct climb *climb, uint32_t i, const void *bytes, size_t size)
{
	const struct seq *seq = seq_with_bytes(climb->spare, climb->model, climb->seq, i, bytes, size);
	if (seq && seq->hash != climb->seq->hash && seq_is_valid(seq, climb->model))
		vec_push(&climb->neighbours, seq);
}

static uint64_t read_number(const unsigned char *bytes, uint32_t size)
{
	uint64_t number = 0;
	memcpy(&number, bytes, size);
	return number;
}

/* Maps the bits of a float to a number that grows with it, and back: the function is its own inverse. */
static uint64_t in_order(uint64_t bits, uint32_t size)
{
	uint64_t sign = UINT64_C(1) << (8 * size - 1);
	return bits & sign ? sign - (bits & ~sign) : bits;
}

static void move_number(struct climb *climb, const struct climb_place *place, uint64_t by)
{
	const struct step *step = climb->seq->steps[place->step];
	unsigned char *bytes = arena_memdup(climb->spare, step->bytes, step->size);
	uint64_t number = read_number(bytes + place->offset, place->size);
	number = place->is_real ? in_order(in_order(number, place->size) + by, place->size) : number + by;
	memcpy(bytes + place->offset, &number, place->size);
	if (step->is_string && !bytes[place->offset])
		return;
	add_neighbour(climb, place->step, bytes, step->size);
}

/* Adds neighbours with one byte more and one byte less at the end. */
static void move_end(struct climb *climb, uint32_t i)
{
	static const char more[] = { ' ', '0', 'A', 'a', '/' };
	const struct step *step = climb->seq->steps[i];
	uint32_t size = step->size - (step->is_string && step->size > 0);
	char *bytes = arena_alloc(climb->spare, size + 2u);
	memcpy(bytes, step->bytes, size);
	for (size_t k = 0; k < sizeof more; k++) {
		bytes[size] = more[k];
		bytes[size + 1] = 0;
		add_neighbour(climb, i, bytes, size + 1u + step->is_string);
	}
	if (!size)
		return;
	bytes[size - 1] = 0;
	add_neighbour(climb, i, bytes, size - 1u + step->is_string);
}

static void move(struct climb *climb, const struct climb_place *place)
{
	if (!place->size) {
		move_end(climb, place->step);
		return;
	}
	for (unsigned bit = 0; bit < 8 * place->size; bit++) {
		move_number(climb, place, UINT64_C(1) << bit);
		move_number(climb, place, 0 - (UINT64_C(1) << bit));
	}
}

size_t climb_next(struct climb *climb, const struct seq *const **neighbours)
{
	vec_clear(&climb->neighbours);
	arena_clear(climb->spare);
	while (climb->distance > 0 && !climb->neighbours.n && climb->in_vain < climb->places.n) {
		move(climb, &climb->places.at[climb->now]);
		if (!climb->neighbours.n) {
			climb->in_vain++;
			climb->now = (climb->now + 1) % climb->places.n;
		}
	}
	*neighbours = climb->neighbours.at;
	return climb->neighbours.n;
}

void climb_take(struct climb *climb, const double *distances)
{
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < climb->neighbours.n; i++)
		if (distances[i] >= 0 && distances[i] < (best == SIZE_MAX ? climb->distance : distances[best]))
			best = i;
	if (best == SIZE_MAX) {
		climb->in_vain++;
		climb->now = (climb->now + 1) % climb->places.n;
		return;
	}
	struct arena *old = climb->arena;
	climb->seq = climb->neighbours.at[best];
	climb->arena = climb->spare;
	climb->spare = arena_new();
	climb->seq = seq_copy(climb->arena, climb->seq);
	arena_free(old);
	climb->distance = distances[best];
	climb->in_vain = 0;
	climb->steps++;
	size_t now = climb->now;
	find_places(climb);
	climb->now = now < climb->places.n ? now : 0;
}
