/* assemble_behaviour: what callbacks and stand-ins answer. See assemble_parts.h. */
#include "engine/assemble_parts.h"

#include <stdlib.h>
#include <string.h>

#include "seq/literal.h"

#define MAX_WRITE 64u         /* bytes that a made-up function writes */
#define MAX_GIVEN 256u        /* and that it gives as a struct */
#define CHANCE_ANY_STUB 0.1   /* of an answer by a function that nobody was seen to call */
#define CHANCE_MORE_STUBS 0.5 /* of another one */

/* What a made-up function gives; `first` and `later` have room for a number. */
static struct behaviour make_results(struct assembly *assembly, const struct type *function, uint32_t f, void *first,
                                     void *later)
{
	const struct type *result = model_canonical(assembly->model, function->target);
	struct behaviour behaviour = { .write_arg = NONE };
	if (!is_number(result))
		return behaviour;
	behaviour.result_size = (uint32_t)result->size;
	behaviour.result = first;
	values_scalar(assembly->values, assembly->rng, function->target, f, first);
	if (rng_chance(assembly->rng, 0.3)) {
		values_scalar(assembly->values, assembly->rng, function->target, f, later);
		behaviour.later = later;
		behaviour.change_after = 1 + (uint32_t)rng_below(assembly->rng, 4);
	}
	return behaviour;
}

uint32_t assembly_add_callback(struct assembly *assembly, type_id type, uint32_t f)
{
	unsigned char first[16] = { 0 }, later[16] = { 0 };
	struct behaviour behaviour = make_results(assembly, pointee(assembly->model, type), f, first, later);
	struct step step = { .kind = STEP_CALLBACK, .type = type, .behaviour = &behaviour };
	return seq_add(&assembly->builder, &step);
}

/* Lets a made-up function write through its first parameter that allows it. */
static void make_write(struct assembly *assembly, const struct type *function, uint32_t f, struct behaviour *behaviour)
{
	for (uint32_t i = 0; i < function->n_params; i++) {
		const struct type *pointer = model_canonical(assembly->model, function->params[i]);
		type_id target = pointer->kind == TYPE_POINTER
		                         ? model_type(assembly->model, function->params[i])->target
		                         : 0;
		const struct type *type = model_canonical(assembly->model, target);
		if (!target || model_type(assembly->model, target)->is_const || !type->size || type->size > MAX_WRITE)
			continue;
		struct object object = { .bytes = arena_alloc(assembly->arena, type->size) };
		assembly_fill_object(assembly, target, &object, 0,
		                     (struct purpose){ f, MAX_DEPTH }); /* too deep for pointers */
		behaviour->write_arg = i;
		behaviour->write = object.bytes;
		behaviour->write_size = (uint32_t)type->size;
		return;
	}
}

/* Gives the bytes of a struct; without pointers. */
static void give_struct(struct assembly *assembly, type_id type, uint32_t f, struct behaviour *behaviour)
{
	uint64_t size = model_canonical(assembly->model, type)->size;
	struct object object = { .bytes = arena_alloc(assembly->arena, size) };
	assembly_fill_object(assembly, type, &object, 0, (struct purpose){ f, MAX_DEPTH }); /* too deep for pointers */
	behaviour->result = object.bytes;
	behaviour->result_size = (uint32_t)size;
}

/* What a stand-in gives: a number, the bytes of a struct, or the address of something. */
static void give_answer(struct assembly *assembly, type_id type, uint32_t f, struct behaviour *behaviour,
                        struct choice *pointer)
{
	const struct type *result = model_canonical(assembly->model, type);
	bool is_record = result->kind == TYPE_STRUCT || result->kind == TYPE_UNION;
	if (result->kind == TYPE_POINTER && rng_chance(assembly->rng, 0.8))
		assembly_make_pointer(assembly, type, (struct purpose){ f, MAX_DEPTH - 2 }, pointer);
	else if (is_record && result->complete && result->size && result->size <= MAX_GIVEN)
		give_struct(assembly, type, f, behaviour);
	if (!is_number(result))
		return;
	unsigned char *bytes = arena_alloc(assembly->arena, 2 * 16);
	behaviour->result_size = (uint32_t)result->size;
	behaviour->result = bytes;
	values_answer(assembly->values, assembly->rng, type, f, bytes);
	if (rng_chance(assembly->rng, 0.3)) {
		values_answer(assembly->values, assembly->rng, type, f, bytes + 16);
		behaviour->later = bytes + 16;
		behaviour->change_after = 1 + (uint32_t)rng_below(assembly->rng, 4);
	}
}

void assembly_stub(struct assembly *assembly, uint32_t missing, uint32_t f)
{
	const struct type *function = model_canonical(assembly->model, assembly->model->missing.at[missing].type);
	struct behaviour behaviour = { .write_arg = NONE };
	struct choice pointer = { NONE, false };
	struct fill fill = { 0 };
	if (function->kind != TYPE_FUNCTION || !has_room(assembly, ROOM))
		return;
	give_answer(assembly, model_type(assembly->model, assembly->model->missing.at[missing].type)->target, f,
	            &behaviour, &pointer);
	if (rng_chance(assembly->rng, 0.5))
		make_write(assembly, function, f, &behaviour);
	struct step step = { .kind = STEP_STUB, .index = missing, .behaviour = &behaviour, .fills = &fill };
	if (pointer.variable != NONE) {
		fill.arg = seq_arg(&assembly->builder, pointer.variable, pointer.address);
		step.n_fills = 1;
	}
	if (has_room(assembly, 1) && (behaviour.result || behaviour.write_size || step.n_fills))
		seq_add(&assembly->builder, &step);
}

void assembly_stubs(struct assembly *assembly, uint32_t function)
{
	const struct model *model = assembly->model;
	uint32_t missing = assembly->callees ? callees_pick(assembly->callees, assembly->rng, function) : NONE;
	if (missing == NONE && rng_chance(assembly->rng, CHANCE_ANY_STUB))
		missing = (uint32_t)rng_below(assembly->rng, model->missing.n);
	while (missing != NONE) {
		if (!model->missing.at[missing].known_as && !model->missing.at[missing].noreturn)
			assembly_stub(assembly, missing, function);
		bool more = assembly->callees && rng_chance(assembly->rng, CHANCE_MORE_STUBS);
		missing = more ? callees_pick(assembly->callees, assembly->rng, function) : NONE;
	}
}
